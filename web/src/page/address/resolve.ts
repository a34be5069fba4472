/**
 * Turns what a URL asks for into what can be shown: what the core or the lesson refuses is replaced by its default and
 * reported.
 */

import type { OwnLesson } from "../../lesson_file/read_lesson.js";
import { canCompare } from "../../lessons/comparisons.js";
import { designedSpec, designedVocabulary } from "../../lessons/designed.js";
import { indexOfStep as placeIn } from "../../lessons/groups.js";
import type { LessonStep } from "../../lessons/lesson.js";
import { withOpeningSizes } from "../../lessons/lessons.js";
import { BEFORE } from "../../lessons/offers.js";
import { TRAINED } from "../../lessons/trained.js";
import { DESIGNED } from "../../module/designed.js";
import { IN_RANGE, refusalOf, refused } from "../../module/errors.js";
import type { Core } from "../../module/page_entry.js";
import type { LessonSpec, Trace } from "../../module/types.js";
import { specOver } from "../../spec/fields.js";
import {
  type ChosenWeights,
  dataOfRun,
  designedWeights,
  type LessonData,
  run,
  specOfModel,
} from "../../store/lesson_runner.js";
import { stepRefusal } from "../../store/reduce/show.js";
import { isCellOf } from "../../store/selection.js";
import type { Place, Sheet } from "../../store/state.js";
import { WRITTEN_LESSON, writtenAs } from "../../store/written_text.js";
import { loadAuthoring } from "../../views/authoring/load_authoring.js";
import { type Problem, quoted } from "./url_reader.js";
import { formatCell, type PageState } from "./url_state.js";

export interface ResolvedAddress {
  readonly data: LessonData;
  readonly place: Place;
  readonly problems: readonly Problem[];
}

export interface Accepted {
  readonly spec: LessonSpec;
  readonly trace: Trace;
  readonly problems: readonly Problem[];
}

/** Replaces the sentences of a URL by their token ids, or by the trained model's weights for them. */
export async function spelledOut(
  { spec, text, pieces, weights }: PageState,
  hu: Promise<Core>,
  lang: string,
): Promise<{ spec: LessonSpec; problems: readonly Problem[]; model?: ChosenWeights | undefined }> {
  const model = weights === DESIGNED ? designedWeights(spec.lesson, lang) : undefined;
  if (weights !== TRAINED && text === undefined) return { spec, problems: [], model };
  const authoring = await loadAuthoring();
  if (!authoring) {
    const message = "text: what makes ids of it could not be loaded";
    return { spec, problems: [{ code: "tokenizer-missing", message, details: { field: "text" } }] };
  }
  if (weights === TRAINED) {
    const { trained: model, problems } = authoring.trainedOf(await hu, { spec, text, lang });
    return { spec, problems, model };
  }
  const isBlock = spec.lesson === WRITTEN_LESSON;
  const { vocabSize, padId } = (await hu).settle(
    model ? designedSpec(spec.lesson, lang) : { lesson: spec.lesson },
  );
  const size = spec.vocabSize ?? vocabSize;
  const written =
    (pieces ?? (isBlock ? "1" : "0")) === "1"
      ? authoring.readPieces(text ?? "")
      : authoring.readWords(text ?? "", {
          size,
          padId: spec.padId ?? padId,
          ...(model && designedVocabulary(spec.lesson, lang)),
        });
  return {
    spec: {
      ...spec,
      ...(written.vocabSize > size ? { vocabSize: spec.vocabSize ?? written.vocabSize } : {}),
      sequences: writtenAs(authoring.idsOf(written), written),
    },
    problems: [],
    model,
  };
}

/**
 * The fields of the spec that a refusal names: `sequences[0][2]` → sequences; both, if it names two.
 */
