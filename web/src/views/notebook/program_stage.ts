/** <heads-up-program-stage>: the step of a program on a canvas, its numbers to be clicked. */
import { css, html, LitElement, type PropertyValues, type TemplateResult } from "lit";
import { paintOn, shapeText } from "../../draw/paint/paint.js";
import { type CellRef, cellAt, type Picture } from "../../draw/picture.js";
import { type Plan, planOf, programPicture } from "../../draw/program/program_picture.js";
import { type DrawnStep, type TableOf, WHOLE } from "../../draw/program/relation.js";
import { type Palette, paletteOf, type Theme } from "../../draw/theme.js";
import type { ProgramStep } from "../../module/python/types.js";
import type { Group } from "../../notebook/groups.js";
import { type ProgramRun, stepMs } from "../../notebook/steps.js";
import { inSlices, nextTask } from "../../timeline/frames.js";
import { memo } from "../common/memo.js";
import { pixelRatio } from "../common/pixel_ratio.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { followSize } from "../common/while_connected.js";
import type { Motion } from "../take_away/animation.js";

/** What determines the picture of a step, but for its size, its moment and its theme. */
interface ShownStep {
  readonly run: ProgramRun;
  readonly step: DrawnStep;
  readonly origin: readonly number[];
  readonly asked: CellRef | undefined;
}

export const planIn = (
  { run, step, origin, asked }: ShownStep,
  theme: Palette,
  size: { readonly width: number; readonly height: number },
  before?: Plan,
): Plan =>
  planOf(
    {
      ...{ tensors: run.tensors, step, origin, asked, ...size },
      explain: run.explain,
      reads: run.reads,
      theme,
      ms: stepMs(step),
      titleOf: (one) => titleIn(run, one),
    },
    before,
  );

export class ProgramStageElement extends LitElement {
  @reactive run!: ProgramRun;
  @reactive step!: DrawnStep;
  @reactive t!: number;
  @reactive origin!: readonly number[];
  @reactive asked!: CellRef | undefined;
  @reactive theme!: Theme;
  #size = { width: 0, height: 0 };
  #palette: Palette | undefined;
  #plan: Plan | undefined;
  #picture: Picture | undefined;

  static override styles = [
    base,
    css`
      :host { display: block; position: relative; min-height: 0; min-width: 0; overflow: hidden; }
      canvas { position: absolute; inset: 0; width: 100%; height: 100%; }
      canvas.over { cursor: pointer; }
    `,
  ];

  constructor() {
    super();
    followSize(this, ({ width, height }) => {
      this.#size = { width: Math.floor(width), height: Math.floor(height) };
      this.#plan = this.#before = undefined;
      this.requestUpdate();
    });
  }

