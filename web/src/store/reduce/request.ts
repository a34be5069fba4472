/** Requests lessons: from attributes, settings, a lesson file or a weight file. */

import type { WrongLesson } from "../../lesson_file/problem.js";
import { programIn, shownLesson, wrongLesson } from "../../lesson_file/read_lesson.js";
import { openingSpec } from "../../lessons/lessons.js";
import { FIRST_LESSON } from "../../lessons/opening.js";
import { compact } from "../../module/compact.js";
import { DESIGNED } from "../../module/designed.js";
import { type Refusal, refused } from "../../module/errors.js";
import type { LessonSpec } from "../../module/types.js";
import { specOver } from "../../spec/fields.js";
import type { Attributes, EffectResult } from "../actions.js";
import {
  dataOfRun,
  designedLesson,
  isSameData,
  isSameWeights,
  type LessonData,
  weightsFor,
  withDrawnWeights,
  withoutModel,
} from "../lesson_runner.js";
import { requestedData } from "../selectors.js";
import {
  type DataAttributes,
  type DesignedAsked,
  type LessonSource,
  type Place,
  SPEC_ATTRIBUTES,
  type State,
  type WeightsAsked,
} from "../state.js";
import { applyPendingPlace, withError } from "./show.js";

export const dataOf = (state: State): LessonData => state.data ?? withDrawnWeights(openingSpec(FIRST_LESSON));

/** Drops weights and a lesson file that do not fit the spec. */
const dropUnfit = ({ spec, weights, own, changes }: LessonData): LessonData => ({
  spec,
  weights: weightsFor(spec, weights),
  own: own?.spec.lesson === spec.lesson ? own : undefined,
  changes,
});

/** Requests a lesson, unless the same data are computing or on the stage already. */
export function request(state: State, asked: LessonData, pendingPlace: Place = state.pendingPlace): State {
  const data = dropUnfit(asked);
  const isAsked = isSameData(state.data, data);
  const next: State = { ...state, data, pendingPlace, ...weightsFileFor(state, data) };
  if (isAsked && state.computing.kind === "computing") return next;
  if (!isSameData(state.run, data)) return startIfReady({ ...next, computing: { kind: "idle" } });
  // After a refusal the data go back to those of the run on the stage; the message stays until another spec is requested.
  const isRepeated = isAsked && data.spec === state.data?.spec;
  return applyPendingPlace({
    ...next,
    askedBefore: next.asked,
    computing: isRepeated ? next.computing : { kind: "standing" },
  });
}

/**
 * The changed state of the weight file when data are requested. A refusal is cleared once the weights change. A file that is
 * being read for other data is read again for these if lesson and weights are the same; otherwise it is dropped.
 */
function weightsFileFor({ weightsFile: file, data: before, lastId }: State, data: LessonData) {
  const none = { weightsFile: { kind: "none" } as const };
  if (file.kind === "refused") return !isSameWeights(data.weights, before?.weights) && none;
  if (file.kind === "none" || !file.data || isSameData(file.data, data)) return false;
  const fits = file.data.spec.lesson === data.spec.lesson && isSameWeights(file.data.weights, data.weights);
  return fits ? { lastId: lastId + 1, weightsFile: { ...file, id: lastId + 1, data } } : none;
}

/** Lets a first lesson that was refused be computed again when the element comes into view. */
export const retryIfRefused = ({ computing }: State): State["computing"] =>
  computing.kind === "refused" ? { kind: "idle" } : computing;

/** Starts computing once the element is visible and its lesson file, if any, has been read. */
export function startIfReady(state: State): State {
  const awaitsFile = state.file.kind !== "none";
  const { data, seen, computing, lastId, weightsFile, run } = state;
  // Nothing is shown before the weights that the page wants have been read.
  const awaitsWeights = !run && weightsFile.kind === "reading" && weightsFile.data !== undefined;
  if (!data || !seen || awaitsFile || awaitsWeights || computing.kind !== "idle") return state;
  return { ...state, computing: { kind: "computing", id: lastId + 1 }, lastId: lastId + 1 };
}

