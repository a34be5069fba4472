/** The notebook's store: runs the text of the editor at each change, and keeps what is on the stage. */

import { type CellRef, sameRef } from "../draw/picture.js";
import { type Refusal, refusalOf } from "../module/errors.js";
import type { BarePython } from "../module/python/bare.js";
import type { ProgramLimits, ProgramResult, ProgramStep, SourceFrame } from "../module/python/types.js";
import { sameShape } from "../module/shape.js";
import { ActionStore } from "../store/action_store.js";
import { nextTask } from "../timeline/frames.js";
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
import {
  arriving,
  enteredGroups,
  entering,
  firstOf,
  groupAt,
  inGroups,
  innermost,
  innermostLoop,
  inTurn,
  leaving,
  openRange,
  type Paths,
  pathsOf,
  type Stop,
  stopAtPlace,
  turnAt,
} from "./groups.js";
import { EMPTY, type NotebookState, pathsIn, stopIn } from "./state.js";
import { firstChange, type ProgramRun, playedSteps, stepMs } from "./steps.js";

export type NotebookAction =
  /** The reader has changed the text, or opened another program. */
  | { readonly type: "edit"; readonly source: string }
  /** With a line, at the step that it makes. */
  | { readonly type: "open"; readonly source: string; readonly line?: number | undefined }
  /** Runs the text to its end, however long that takes. */
  | { readonly type: "whole" }
  | { readonly type: "ran"; readonly run: ProgramRun }
  | { readonly type: "failed"; readonly failure: Refusal }
  /** Goes to a step; with a level, to the group that it is shown in there. */
  | { readonly type: "step"; readonly index: number; readonly level?: number }
  /** Into the group on the stage, or out of the innermost group that is open: with a level, of all but so many. */
  | { readonly type: "enter" }
  | { readonly type: "leave"; readonly level?: number }
  /** To the same place so many turns later, in the loop that is open at a level, or in the innermost one. */
  | { readonly type: "turn"; readonly level?: number; readonly by: number }
  /** Goes to the step that this place in the code made. */
  | { readonly type: "place"; readonly line: number; readonly column: number }
  | { readonly type: "play"; readonly through?: boolean | undefined }
  | { readonly type: "pause" | "next" | "previous" }
  /** Stays at a moment of a step, or of the one on the stage. */
  | { readonly type: "seek"; readonly step?: number; readonly t: number }
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

/** What a program may use at each change of its text: nothing takes much longer than the third of a second that they allow. */
const WHILE_TYPING: Required<Pick<ProgramLimits, "operations" | "elements">> = {
  operations: 3_000_000,
  elements: 8_000_000,
};
/** After two runs in a row that take longer, a program runs only when the reader pauses. One alone may be due to the browser, which compiles the interpreter as it runs. */
const SLOW_MS = 60;
const PAUSE_MS = 400;

/** Whether a program ended because it is being typed. */
export const isStoppedEarly = ({ trace, error }: ProgramResult): boolean =>
  error?.type === "LimitError" &&
  !error.message.includes("recursion") &&
  trace.program.limits?.operations === WHILE_TYPING.operations;

export class NotebookStore extends ActionStore<NotebookState, NotebookAction> {
  readonly #load: () => Promise<BarePython>;
  #core: BarePython | undefined;
  /** How many of the last runs were slow. */
  #slowRuns = 0;

  constructor(load: () => Promise<BarePython>) {
    super(EMPTY);
    this.#load = load;
  }

