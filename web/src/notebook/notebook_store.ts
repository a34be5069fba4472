/** The notebook's store: runs the text of the editor at each change, and keeps what is on the stage. */
import { type CellRef, refKey, sameRef } from "../draw/picture.js";
import { type Refusal, refusalOf } from "../module/errors.js";
import type { BarePython, ProgramExplanation } from "../module/python/bare.js";
import type { ProgramStep } from "../module/python/types.js";
import { sameShape } from "../module/shape.js";
import { ActionStore } from "../store/action_store.js";
import {
  advance,
  atMoment,
  atStart,
  atStep,
  paused,
  resumed,
  withSpeed,
  withSteps,
  withStills,
  withThrough,
} from "../timeline/playback.js";
import { firstDifference } from "./difference.js";
import { EMPTY, type NotebookState, type ProgramRun, stepOnStage } from "./state.js";
import { firstChange, playedSteps, stepAt, stepMs } from "./steps.js";

export type NotebookAction =
  /** The reader has changed the text, or opened another program. */
  | { readonly type: "edit" | "open"; readonly source: string }
  | { readonly type: "ran"; readonly run: ProgramRun }
  | { readonly type: "failed"; readonly failure: Refusal }
  | { readonly type: "step"; readonly index: number }
  /** Goes to the step that this place in the code made. */
  | { readonly type: "place"; readonly line: number; readonly column: number }
  | { readonly type: "play" | "pause" | "next" | "previous" }
  | { readonly type: "seek"; readonly t: number }
  | { readonly type: "speed"; readonly speed: number }
  /** Whether playing goes on to the end of the program. */
  | { readonly type: "through"; readonly through: boolean }
  | { readonly type: "stills"; readonly stills: boolean }
  | { readonly type: "frame"; readonly ms: number }
  /** Asks where a number came from; without one, closes the answer. */
  | { readonly type: "ask"; readonly cell: CellRef | undefined }
  /** Returns to the number asked about before. */
  | { readonly type: "back" }
  | { readonly type: "origin"; readonly origin: readonly number[] }
  /** Runs another program beside the reader's; "" ends the comparison. */
  | { readonly type: "compare"; readonly id: string; readonly source: string }
  | { readonly type: "compared"; readonly id: string; readonly run: ProgramRun };

export class NotebookStore extends ActionStore<NotebookState, NotebookAction> {
  readonly #load: () => Promise<BarePython>;
  #core: BarePython | undefined;

  constructor(load: () => Promise<BarePython>) {
    super(EMPTY);
    this.#load = load;
  }

  protected override reduce(state: NotebookState, action: NotebookAction): NotebookState {
    const { playback } = state;
    const moved = (to: NotebookState["playback"]): NotebookState => {
      if (to === playback) return state;
      return to.index === playback.index
        ? { ...state, playback: to }
        : { ...state, playback: to, asked: [], origin: [] };
    };
    switch (action.type) {
      case "edit":
        return { ...state, source: action.source };
      case "open":
        return {
          ...EMPTY,
          opened: action.source,
          failure: state.failure,
          source: action.source,
          playback: { ...EMPTY.playback, speed: playback.speed, stills: playback.stills },
        };
      case "ran":
        return afterRun(state, action.run);
      case "failed":
        return { ...state, failure: action.failure };
      case "step":
        return moved(atStep(playback, action.index));
      case "place": {
        const at = stepAt(state.run?.steps ?? [], action.line, action.column);
        return at < 0 ? state : moved(atStep(paused(playback), at));
      }
      case "play":
        return moved(resumed(playback));
      case "pause":
        return moved(paused(playback));
      case "next":
        return moved(atStart(playback, playback.index + 1));
      case "previous":
        return moved(
          atStep(
            playback,
            playback.progress > 0 && playback.progress < 1 ? playback.index : playback.index - 1,
          ),
        );
      case "seek":
        return moved(atMoment(playback, playback.index, action.t));
      case "speed":
        return moved(withSpeed(playback, action.speed));
      case "through":
        return moved(withThrough(playback, action.through));
      case "stills":
        return moved(withStills(playback, action.stills));
      case "frame":
        return moved(advance(playback, action.ms, false));
      case "ask":
        return ask(state, action.cell);
      case "back":
        return { ...state, asked: state.asked.slice(0, -1) };
      case "compare":
        return { ...state, other: undefined };
      case "compared":
        return compared({ ...state, other: { id: action.id, run: action.run } });
      case "origin":
        return { ...state, origin: action.origin };
    }
  }

