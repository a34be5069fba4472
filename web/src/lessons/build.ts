/** Turns a lesson's list of entries into the steps that a trace has, each with its words and stage. */
import { stepOf } from "../draw/tensor_view.js";
import { writtenWeights } from "../module/designed.js";
import { shortNumber } from "../module/number_text.js";
import type { Trace } from "../module/types.js";
import { stageStep } from "../operations/operations.js";
import type { Chapter, Lesson, LessonStep } from "./lesson.js";

export interface Entry {
  /** A step of the trace, or a bridge. */
  readonly id: string;
  readonly chapter: Chapter;
  /** The key of its words, if it differs from the id; a function if it depends on the trace. */
  readonly words?: string | ((trace: Trace) => string);
  readonly names?: Readonly<Record<string, string>>;
  /** Neighbouring steps with the same key are shown as one step. */
  readonly group?: string;
  /** Whether to show the step here, for steps that some traces have but do not show. */
  readonly when?: (trace: Trace) => boolean;
}

/** A lesson with these entries as its steps. */
export function lessonOf(entries: readonly Entry[], fields: Omit<Lesson, "steps">): Lesson {
  return {
    ...fields,
    steps(trace) {
      const placeholders = placeholdersOf(trace);
      return entries.flatMap((entry): LessonStep[] => {
        const stage = stageStep(trace, entry.id);
        if (!stage || entry.when?.(trace) === false) return [];
        const [first = "", second = ""] = stage.inputs;
        return [
          {
            id: entry.id,
            chapter: entry.chapter,
            words: stage.op === "given" ? givenWords(entry.id, trace) : wordsOf(entry, trace),
            names: { ...placeholders, step: entry.id, first, second, ...entry.names },
            ...(entry.group === undefined ? {} : { group: entry.group }),
            stage: (other) => stageStep(other, entry.id) ?? stage,
          },
        ];
      });
    },
  };
}

/** The words of a given tensor; those of weights written by hand say what their numbers are for. */
function givenWords(id: string, trace: Trace): string {
  if (!writtenWeights(trace)) return "given";
  if (id.endsWith(".bias")) return "designed_bias";
  return `designed_${id.slice(0, id.indexOf("."))}`;
}

const wordsOf = ({ id, words = id }: Entry, trace: Trace): string =>
  typeof words === "function" ? words(trace) : words;

/** The values of the placeholders that the words of every step may use. */
function placeholdersOf(trace: Trace): Record<string, string> {
  const { spec } = trace;
  const dAttention = spec.dAttention ?? spec.dModel;
  return {
    pad: String(spec.padId),
    seed: String(spec.seed),
    vocab: String(spec.vocabSize),
    dModel: String(spec.dModel),
    dAttention: String(dAttention),
    heads: String(spec.numHeads),
    dK: String(dAttention / spec.numHeads),
    dFf: String(spec.feedForward?.dFf ?? ""),
    fill: (spec.maskFill === "-inf" ? spec.maskFill : shortNumber(spec.maskFill)).replaceAll("-", "−"),
    // L and L, or T and S: queries are counted along the first, keys along the second.
    queryAxis: stepOf(trace, "q").axes[1] ?? "L",
    keyAxis: stepOf(trace, "k").axes[1] ?? "L",
  };
}
