/** The reducer: the only code that makes a new state. It is pure; work that takes time or can fail is an effect (effects.ts). */

import type { WrongLesson } from "../lesson_file/problem.js";
import { shownLesson, wrongLesson } from "../lesson_file/read_lesson.js";
import { FIRST_LESSON, openingSpec } from "../lessons/lessons.js";
import type { Refusal } from "../module/refusal.js";
import type { LessonSpec } from "../module/types.js";
import { msPerStep } from "../timeline/durations.js";
import {
  advance,
  atMoment,
  atStep,
  momentOf,
  paused,
  played,
  withSpeed,
  withSteps,
  withStills,
} from "../timeline/playback.js";
import type { Action, Attributes, EffectResult } from "./actions.js";
import { isSameData, type LessonData, type Run, withDrawnWeights } from "./lesson_runner.js";
import {
  clampFocus,
  focusFor,
  glanceAt,
  goBack,
  isCellOf,
  NOTHING,
  openNext,
  shownCells,
} from "./selection.js";
import { cellKey, currentStep, indexOf, playsAlone, stepNamed } from "./selectors.js";
import type { Place, State } from "./state.js";

export function reduce(state: State, action: Action): State {
  if ("id" in action && !isPending(state, action.id)) return state; // a stale result
  return requestExplanations(state, afterAction(state, action));
}

/** Whether the result of the effect with this id is still wanted. */
export const isPending = ({ computing, file, weightsFile, explanationId }: State, id: number): boolean =>
  (computing.kind === "computing" && computing.id === id) ||
  (file.kind === "coming" && file.id === id) ||
  (weightsFile.kind === "reading" && weightsFile.id === id) ||
  explanationId === id;

function afterAction(state: State, action: Action): State {
  switch (action.type) {
    case "attributes":
      return withAttributes(state, action.changed);
    case "data": {
      const next: State = "weights" in action.data ? { ...state, weightsFile: { kind: "none" } } : state;
      return request(next, { ...dataOf(state), ...action.data });
    }
    case "lesson":
      return request(state, withDrawnWeights(openingSpec(action.lesson)), { step: 0, t: 0 });
    case "restore":
      return request({ ...state, file: { kind: "none" }, selection: NOTHING }, action.data, action.place);
    case "weightsFile": {
      const id = state.lastId + 1;
      return { ...state, lastId: id, weightsFile: { kind: "reading", id, file: action.file } };
    }
    case "play":
      return { ...state, selection: NOTHING, playback: played(state.playback) };
    case "pause":
      return { ...state, playback: paused(state.playback) };
    case "next":
      return withPlayback(state, atStep(state.playback, state.playback.index + 1));
    case "previous":
      return withPlayback(state, atStep(state.playback, state.playback.index - 1));
    case "goTo":
      return withPlayback(state, atStep(state.playback, action.step));
    case "seek":
      return withPlayback(state, atMoment(state.playback, placeOf(state, action.step), action.t));
    case "speed":
      return { ...state, playback: withSpeed(state.playback, action.speed) };
    case "choose":
      return { ...state, selection: NOTHING, focus: focusIn(state, { ...state.focus, ...action.focus }) };
    case "glance":
      return glanceAtCell(state, action.cell);
    case "open":
      return openCell(state, action.cell, action.isShown);
    case "openOperand":
      return isCell(state, action.cell)
        ? { ...state, selection: openNext(state.selection, action.cell) }
        : state;
    case "back":
      return { ...state, selection: goBack(state.selection) };
    case "close":
      return { ...state, selection: NOTHING };
    case "goToCell":
      return goToCell(state, action.step);
    case "sheet":
      return { ...state, sheet: action.sheet, playback: paused(state.playback) };
    case "mode":
      return { ...state, mode: action.mode };
    case "frame":
      return withPlayback(state, advance(state.playback, action.ms, playsAlone(state)));
    case "seen":
      return startIfReady({
        ...state,
        seen: action.seen,
        computing: state.run ? state.computing : retryIfRefused(state),
      });
    case "stills":
      return { ...state, playback: withStills(state.playback, action.stills) };
    default:
      return afterEffect(state, action);
  }
}

