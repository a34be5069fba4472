/** Asking for a lesson: from attributes, settings, a lesson file or a weight file. */
import type { WrongLesson } from "../../lesson_file/problem.js";
import { shownLesson, wrongLesson } from "../../lesson_file/read_lesson.js";
import { FIRST_LESSON, openingSpec } from "../../lessons/lessons.js";
import type { Refusal } from "../../module/refusal.js";
import type { LessonSpec } from "../../module/types.js";
import type { Attributes, EffectResult } from "../actions.js";
import { isSameData, type LessonData, weightsIn, withDrawnWeights } from "../lesson_runner.js";
import type { Place, State } from "../state.js";
import { applyPendingPlace, withError } from "./show.js";

export const dataOf = (state: State): LessonData => state.data ?? withDrawnWeights(openingSpec(FIRST_LESSON));

/** Weights of a file and a lesson file belong to one lesson; another lesson drops them. */
const fitting = ({ spec, weights, own }: LessonData): LessonData => ({
  spec,
  weights: weightsIn(spec, weights),
  own: own?.spec.lesson === spec.lesson ? own : undefined,
});

/** Requests a lesson, unless the same data are computing or on the stage already. */
export function request(state: State, asked: LessonData, pendingPlace: Place = state.pendingPlace): State {
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
export const retryIfRefused = ({ computing }: State): State["computing"] =>
  computing.kind === "refused" ? { kind: "idle" } : computing;

/** Starts computing once the element is visible and its lesson file, if any, has been read. */
export function startIfReady(state: State): State {
  const waits = state.file.kind === "coming" || state.file.kind === "wrong" || state.file.kind === "missing";
  const { data, seen, computing, lastId } = state;
  if (!data || !seen || waits || computing.kind !== "idle") return state;
  return { ...state, computing: { kind: "computing", id: lastId + 1 }, lastId: lastId + 1 };
}

export function withAttributes(state: State, changed: Attributes): State {
  const { mode = state.mode, allow = state.allow, src = state.src, step } = changed;
  let next: State = { ...state, mode, allow, src };
  // At first an element without the attribute may have been told to seek.
  if (step !== undefined && (step !== "" || state.data))
    next = { ...next, pendingPlace: { ...next.pendingPlace, step: step || undefined } };
  if (src !== state.src) {
    const id = state.lastId + 1;
    next =
      src === ""
        ? { ...next, file: { kind: "none" } }
        : { ...next, lastId: id, file: { kind: "coming", id, src } };
  }
  const isFileRemoved = src !== state.src && src === "";
  const own = isFileRemoved
    ? undefined
    : shownLesson("ownLesson" in changed ? changed.ownLesson : state.data?.own);
  const weights = "weights" in changed ? changed.weights : state.data?.weights;
  if (changed.ownLesson) {
    const { seed } = changed;
    const spec = changed.spec ?? seededOnly(own, state.data ? undefined : seed);
    return withFile(next, changed.ownLesson, spec, weights);
  }
  if ("ownLesson" in changed && next.file.kind !== "coming") next = { ...next, file: { kind: "none" } };
  return request(next, {
    spec: specAsked(isFileRemoved ? { ...state, data: undefined } : state, changed),
    weights,
    own,
  });
}

/** The attributes are shorthand for the spec; if one action changes both, the spec wins. */
function specAsked({ data }: State, changed: Attributes): LessonSpec {
  if (changed.spec) return changed.spec;
  const current = data?.spec;
  const stays = "spec" in changed ? undefined : current;
  const lesson = changed.lesson ?? current?.lesson ?? FIRST_LESSON;
  const spec = stays && lesson === stays.lesson ? stays : openingSpec(lesson);
  const seed = "spec" in changed && !("seed" in changed) ? current?.seed : changed.seed;
  return seed === undefined || seed === spec.seed ? spec : { ...spec, seed };
}

/** The lesson of a file with its own data, and possibly another seed. */
function seededOnly(own: LessonData["own"], seed: number | undefined): LessonSpec | undefined {
  if (!own) return undefined;
  const { lesson } = own.spec;
  return seed === undefined ? { lesson } : { lesson, seed };
}

/** A lesson file was read: show its lesson, in the mode the file asks for unless a mode is set, or report what is wrong with it. */
export function withFile(
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

export function withWeightsFile(
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
