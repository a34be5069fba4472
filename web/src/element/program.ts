/** A program on the stage of <heads-up>. This script is loaded with the first program, and with the page of the reader's own. */
import type { Picture } from "../draw/picture.js";
import type { Theme } from "../draw/theme.js";
import { clipped, refused, wrongType } from "../module/errors.js";
import { loadInterpreter } from "../module/python/page_entry.js";
import type { ProgramResult } from "../module/python/types.js";
import type { Trace } from "../module/types.js";
import { programIn } from "../notebook/files.js";
import { NotebookStore } from "../notebook/notebook_store.js";
import { type NotebookState, stepOnStage } from "../notebook/state.js";
import { isCellOf } from "../store/selection.js";
import { badMoment } from "../timeline/playback.js";
import type { NotebookElement } from "../views/notebook/notebook_element.js";
import type { Player } from "./player.js";
import type { RootEvents } from "./root_events.js";
import "../views/notebook/notebook_element.js";

/** What an element tells of a program as its lesson. */
const PROGRAM = "code";

export class Program implements Player {
  readonly element = document.createElement("heads-up-notebook") as NotebookElement;
  readonly store = new NotebookStore(loadInterpreter);
  readonly #events: RootEvents;
  /** Where it opens, asked for before it has run. */
  #pending: readonly [step: string | number, t: number] | undefined;

  /** `changed` is called when another step is on the stage; `typed`, when the text is another one. */
  constructor(events: RootEvents, changed: () => void, typed: (source: string) => void) {
    this.#events = events;
    this.element.store = this.store;
    this.store.subscribe((state, before) => {
      if (state.source !== before.source) typed(state.source);
      if (stepOnStage(state) !== stepOnStage(before)) changed();
      this.#tell(state, before);
    });
  }

  /** Opens Python, or the cells of a notebook's file. */
  open(text: string): void {
    const isNotebook = /^\s*\{/.test(text);
    const opened = programIn(isNotebook ? "code.ipynb" : "code.py", new TextEncoder().encode(text));
    if ("source" in opened) this.store.dispatch({ type: "open", source: opened.source });
    else this.#events.error(wrongType("code", text, "Python, or a notebook's file"));
  }

  get result(): ProgramResult | undefined {
    return this.store.state.run?.result;
  }

  /** Its steps are as those of a lesson. */
  get trace(): Trace | undefined {
    return this.result?.trace as unknown as Trace | undefined;
  }

  get currentStep(): string {
    return stepOnStage(this.store.state)?.name ?? "";
  }

  play(options?: { readonly through?: boolean }): void {
    this.store.dispatch({ type: "play", through: options?.through });
  }

  pause(): void {
    this.store.dispatch({ type: "pause" });
  }

  next(): void {
    this.store.dispatch({ type: "next" });
  }

  previous(): void {
    this.store.dispatch({ type: "previous" });
  }

  seek(step: string | number, t: number): void {
    if (!this.store.state.run) {
      this.#pending = [step, t];
      return;
    }
    const bad = badMoment(t) ?? (this.has(step) ? undefined : this.#unknown(step));
    if (bad) this.#events.error(bad);
    else this.store.dispatch({ type: "seek", step: this.#indexOf(step), t });
  }

  has(step: string | number): boolean {
    return this.#indexOf(step) in (this.store.state.run?.steps ?? []);
  }

  openCell(name: string, index: readonly number[]): boolean {
    const tensor = this.store.state.run?.tensors.get(name);
    if (!tensor || !isCellOf(tensor, index)) return false;
    this.store.dispatch({ type: "ask", cell: { name, index } });
    return true;
  }

  frame(theme: Theme): Picture | undefined {
    const { taken } = this.element;
    return taken?.motion(theme)?.at(taken.t);
  }

  #indexOf(step: string | number): number {
    if (typeof step === "number") return step;
    return this.store.state.run?.steps.findIndex(({ name }) => name === step) ?? -1;
  }

  #unknown(step: string | number) {
    const steps = this.store.state.run?.steps ?? [];
    const wants = `${steps.map(({ name }) => name).join(", ")}, or 0 to ${steps.length - 1}`;
    return refused("unknown-step", { field: "step", got: clipped(String(step)), wants });
  }

  #tell({ run, latest, failure, playback }: NotebookState, before: NotebookState): void {
    if (failure && failure !== before.failure) this.#events.error(failure);
    if (run) {
      const pending = this.#pending;
      this.#pending = undefined;
      if (pending) this.seek(...pending);
      const reached = { step: this.currentStep, index: playback.index, total: run.steps.length };
      this.#events.arrived(run.result.trace, PROGRAM, reached);
    }
    const error = latest !== before.latest && latest?.error;
    if (!error) return;
    const details = { type: error.type, got: error.message, line: String(error.line) };
    const message = `line ${details.line}: ${details.type}: ${details.got}`;
    this.#events.error({ code: "program-error", message, details });
  }
}