function refusedFields(problem: Problem, spec: LessonSpec): (keyof LessonSpec)[] {
  const named = [problem.details["field"], problem.details["other"]].map((path) => path?.split(/[.[]/)[0]);
  const { feedForward } = spec;
  const parts = Object.keys(feedForward ?? {});
  const names = (key: keyof LessonSpec): boolean =>
    named.includes(key) || (key === "feedForward" && parts.some((part) => named.includes(part)));
  return (Object.keys(spec) as (keyof LessonSpec)[]).filter((key) => key !== "lesson" && names(key));
}

/**
 * Drops what is refused, field by field. If a refusal names no field, drop all. Sizes that are not asked for are those in which
 * the lesson opens; a lesson from a file has its own sizes.
 */
export function acceptedSpec(
  run: (spec: LessonSpec) => Trace,
  asked: LessonSpec,
  problemFrom: (error: unknown) => Problem,
  isFromFile = false,
): Accepted {
  const problems: Problem[] = [];
  let kept = asked;
  for (;;) {
    const spec = isFromFile ? kept : withOpeningSizes(kept);
    try {
      return { spec, trace: run(spec), problems };
    } catch (error) {
      const problem = problemFrom(error);
      if (Object.keys(kept).length === 1) throw error; // the lesson's own data: nothing is left to drop
      problems.push(problem);
      const fields = refusedFields(problem, kept);
      kept = fields.length === 0 ? { lesson: kept.lesson } : without(kept, fields);
    }
  }
}

/** False for a comparison that the step does not offer. */
const isComparable = ({ kind, id }: Sheet, step: string): boolean =>
  kind !== "compare" || id === BEFORE || canCompare(step);

const without = (spec: LessonSpec, fields: readonly string[]): LessonSpec =>
  Object.fromEntries(Object.entries(spec).filter(([key]) => !fields.includes(key))) as unknown as LessonSpec;

const range = (field: string, got: number, max: number): Problem =>
  refused("out-of-range", { field, got: String(got), min: "0", max: String(max) }, IN_RANGE);

/**
 * Reports steps, heads, sentences and cells that the trace does not have; the element shows the nearest ones.
 */
export function viewProblems(state: PageState, trace: Trace, steps: readonly LessonStep[]): Problem[] {
  const problems: Problem[] = [];
  const { step, batch, head, cell, sheet } = state;
  if (step !== undefined && placeIn(steps, step) < 0) problems.push(stepRefusal(steps, step));
  const batches = trace.steps.find(({ axes }) => axes[0] === "B")?.shape[0] ?? 1;
  const { numHeads } = trace.spec;
  if (batch !== undefined && !(batch >= 0 && batch < batches))
    problems.push(range("batch", batch, batches - 1));
  if (head !== undefined && !(head >= 0 && head < numHeads)) problems.push(range("head", head, numHeads - 1));
  if (sheet && !isComparable(sheet, step ?? ""))
    problems.push(
      refused("bad-url-value", { field: "compare", got: sheet.id, wants: "step=scores, step=attention" }),
    );
  const owner = cell && trace.steps.find(({ name }) => name === cell.name);
  if (cell && !(owner && isCellOf(owner, cell.index))) {
    const wants = owner ? `(${owner.shape.join(", ")})` : "scores[0,0,2,1]";
    problems.push(
      refused(owner ? "bad-index" : "bad-url-value", { field: "cell", got: quoted(formatCell(cell)), wants }),
    );
  }
  return problems;
}

/** The place that a URL asks for, as far as the lesson has it. Without a step in the URL it is the beginning, or the end of `near`. */
function placeOf(state: PageState, steps: readonly LessonStep[], near: string | undefined): Place {
  const { batch = 0, head = 0, cell, sheet } = state;
  const has = (step: string | undefined): boolean => placeIn(steps, step ?? "") >= 0;
  const step = has(state.step) ? state.step : state.step === undefined && has(near) ? near : undefined;
  return {
    step: step ?? 0,
    t: state.t ?? (step === undefined && state.step === undefined ? 0 : 1),
    focus: { batch, head },
    cell,
    sheet: sheet && isComparable(sheet, step ?? steps[0]?.id ?? "") ? sheet : undefined,
  };
}

export interface Around {
  readonly own: OwnLesson | undefined;
  /** The weights of the history entry. */
  readonly weights: ChosenWeights | undefined;
  readonly lang: string;
  /** The step to stay at if the URL names none and the lesson has it. */
  readonly near?: string | undefined;
}

/** Resolves everything that a URL asks for. */
export async function resolve(
  loading: Promise<Core>,
  state: PageState,
  { own, weights, lang, near }: Around,
): Promise<ResolvedAddress> {
  const [hu, text] = await Promise.all([loading, spelledOut(state, loading, lang)]);
  const resolved = resolveIn(hu, { ...state, spec: text.spec }, own, weights, text.model, near);
  return { ...resolved, problems: [...text.problems, ...resolved.problems] };
}

/**
 * The lesson and place that a URL asks for, and the problems with it. Kept weights are dropped if anything would be refused
 * with them.
 */
export function resolveIn(
  hu: Core,
  state: PageState,
  own: OwnLesson | undefined,
  kept: ChosenWeights | undefined,
  model?: ChosenWeights,
  near?: string,
): ResolvedAddress {
  const base = model && specOfModel(model);
  const completed = (spec: LessonSpec): LessonSpec => (base ? specOver(base, spec) : spec);
  const accepted = (weights?: ChosenWeights): Accepted => {
    const traceOf = (spec: LessonSpec): Trace => run(hu, { spec: completed(spec), weights, own }).trace;
    return acceptedSpec(traceOf, state.spec, refusalOf, own !== undefined);
  };
  const withKept =
    !model && kept?.lesson === state.spec.lesson ? ifAccepted(() => accepted(kept)) : undefined;
  const { spec, trace, problems } = withKept ?? accepted(model);
  const asked = { spec: completed(spec), weights: model ?? (withKept && kept), own, changes: state.changes };
  const shown = run(hu, asked);
  const { steps } = shown;
  return {
    data: dataOfRun(shown),
    place: placeOf(state, steps, near),
    problems: [...problems, ...shown.unfit, ...viewProblems(state, trace, steps)],
  };
}

/** Undefined if anything was refused. */
function ifAccepted(accept: () => Accepted): Accepted | undefined {
  try {
    const accepted = accept();
    return accepted.problems.length === 0 ? accepted : undefined;
  } catch {
    return undefined;
  }
}