function afterEffect(state: State, result: EffectResult): State {
  switch (result.type) {
    case "computed":
      return withRun(state, result.run);
    case "refused":
      return withRefusal(state, result.error, result.fallback);
    case "fileRead":
      return result.read
        ? withFile(state, result.read)
        : withError(
            { ...state, file: { kind: "missing", error: readerMissing(state.src) } },
            readerMissing(state.src),
          );
    case "weightsRead":
      return withWeightsFile(state, result);
    case "explained":
      return { ...state, explanationId: undefined, explained: { ...state.explained, ...result.explained } };
  }
}

// Requesting a lesson

const dataOf = (state: State): LessonData => state.data ?? withDrawnWeights(openingSpec(FIRST_LESSON));

/** Weights and a lesson file belong to one lesson; another lesson drops them. */
const fitting = ({ spec, weights, own }: LessonData): LessonData => ({
  spec,
  weights: weights?.lesson === spec.lesson ? weights : undefined,
  own: own?.spec.lesson === spec.lesson ? own : undefined,
});

/** Requests a lesson, unless the same data are computing or on the stage already. */
function request(state: State, asked: LessonData, pendingPlace: Place = state.pendingPlace): State {
  const data = fitting(asked);
  const isAsked = isSameData(state.data, data);
  const isRefused = state.weightsFile.kind === "refused" && data.weights !== state.data?.weights;
  const next: State = {
    ...state,
    data,
    pendingPlace,
    weightsFile: isRefused ? { kind: "none" } : state.weightsFile,
  };
  if (isAsked && state.computing.kind === "computing") return next;
  if (!isSameData(state.run, data)) return startIfReady({ ...next, computing: { kind: "idle" } });
  // After a refusal the data go back to those of the run on the stage; the message stays until other data are requested.
  return applyPendingPlace(isAsked ? next : { ...next, computing: { kind: "standing" } });
}

/** If the first lesson could not be computed at all, coming into view tries again. */
const retryIfRefused = ({ computing }: State): State["computing"] =>
  computing.kind === "refused" ? { kind: "idle" } : computing;

/** Starts computing once the element is visible and its lesson file, if any, has been read. */
function startIfReady(state: State): State {
  const waits = state.file.kind === "coming" || state.file.kind === "wrong" || state.file.kind === "missing";
  const { data, seen, computing, lastId } = state;
  if (!data || !seen || waits || computing.kind !== "idle") return state;
  return { ...state, computing: { kind: "computing", id: lastId + 1 }, lastId: lastId + 1 };
}

function withAttributes(state: State, changed: Attributes): State {
  const { mode = state.mode, allow = state.allow, src = state.src, step } = changed;
  let next: State = { ...state, mode, allow, src };
  if (step !== undefined) next = { ...next, pendingPlace: { ...next.pendingPlace, step: step || undefined } };
  if (src !== state.src) {
    const id = state.lastId + 1;
    next =
      src === ""
        ? { ...next, file: { kind: "none" } }
        : { ...next, lastId: id, file: { kind: "coming", id, src } };
  }
  const left = src !== state.src && src === "";
  const own = left ? undefined : shownLesson("ownLesson" in changed ? changed.ownLesson : state.data?.own);
  const weights = "weights" in changed ? changed.weights : state.data?.weights;
  if (changed.ownLesson) {
    const { seed } = changed;
    const spec = changed.spec ?? seededOnly(own, state.data ? undefined : seed);
    return withFile(next, changed.ownLesson, spec, weights);
  }
  if ("ownLesson" in changed && next.file.kind !== "coming") next = { ...next, file: { kind: "none" } };
  return request(next, {
    spec: specAsked(left ? { ...state, data: undefined } : state, changed),
    weights,
    own,
  });
}