export function withAttributes(state: State, changed: Attributes): State {
  const { mode = state.mode, allow = state.allow, src = state.src, step } = changed;
  const weightsAsked = "weights" in changed ? changed.weights : state.weightsAsked;
  const weightsBefore = state.weightsFile.kind === "reading" ? state.weightsBefore : state.weightsAsked;
  const asked = askedWith(state.asked, changed);
  let next: State = { ...state, mode, allow, asked, src, weightsAsked, weightsBefore };
  // The empty step of the first update must not replace the step of an earlier call of `seek`.
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
  if (changed.ownLesson) return withFile(next, changed.ownLesson);
  if ("ownLesson" in changed && next.file.kind !== "coming") next = { ...next, file: { kind: "none" } };
  const before = isFileRemoved ? undefined : requestedData(state);
  const spec = requestedSpec(before?.spec, changed, asked, own);
  const changes = before?.spec.lesson === spec.lesson ? before.changes : undefined;
  const data: LessonData = { spec, weights: before?.weights, own, changes };
  const isChanged = "weights" in changed || data.spec !== before?.spec;
  return isChanged ? requestWithWeights(next, data, "weights" in changed) : request(next, data);
}

/** Requests a lesson with the weights that the page wants; a file of them, or the trained model, is read first. */
function requestWithWeights(state: State, data: LessonData, areChanged = false): State {
  const { weightsAsked: asked, lastId } = state;
  if (state.file.kind === "coming") return request(state, data); // the file decides about the lesson
  if (asked === undefined) return request(state, areChanged ? withoutModel(data) : data);
  if (isDesignedAsked(asked)) {
    const designed = designedLesson(data, asked.lang);
    return request(state, { ...designed, spec: specOver(designed.spec, data.spec) });
  }
  const id = lastId + 1;
  return {
    ...state,
    data: state.data ?? data,
    lastId: id,
    weightsFile: { kind: "reading", id, file: asked, data },
  };
}

const isDesignedAsked = (asked: WeightsAsked): asked is DesignedAsked =>
  asked.name === DESIGNED && "lang" in asked;

const isSpecAttribute = (name: string): name is (typeof SPEC_ATTRIBUTES)[number] =>
  SPEC_ATTRIBUTES.some((one) => one === name);

/** The fields of a spec that have an attribute here; undefined resets a field to the lesson's own value. */
const fieldsIn = (asked: DataAttributes): Partial<LessonSpec> =>
  Object.fromEntries(Object.entries(asked).filter(([name]) => isSpecAttribute(name)));

/**
 * All that the page asks for, after a change. What it says last counts: an attribute replaces its field in an earlier spec, and
 * another lesson an earlier spec that names its own.
 */
function askedWith(before: DataAttributes, changed: Attributes): DataAttributes {
  const fields = fieldsIn(changed);
  const { lesson = before.lesson } = changed;
  const isOfLesson = !("lesson" in changed) || (before.spec?.lesson ?? lesson) === lesson;
  const spec = "spec" in changed ? changed.spec : isOfLesson ? without(before.spec, fields) : undefined;
  return compact<DataAttributes>({ ...before, ...fields, lesson, spec });
}

/** The spec without the fields that are set anew; undefined if it has no others. */
function without(spec: LessonSpec | undefined, fields: Partial<LessonSpec>): LessonSpec | undefined {
  const rest = Object.entries(spec ?? {}).filter(([name]) => !(name in fields));
  return rest.length > 0 ? (Object.fromEntries(rest) as unknown as LessonSpec) : undefined;
}