  protected override followUp(before: NotebookState, action: NotebookAction): void {
    if (action.type === "compare" && action.id) this.run(this.#runOther(action.id, action.source));
    if (action.type !== "edit" && action.type !== "open") return;
    if (before.source !== action.source || !before.latest) this.run(this.#execute(action.source));
  }

  async #runOther(id: string, source: string): Promise<void> {
    this.#core ??= await this.#load();
    this.dispatch({ type: "compared", id, run: runOf(this.#core, source) });
  }

  async #execute(source: string): Promise<void> {
    try {
      this.#core ??= await this.#load();
    } catch (error) {
      this.dispatch({ type: "failed", failure: refusalOf(error) });
      return;
    }
    if (source !== this.state.source) return; // a newer text runs instead
    this.dispatch({ type: "ran", run: runOf(this.#core, source, this.state.run) });
  }
}

/** A program opens where something is wrong: at a hint, or just before its error; any other one at the first step that computes. */
function firstShown({ steps, result: { hints, error } }: ProgramRun): number {
  const hinted = steps.findIndex(({ name }) => name === hints[0]?.step);
  if (hinted >= 0) return hinted;
  if (error) return steps.length - 1;
  return Math.max(
    0,
    steps.findIndex(({ inputs }) => inputs.length > 0),
  );
}

/** The first step that differs comes on the stage. */
function compared(state: NotebookState): NotebookState {
  const { run, other, playback } = state;
  const found = run && other && firstDifference(run, other.run);
  const index = found ? run.steps.indexOf(found.mine) : -1;
  return index < 0 ? state : { ...state, asked: [], origin: [], playback: atStep(paused(playback), index) };
}

/** While the code is broken, the last picture stays, unless the program still gets as far. */
function afterRun(state: NotebookState, run: ProgramRun): NotebookState {
  const { result } = run;
  const { run: before, playback } = state;
  const shown = stepOnStage(state);
  const next = { ...state, latest: result, failure: undefined };
  const changed = before ? stepAt(run.steps, firstChange(before.source, run.source)) : -1;
  const same = run.steps.findIndex(({ name }) => name === shown?.name);
  if (run.steps.length === 0 || (result.error && before && same < 0 && changed < 0)) return next;
  const index = changed >= 0 ? changed : same >= 0 ? same : firstShown(run);
  const stays = run.steps[index]?.name === shown?.name;
  const plan = withSteps({ ...playback, index }, run.steps.map(stepMs));
  const asked = stays ? state.asked.filter((cell) => run.explain(cell)) : [];
  return {
    ...next,
    run,
    asked,
    origin: stays ? state.origin : [],
    playback: stays ? plan : atStep(paused(plan), index),
  };
}

/** Asking about the number that is open closes it. */
function ask(state: NotebookState, cell: CellRef | undefined): NotebookState {
  if (!cell || sameRef(cell, state.asked.at(-1))) return { ...state, asked: [] };
  if (!state.run?.explain(cell)) return state;
  return { ...state, playback: paused(state.playback), asked: [...state.asked, cell] };
}

/** Numbers that are as they were before are the same array, so that what was drawn of them need not be drawn anew. */
function runOf(core: BarePython, source: string, before?: ProgramRun): ProgramRun {
  const result = core.runPython(source);
  const { trace } = result;
  const all = trace.steps.map((step): ProgramStep => {
    const old = before?.tensors.get(step.name);
    return old && sameNumbers(old, step) ? ({ ...step, data: old.data } as ProgramStep) : step;
  });
  const tensors = new Map(all.map((step) => [step.name, step]));
  const known = new Map<string, ProgramExplanation>();
  const explain = (ref: CellRef): ProgramExplanation | undefined => {
    if (!tensors.has(ref.name)) return undefined;
    const key = refKey(ref);
    const explanation = known.get(key) ?? core.explain(trace, ref.name, ref.index);
    known.set(key, explanation);
    return explanation;
  };
  return { source, result, tensors, steps: playedSteps(all), explain };
}

const sameNumbers = (a: ProgramStep, b: ProgramStep): boolean =>
  a.dtype === b.dtype &&
  sameShape(a.shape, b.shape) &&
  a.data.every((x: number, i: number) => Object.is(x, b.data[i]));