/** The attributes are shorthand for the spec; if one action changes both, the spec wins. */
function specAsked({ data }: State, changed: Attributes): LessonSpec {
  if (changed.spec) return changed.spec;
  const stood = data?.spec;
  const stays = "spec" in changed ? undefined : stood;
  const lesson = changed.lesson ?? stood?.lesson ?? FIRST_LESSON;
  const spec = stays && lesson === stays.lesson ? stays : openingSpec(lesson);
  const seed = "spec" in changed && !("seed" in changed) ? stood?.seed : changed.seed;
  return seed === undefined || seed === spec.seed ? spec : { ...spec, seed };
}

/** The lesson of a file with its own data, and possibly another seed. */
function seededOnly(own: LessonData["own"], seed: number | undefined): LessonSpec | undefined {
  if (!own) return undefined;
  const { lesson } = own.spec;
  return seed === undefined ? { lesson } : { lesson, seed };
}

/** A lesson file was read: show its lesson, in the mode the file asks for unless a mode is set, or report what is wrong with it. */
function withFile(
  state: State,
  read: NonNullable<Attributes["ownLesson"]>,
  spec?: LessonSpec,
  weights?: LessonData["weights"],
): State {
  const own = shownLesson(read);
  const wrong = wrongLesson(read);
  if (wrong) {
    const computing = { kind: "idle" } as const;
    return withError({ ...state, file: { kind: "wrong", wrong }, computing }, refusalOfFile(wrong));
  }
  if (!own) return state;
  const seed = state.run ? undefined : state.data?.spec.seed;
  const [mode, allow] = state.mode === "" ? [own.mode, state.allow || own.allow] : [state.mode, state.allow];
  const asked = spec ?? seededOnly(own, seed) ?? own.spec;
  return request({ ...state, file: { kind: "none" }, mode, allow }, { spec: asked, weights, own });
}

function withWeightsFile(
  state: State,
  { data, read }: Extract<EffectResult, { type: "weightsRead" }>,
): State {
  const { weightsFile, lastId } = state;
  if (weightsFile.kind !== "reading") return state;
  const { file } = weightsFile;
  // The settings changed while the file was read: check again whether it fits.
  if (!isSameData(state.data, data))
    return { ...state, lastId: lastId + 1, weightsFile: { kind: "reading", id: lastId + 1, file } };
  if ("code" in read) return { ...state, weightsFile: { kind: "refused", name: file.name, error: read } };
  const { spec, weights, own } = read;
  return request({ ...state, weightsFile: { kind: "none" } }, { spec, weights, own });
}

// Showing a run

function withRun(state: State, run: Run): State {
  const { spec, weights, own } = run;
  const data: LessonData = { spec, weights, own };
  return applyPendingPlace(showRun({ ...state, data, computing: { kind: "standing" } }, run));
}

/** A refused request puts data and attributes back to those of the run on the stage. */
function withRefusal(state: State, error: Refusal, fallback: Run | undefined): State {
  const failed: State = { ...state, computing: { kind: "refused", error } };
  const run = state.run ?? fallback;
  if (!run) return withError(failed, error);
  const { spec, weights, own } = run;
  const back: State = { ...failed, data: { spec, weights, own } };
  if (run === state.run) return withError({ ...back, pendingPlace: {} }, error);
  return withError(applyPendingPlace(showRun(back, run)), error);
}

/** Puts a run on the stage, at the current step if the run has it, else at its first. */
function showRun(state: State, run: Run): State {
  const { playback, focus } = state;
  const before = currentStep(state);
  const next: State = {
    ...state,
    run,
    selection: NOTHING,
    explained: {},
    explanationId: undefined,
    playback: withSteps(
      playback,
      run.steps.map((step) => msPerStep(step.stage(run.trace).op)),
    ),
  };
  const index = indexOf(next, before);
  const isSame = state.run !== undefined && index === playback.index;
  const placed = isSame
    ? atMoment(next.playback, index, momentOf(playback))
    : atStep(next.playback, Math.max(0, index));
  return { ...next, playback: placed, focus: focusIn(next, focus) };
}

/** Goes to the pending place; an unknown step is an error. */
function applyPendingPlace(state: State): State {
  const { pendingPlace } = state;
  const { step } = pendingPlace;
  const next = moveTo({ ...state, pendingPlace: {} }, pendingPlace);
  if (typeof step !== "string" || indexOf(state, step) >= 0) return next;
  const got = step.slice(0, 60);
  const message = `step: got ${got}, wants a step of the lesson`;
  return withError(next, { code: "unknown-step", message, details: { field: "step", got } });
}