  override render(): TemplateResult {
    return html`<canvas aria-hidden="true" @pointermove=${this.#onMove} @click=${this.#onClick}></canvas>`;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("theme")) this.#palette = paletteOf(this.theme);
    const { run, step } = this;
    const [oldRun = run, oldStep = step] = [changed.get("run"), changed.get("step")];
    // Time alone changes from frame to frame; what a keystroke has left as it was is not arranged anew.
    const isSame = (name: string): boolean => oldRun.tensors.get(name)?.data === run.tensors.get(name)?.data;
    const isUntouched =
      isSame(step.name) &&
      String(oldStep.axes) === String(step.axes) &&
      [...step.inputs, ...(step.outputs ?? [])].every(isSame);
    const names = [...changed.keys()].filter((name) => name !== "t");
    if (names.length === 0) return;
    const isOfText = oldStep.name === step.name && names.every((name) => name === "run" || name === "step");
    const isSameOperation = oldStep.op === step.op && String(oldStep.inputs) === String(step.inputs);
    if (isOfText && isUntouched && isSameOperation) return;
    this.#before = isOfText ? this.#plan : undefined;
    this.#plan = undefined;
  }
  /** The plan of the same step before a keystroke. */
  #before: Plan | undefined;

  override updated(): void {
    const { width, height } = this.#size;
    if (!this.#palette || width === 0 || height === 0) return;
    if (this.#plan) this.#paint();
    else this.#painted = this.#arrange(this.#palette);
  }
  #painted: Promise<void> | undefined;

  /** Arranging, shaping the texts, and painting would together block the page: each is in tasks of its own. */
  async #arrange(palette: Palette): Promise<void> {
    const plan = planIn(this, palette, this.#size, this.#before);
    this.#plan = plan;
    this.dispatchEvent(new CustomEvent("arranged"));
    await nextTask();
    const ctx = this.renderRoot.querySelector("canvas")?.getContext("2d");
    if (ctx) await inSlices(programPicture(plan, this.t).marks, (mark) => shapeText(ctx, mark));
    if (this.#plan === plan) this.#paint();
  }

  #paint(): void {
    const canvas = this.renderRoot.querySelector("canvas");
    if (!canvas || !this.#plan) return;
    this.#picture = programPicture(this.#plan, this.t);
    paintOn(canvas, this.#picture, this.theme.paper, pixelRatio(canvas), this.#palette?.cache);
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isComplete = await super.getUpdateComplete();
    await this.#painted;
    return isComplete;
  }

  /** What is drawn of the result, for the table that screen readers read. */
  get drawn(): TableOf | undefined {
    return this.#plan?.layout.relation.result;
  }

  /** How the step moves, in any theme. */
  motion(theme: Theme): Motion {
    const plan = planIn(this, paletteOf(theme), this.#size);
    return { ms: stepMs(this.step), paper: theme.paper, at: (t) => programPicture(plan, t) };
  }

  #cellUnder({ offsetX, offsetY }: MouseEvent): CellRef | undefined {
    return this.#picture && cellAt(this.#picture, offsetX, offsetY)?.ref;
  }

  readonly #onMove = (event: PointerEvent): void => {
    (event.target as HTMLElement).classList.toggle("over", this.#cellUnder(event) !== undefined);
  };

  readonly #onClick = (event: MouseEvent): void => {
    this.dispatchEvent(new CustomEvent("cell-open", { detail: this.#cellUnder(event) }));
  };
}

/** What comes out of a step: its tensor, and of several steps that are shown as one the others that do. */
export const outputsIn = ({ tensors }: ProgramRun, step: DrawnStep): readonly ProgramStep[] => [
  step,
  ...(step.outputs ?? []).flatMap((name) => tensors.get(name) ?? []),
];

/** The name that the program gives a tensor, or the code that made it; of what a library does in one expression its operation. */
export function titleIn(run: ProgramRun, step: ProgramStep): string {
  const { name, op, source, module } = step;
  if (op === WHOLE && module) return module;
  const isNamed = name.replace(/ \(\d+\)$/, "") !== run.tensors.get(name)?.op;
  if (isNamed || source.line === 0 || source.line !== source.endLine) return name;
  if (op !== WHOLE && libraryNames(run).has(name)) return name;
  return lineOf(run.source, source.line).slice(source.column, source.endColumn) || name;
}

/** A longer piece of code is cut in a sentence. */
const LONGEST_TITLE = 32;

export function shortTitleIn(run: ProgramRun, step: ProgramStep): string {
  const title = titleIn(run, step);
  return title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title;
}

const known = new WeakMap<ProgramRun, ReadonlySet<string>>();
function libraryNames(run: ProgramRun): ReadonlySet<string> {
  const names = known.get(run);
  if (names) return names;
  const inLibrary = run.steps.filter((_, i) => run.paths[i]?.some(({ kind }) => kind === "module"));
  const found = new Set(inLibrary.map(({ name }) => name));
  known.set(run, found);
  return found;
}

const linesOf = memo((source: string): readonly string[] => source.split("\n"));
const lineOf = (source: string, line: number): string => linesOf(source)[line - 1] ?? "";

/** The code of a call, the head of a loop, or the name of a module in a call. */
export function groupTitle(run: ProgramRun, { kind, module, place }: Group): string {
  if (module) return module;
  const line = lineOf(run.source, place.line);
  if (kind === "loop" && place.endLine > place.line) return line.trim().replace(/:\s*(#.*)?$/, "");
  return place.endLine > place.line
    ? `${line.slice(place.column)} …`
    : line.slice(place.column, place.endColumn);
}