/** The attributes that changed, over the data on the stage; a lesson or a spec that is asked for has all attributes. */
function requestedSpec(
  shown: LessonSpec | undefined,
  changed: Attributes,
  asked: DataAttributes,
  own: LessonData["own"],
): LessonSpec {
  const lesson = changed.lesson ?? (shown ? shown.lesson : asked.lesson) ?? FIRST_LESSON;
  const opening: LessonSpec = own?.spec.lesson === lesson ? { lesson } : openingSpec(lesson);
  if (!shown || "spec" in changed || lesson !== shown.lesson) return askedSpec(opening, asked);
  let spec = shown;
  for (const [name, value] of Object.entries(fieldsIn(changed))) {
    const wanted = value === undefined ? opening[name as keyof LessonSpec] : value;
    if (wanted !== spec[name as keyof LessonSpec]) spec = compact<LessonSpec>({ ...spec, [name]: wanted });
  }
  return spec;
}

/** The lesson as it opens, with the attributes; sizes that a spec leaves out are the tutorial's. */
function askedSpec(opening: LessonSpec, asked: DataAttributes): LessonSpec {
  const { lesson } = opening;
  const { spec } = asked;
  const fields = fieldsIn(asked);
  if (!spec) return { ...opening, ...fields };
  const isWhole =
    typeof spec !== "object" || ("lesson" in spec && Object.keys(fields).every((name) => name in spec));
  return isWhole ? spec : Object.assign({ lesson }, fields, spec);
}

/** A lesson file was read: show its lesson, in the mode the file asks for unless a mode is set, or report what is wrong with it. */
export function withFile(state: State, read: NonNullable<Attributes["ownLesson"]>): State {
  const own = shownLesson(read);
  const program = programIn(read);
  const wrong = wrongLesson(read);
  if (wrong) {
    const computing = { kind: "idle" } as const;
    return withError({ ...state, file: { kind: "wrong", wrong }, computing }, refusalOfFile(wrong));
  }
  const file = own ?? program;
  if (!file) return state;
  const [mode, allow] =
    state.mode === "" ? [file.mode, state.allow || file.allow] : [state.mode, state.allow];
  if (program)
    return { ...state, file: { kind: "program", program }, mode, allow, computing: { kind: "idle" } };
  if (!own) return state;
  const { asked } = state;
  const spec = { ...fieldsIn(asked), ...asked.spec, lesson: own.spec.lesson };
  return requestWithWeights(
    { ...state, file: { kind: "none" }, mode, allow },
    { spec, weights: undefined, own },
  );
}

export function withWeightsFile(
  state: State,
  { data, read }: Extract<EffectResult, { type: "weightsRead" }>,
): State {
  const { weightsFile, lastId, weightsBefore } = state;
  if (weightsFile.kind !== "reading") return state;
  const { file, data: given } = weightsFile;
  // The settings changed while the file was read: check again whether it fits.
  if (!given && !isSameData(state.data, data))
    return { ...state, lastId: lastId + 1, weightsFile: { kind: "reading", id: lastId + 1, file } };
  if ("code" in read) {
    const refused: State = { ...state, weightsFile: { kind: "refused", name: file.name, error: read } };
    if (!given) return refused;
    // The page gets an error event; if no lesson is on the stage yet, it is shown with drawn weights.
    const asked = state.run ? state.askedBefore : state.asked;
    const back: State = { ...refused, asked, weightsAsked: state.data?.weights && weightsBefore };
    return withError(state.run ? applyPendingPlace(back) : startIfReady(back), read);
  }
  return request({ ...state, weightsFile: { kind: "none" } }, dataOfRun(read));
}

/** The code that reads lesson files could not be loaded. */
export function readerMissing(src: LessonSource): Refusal {
  const got = typeof src === "string" ? src : "ownLesson";
  return refused("lesson-reader-missing", { got }, "src: what reads {got} could not be loaded");
}

/** Everything wrong with a lesson file, as one error event. */
const refusalOfFile = ({ name, problems }: WrongLesson): Refusal => ({
  code: "bad-lesson-file",
  message: problems
    .map(({ line, message }) => (line ? `${name}:${line}: ` : `${name}: `) + message)
    .join("\n"),
  details: { file: name, count: String(problems.length) },
});
