/** Asking for a lesson: from attributes, settings, a lesson file or a weight file. */
import type { WrongLesson } from "../../lesson_file/problem.js";
import { shownLesson, wrongLesson } from "../../lesson_file/read_lesson.js";
import { FIRST_LESSON, openingSpec } from "../../lessons/lessons.js";
import { READABLE } from "../../module/readable.js";
import type { Refusal } from "../../module/refusal.js";
import type { LessonSpec } from "../../module/types.js";
import { compact } from "../../spec/compact.js";
import { type Attributes, type EffectResult, SPEC_ATTRIBUTES } from "../actions.js";
import {
  isSameData,
  type LessonData,
  readableWeights,
  weightsIn,
  withDrawnWeights,
  withoutTrained,
} from "../lesson_runner.js";
import { dataAsked } from "../selectors.js";
import type { LessonSource, Place, State } from "../state.js";
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
  const next: State = { ...state, data, pendingPlace, ...weightsFileFor(state, data) };
  if (isAsked && state.computing.kind === "computing") return next;
  if (!isSameData(state.run, data)) return startIfReady({ ...next, computing: { kind: "idle" } });
  // After a refusal the data go back to those of the run on the stage; the message stays until other data are requested.
  return applyPendingPlace(isAsked ? next : { ...next, computing: { kind: "standing" } });
}

/**
 * What becomes of a weight file when data are requested: what was said of a refused one ends with the weights it was chosen for,
 * and one that is read for other data of the lesson is read for these, unless they have weights of their own.
 */
function weightsFileFor({ weightsFile: file, data: before, lastId }: State, data: LessonData) {
  const none = { weightsFile: { kind: "none" } as const };
  if (file.kind === "refused") return data.weights !== before?.weights && none;
  if (file.kind === "none" || !file.data || isSameData(file.data, data)) return false;
  const fits = file.data.spec.lesson === data.spec.lesson && file.data.weights === data.weights;
  return fits ? { lastId: lastId + 1, weightsFile: { ...file, id: lastId + 1, data } } : none;
}

/** If the first lesson could not be computed at all, coming into view tries again. */
export const retryIfRefused = ({ computing }: State): State["computing"] =>
  computing.kind === "refused" ? { kind: "idle" } : computing;

/** Starts computing once the element is visible and its lesson file, if any, has been read. */
export function startIfReady(state: State): State {
  const waits = state.file.kind === "coming" || state.file.kind === "wrong" || state.file.kind === "missing";
  const { data, seen, computing, lastId, weightsFile, run } = state;
  // Nothing is shown before the weights that the page wants.
  const awaitsWeights = !run && weightsFile.kind === "reading" && weightsFile.data !== undefined;
  if (!data || !seen || waits || awaitsWeights || computing.kind !== "idle") return state;
  return { ...state, computing: { kind: "computing", id: lastId + 1 }, lastId: lastId + 1 };
}

export function withAttributes(state: State, changed: Attributes): State {
  const { mode = state.mode, allow = state.allow, src = state.src, step } = changed;
  const weightsAsked = "weights" in changed ? changed.weights : state.weightsAsked;
  let next: State = { ...state, mode, allow, src, weightsAsked };
  // At first an element without the attribute may have been told to seek.
  if (step !== undefined && (step !== "" || state.data))
    next = { ...next, pendingPlace: { ...next.pendingPlace, step: step || undefined } };
  if (src !== state.src) {
    const id = state.lastId + 1;
    next =
      src === ""
        ? { ...next, file: { kind: "none" } }
        : { ...next, lastId: id, file: { kind: "coming", id, src, asked: {} } };
  }
  if (next.file.kind === "coming") {
    const asked = { ...next.file.asked, ...fieldsIn(changed), ...changed.spec };
    next = { ...next, file: { ...next.file, asked } };
  }
  const isFileRemoved = src !== state.src && src === "";
  const own = isFileRemoved
    ? undefined
    : shownLesson("ownLesson" in changed ? changed.ownLesson : state.data?.own);
  if (changed.ownLesson) return withFile(next, changed.ownLesson);
  if ("ownLesson" in changed && next.file.kind !== "coming") next = { ...next, file: { kind: "none" } };
  const before = isFileRemoved ? undefined : dataAsked(state);
  const data: LessonData = { spec: specAsked(before, changed, own), weights: before?.weights, own };
  const isOther = "weights" in changed || data.spec !== before?.spec;
  return isOther ? requestAsked(next, data, "weights" in changed) : request(next, data);
}