const placeOf = (state: State, step: string | number): number =>
  typeof step === "string" ? indexOf(state, step) : step;

function moveTo(state: State, { step, t, focus, cell, sheet }: Place): State {
  const { playback } = state;
  const index = step === undefined ? playback.index : placeOf(state, step);
  const there = index === playback.index ? playback : atStep(playback, index);
  const next: State = {
    ...withPlayback(state, t === undefined ? there : atMoment(playback, index, t)),
    focus: focus ? focusIn(state, { ...state.focus, ...focus }) : state.focus,
    sheet: sheet ?? state.sheet,
  };
  return cell && isCell(next, cell) ? { ...next, selection: { trail: [cell] } } : next;
}

/** A selection belongs to its step: changing the step clears it. */
const withPlayback = (state: State, playback: State["playback"]): State => ({
  ...state,
  playback,
  selection: playback.index === state.playback.index ? state.selection : NOTHING,
});

// Pointing at numbers

function isCell(
  state: State,
  { name, index }: { readonly name: string; readonly index: readonly number[] },
): boolean {
  const step = stepNamed(state, name);
  return step !== undefined && isCellOf(step, index);
}

/** Clamps the focus to the sentences and heads of the run on the stage. */
function focusIn(state: State, focus: State["focus"]): State["focus"] {
  const batches = stepNamed(state, "ids")?.shape[0];
  return batches ? clampFocus(focus, batches, state.run?.trace.spec.numHeads ?? 1) : focus;
}

/** Ignored while playing, because the cells move. */
function glanceAtCell(state: State, cell: State["selection"]["glance"]): State {
  if (state.playback.playing || (cell && !isCell(state, cell))) return state;
  const selection = glanceAt(state.selection, cell);
  return selection === state.selection ? state : { ...state, selection };
}

/** Opens the arithmetic of a cell; no cell closes it. */
function openCell(state: State, cell: State["selection"]["glance"], isShown: boolean): State {
  const playback = paused(state.playback);
  if (!cell || !isCell(state, cell)) return { ...state, playback, selection: NOTHING };
  return {
    ...state,
    playback: isShown ? playback : atMoment(playback, playback.index, 1),
    selection: { trail: [cell] },
  };
}

/** Goes to the step that shows the open cell, and keeps it open. */
function goToCell(state: State, id: string): State {
  const cell = state.selection.trail.at(-1);
  const home = cell && stepNamed(state, cell.name);
  const index = indexOf(state, id);
  if (!home || index < 0) return state;
  return {
    ...state,
    playback: atMoment(state.playback, index, 1),
    focus: focusFor(home, cell.index, state.focus),
    selection: { trail: [cell] },
  };
}

/** Requests explanations of newly selected cells that have none yet, all in one effect. */
function requestExplanations(before: State, state: State): State {
  const { selection, explained, run, lastId } = state;
  if (selection === before.selection && run === before.run) return state;
  const isKnown = shownCells(selection).every((cell) => cellKey(cell) in explained);
  if (isKnown) return state.explanationId === undefined ? state : { ...state, explanationId: undefined };
  return { ...state, explanationId: lastId + 1, lastId: lastId + 1 };
}

// Errors

const withError = (state: State, lastError: Refusal): State => ({ ...state, lastError: { ...lastError } });

/** The code that reads lesson files could not be loaded. */
export const readerMissing = (src: string): Refusal => ({
  code: "lesson-reader-missing",
  message: `src: what reads ${src} could not be loaded`,
  details: { got: src },
});

/** Everything wrong with a lesson file, as one error event. */
export const refusalOfFile = ({ name, problems }: WrongLesson): Refusal => ({
  code: "bad-lesson-file",
  message: problems
    .map(({ line, message }) => (line ? `${name}:${line}: ` : `${name}: `) + message)
    .join("\n"),
  details: { file: name, count: String(problems.length) },
});