  protected override reduce(state: NotebookState, action: NotebookAction): NotebookState {
    const { playback, run } = state;
    const [paths, stop] = [pathsIn(state), stopIn(state)];
    const moved = (to: NotebookState["playback"], level = state.level): NotebookState => {
      if (to === playback && level === state.level) return state;
      return to.index === playback.index && level === state.level
        ? { ...state, playback: to }
        : { ...state, playback: to, level, asked: [], origin: [] };
    };
    const to = (next: Stop | undefined, from = paused(playback)): NotebookState =>
      next ? moved(atStep(from, next.index), next.level) : state;
    const arrived = (next: NotebookState["playback"]): NotebookState => {
      if (next.index === playback.index) return moved(next);
      const { index, level } = arriving(paths, next.index, stop);
      return moved({ ...next, index }, level);
    };
    switch (action.type) {
      case "edit":
        return { ...state, source: action.source };
      case "open":
        return {
          ...EMPTY,
          opened: action.source,
          line: action.line,
          failure: state.failure,
          source: action.source,
          playback: { ...EMPTY.playback, speed: playback.speed, stills: playback.stills },
        };
      case "whole":
        return state;
      case "ran":
        return afterRun(state, action.run);
      case "failed":
        return { ...state, failure: action.failure };
      case "step":
        return to(
          action.level === undefined
            ? innermost(paths, action.index)
            : inGroups(paths, action.index, action.level),
          playback,
        );
      case "enter":
        return to(entering(paths, stop));
      case "leave":
        return to(
          action.level === undefined ? leaving(paths, stop) : inGroups(paths, stop.index, action.level),
        );
      case "turn": {
        const entered = enteredGroups(paths, stop);
        const loop = entered[action.level ?? innermostLoop(entered)];
        if (!run || !loop) return state;
        return to(inTurn(paths, run.steps, stop, loop, turnAt(loop, playback.index) + action.by));
      }
      case "place":
        return to(stopAtPlace(paths, run?.steps ?? [], action.line, action.column, playback.index));
      case "play":
        return moved(resumed(withThrough(playback, action.through ?? playback.through)));
      case "pause":
        return moved(paused(playback));
      case "next":
        return arrived(atStart(playback, playback.index + 1));
      case "previous": {
        if (playback.progress > 0 && playback.progress < 1) return moved(atStep(playback, playback.index));
        return arrived(atStep(playback, firstOf(paths, stop) - 1));
      }
      case "seek":
        return moved(atMoment(playback, action.step ?? playback.index, action.t));
      case "speed":
        return moved(withSpeed(playback, action.speed));
      case "through":
        return moved(withThrough(playback, action.through));
      case "stills":
        return moved(withStills(playback, action.stills));
      case "frame":
        return arrived(advance(playback, action.ms, false));
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
    if (action.type === "whole") this.run(this.#execute(before.source, {}));
    if (action.type !== "edit" && action.type !== "open") return;
    if (before.source === action.source && before.latest) return;
    const isSlow = action.type === "edit" && this.#slowRuns > 1;
    this.run(this.#execute(action.source, WHILE_TYPING, isSlow ? PAUSE_MS : 0));
  }

  async #runOther(id: string, source: string): Promise<void> {
    this.#core ??= await this.#load();
    this.dispatch({ type: "compared", id, run: runOf(this.#core, source, WHILE_TYPING) });
  }

  async #execute(source: string, limits: ProgramLimits, afterMs = 0): Promise<void> {
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
    try {
      this.#core ??= await this.#load();
    } catch (error) {
      this.dispatch({ type: "failed", failure: refusalOf(error) });
      return;
    }
    // The letter that was typed is shown first.
    await nextTask();
    if (source !== this.state.source) return; // a newer text runs instead
    const beganMs = performance.now();
    const run = runOf(this.#core, source, limits, this.state.run);
    this.#slowRuns = performance.now() - beganMs > SLOW_MS ? this.#slowRuns + 1 : 0;
    this.dispatch({ type: "ran", run });
  }
}

/** What moves numbers, and computes none: `k.T` is not what a reader comes for. */
const MOVES = /^(transpose|permute|unsqueeze|view|reshape|expand)$/;

/**
 * A program opens where something is wrong: at a hint, or just before its error. Any other one opens at the first step that computes
 * in the function whose softmax is the first, or at the library's call that has it: attention is what readers come for.
 */
function firstShown({ steps, paths, result: { hints, error } }: ProgramRun): Stop {
  const hinted = steps.findIndex(({ name }) => name === hints[0]?.step);
  if (hinted >= 0) return innermost(paths, hinted);
  if (error) return beforeError(paths, steps.length - 1, error.frames);
  const softmax = steps.findIndex(({ op }) => op === "softmax");
  const own = paths[softmax]?.findIndex(({ kind }) => kind === "module") ?? 0;
  const level = own < 0 ? (paths[softmax]?.length ?? 0) : own;
  const shown = inGroups(paths, softmax, level);
  if (groupAt(paths, shown)) return shown; // attention that a library makes
  const [first, last] = openRange(paths, shown);
  const made = steps.slice(first, last + 1).filter(({ inputs }) => inputs.length > 0);
  const computed = made.find(({ op }) => !MOVES.test(op)) ?? made[0];
  return inGroups(paths, computed ? steps.indexOf(computed) : first, level);
}

/** The last step, in the loops and calls that the error is in. */
function beforeError(paths: Paths, last: number, frames: readonly SourceFrame[]): Stop {
  let [level, depth] = [0, 0];
  for (const { kind, place } of paths[last] ?? []) {
    const line = frames[depth]?.line ?? 0;
    const isInCall =
      kind === "call" && depth + 1 < frames.length && line >= place.line && line <= place.endLine;
    if (kind === "loop" ? line < place.line : !isInCall) break;
    if (isInCall) depth++;
    level++;
  }
  return inGroups(paths, last, level);
}

/** The first step that differs comes on the stage. */
function compared(state: NotebookState): NotebookState {
  const { run, other, playback } = state;
  const found = run && other && firstDifference(run, other.run);
  if (!found) return state;
  const { index, level } = innermost(run.paths, run.steps.indexOf(found.mine));
  return { ...state, asked: [], origin: [], playback: atStep(paused(playback), index), level };
}

/** While the code is broken, the last picture stays, unless the program still gets as far. */
function afterRun(state: NotebookState, run: ProgramRun): NotebookState {
  const { result } = run;
  const { run: before, playback } = state;
  const next = { ...state, latest: result, failure: undefined };
  const { paths, steps } = run;
  const edited = before && before.source !== run.source ? firstChange(before.source, run.source) : undefined;
  const line = before ? edited : state.line;
  const changed = line === undefined ? undefined : stopAtPlace(paths, steps, line, undefined, playback.index);
  const name = before?.steps[playback.index]?.name;
  const same = steps.findIndex((step) => step.name === name);
  if (steps.length === 0 || (result.error && before && same < 0 && !changed)) return next;
  const isWhole = groupAt(pathsIn(state), stopIn(state)) !== undefined;
  const kept =
    same < 0 ? firstShown(run) : isWhole ? inGroups(paths, same, state.level) : innermost(paths, same);
  const { index, level } = changed ?? kept;
  const stays = steps[index]?.name === name;
  const plan = withSteps({ ...playback, index }, steps.map(stepMs));
  const asked = stays ? state.asked.filter((cell) => run.explain(cell)) : [];
  return {
    ...next,
    run,
    level,
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
function runOf(core: BarePython, source: string, limits: ProgramLimits, before?: ProgramRun): ProgramRun {
  const result = core.runPython(source, { limits });
  const { trace } = result;
  const all = trace.steps.map((step): ProgramStep => {
    const old = before?.tensors.get(step.name);
    return old && sameNumbers(old, step) ? ({ ...step, data: old.data } as ProgramStep) : step;
  });
  const tensors = new Map(all.map((step) => [step.name, step]));
  const steps = playedSteps(all);
  return {
    ...{ source, result, tensors, steps, paths: pathsOf(steps) },
    explain: ({ name, index }) => (tensors.has(name) ? core.explain(trace, name, index) : undefined),
    reads: (name, positions) => core.reads(trace, name, positions),
  };
}

const sameNumbers = (a: ProgramStep, b: ProgramStep): boolean =>
  a.dtype === b.dtype &&
  sameShape(a.shape, b.shape) &&
  a.data.every((x: number, i: number) => Object.is(x, b.data[i]));