/** Requests a lesson with the weights that the page wants; a file of them, or the trained model, is read first. */
function requestAsked(state: State, data: LessonData, areChanged = false): State {
  const { weightsAsked: asked, lastId } = state;
  if (state.file.kind === "coming") return request(state, data); // the file decides about the lesson
  if (asked === undefined) return request(state, areChanged ? withoutTrained(data) : data);
  if (asked === READABLE) return request(state, { ...data, weights: readableWeights(data.spec.lesson) });
  const id = lastId + 1;
  return {
    ...state,
    data: state.data ?? data,
    lastId: id,
    weightsFile: { kind: "reading", id, file: asked, data },
  };
}

/** The fields of a spec that an action changes; undefined: back to the lesson's own. */
const fieldsIn = (changed: Attributes): Partial<LessonSpec> =>
  Object.fromEntries(SPEC_ATTRIBUTES.filter((name) => name in changed).map((name) => [name, changed[name]]));

/** The attributes are shorthand for fields of the spec; if one action changes both, the spec wins. */
function specAsked(data: LessonData | undefined, changed: Attributes, own: LessonData["own"]): LessonSpec {
  const current = data?.spec;
  const lesson = changed.lesson ?? current?.lesson ?? FIRST_LESSON;
  const fields = Object.entries(fieldsIn(changed));
  if (changed.spec) {
    const { spec } = changed;
    const isWhole = typeof spec !== "object" || ("lesson" in spec && fields.every(([name]) => name in spec));
    return isWhole
      ? spec
      : ({ ...Object.fromEntries([["lesson", lesson], ...fields]), ...spec } as LessonSpec);
  }
  const opening: LessonSpec = own?.spec.lesson === lesson ? { lesson } : openingSpec(lesson);
  const stays = "spec" in changed ? undefined : current;
  let spec = stays?.lesson === lesson ? stays : opening;
  if ("spec" in changed && current?.seed !== undefined) spec = { ...spec, seed: current.seed };
  for (const [name, value] of fields) {
    const wanted = value === undefined ? opening[name as keyof LessonSpec] : value;
    if (wanted !== spec[name as keyof LessonSpec]) spec = compact<LessonSpec>({ ...spec, [name]: wanted });
  }
  return spec;
}

/** A lesson file was read: show its lesson, in the mode the file asks for unless a mode is set, or report what is wrong with it. */
export function withFile(state: State, read: NonNullable<Attributes["ownLesson"]>): State {
  const own = shownLesson(read);
  const wrong = wrongLesson(read);
  if (wrong) {
    const computing = { kind: "idle" } as const;
    return withError({ ...state, file: { kind: "wrong", wrong }, computing }, refusalOfFile(wrong));
  }
  if (!own) return state;
  const asked = state.file.kind === "coming" ? state.file.asked : {};
  const [mode, allow] = state.mode === "" ? [own.mode, state.allow || own.allow] : [state.mode, state.allow];
  const spec = { ...compact(asked), lesson: own.spec.lesson };
  return requestAsked({ ...state, file: { kind: "none" }, mode, allow }, { spec, weights: undefined, own });
}

export function withWeightsFile(
  state: State,
  { data, read }: Extract<EffectResult, { type: "weightsRead" }>,
): State {
  const { weightsFile, lastId } = state;
  if (weightsFile.kind !== "reading") return state;
  const { file, data: given } = weightsFile;
  // The settings changed while the file was read: check again whether it fits.
  if (!given && !isSameData(state.data, data))
    return { ...state, lastId: lastId + 1, weightsFile: { kind: "reading", id: lastId + 1, file } };
  if ("code" in read) {
    const refused: State = { ...state, weightsFile: { kind: "refused", name: file.name, error: read } };
    if (!given) return refused;
    // The page hears of it; without a lesson on the stage, that with drawn weights is shown.
    return withError(state.run ? refused : startIfReady(refused), read);
  }
  const { spec, weights, own } = read;
  return request({ ...state, weightsFile: { kind: "none" } }, { spec, weights, own });
}

/** The code that reads lesson files could not be loaded. */
export function readerMissing(src: LessonSource): Refusal {
  const got = typeof src === "string" ? src : "ownLesson";
  return {
    code: "lesson-reader-missing",
    message: `src: what reads ${got} could not be loaded`,
    details: { got },
  };
}

/** Everything wrong with a lesson file, as one error event. */
export const refusalOfFile = ({ name, problems }: WrongLesson): Refusal => ({
  code: "bad-lesson-file",
  message: problems
    .map(({ line, message }) => (line ? `${name}:${line}: ` : `${name}: `) + message)
    .join("\n"),
  details: { file: name, count: String(problems.length) },
});
