/** Turns a lesson's list of entries into the steps that a trace has, each with its words, formula, code and stage. */
import { stepOf } from "../draw/tensor_view.js";
import { shortNumber } from "../module/py_torch/line.js";
import type { Trace } from "../module/types.js";
import { stageStep } from "./bridges.js";
import { type CodeWindow, codeWindows } from "./code.js";
import { formulaOf } from "./formulas.js";
import type { Chapter, Lesson, LessonStep, TaughtLesson } from "./lesson.js";

export interface Entry {
  /** A step of the trace, or a bridge. */
  readonly id: string;
  readonly chapter: Chapter;
  /** The key of its words, where it is not the id, and where it depends on the trace. */
  readonly words?: string | ((trace: Trace) => string);
  readonly names?: Readonly<Record<string, string>>;
}

const NO_CODE: CodeWindow = { code: [], current: [] };

export function lessonOf(name: TaughtLesson, entries: readonly Entry[]): Lesson {
  return {
    name,
    steps(trace) {
      const code = codeWindows(trace);
      const sizes = sizesOf(trace);
      return entries.flatMap((entry): LessonStep[] => {
        const stage = stageStep(trace, entry.id);
        if (!stage) return [];
        const words = typeof entry.words === "function" ? entry.words(trace) : (entry.words ?? entry.id);
        return [
          {
            id: entry.id,
            chapter: entry.chapter,
            words,
            names: { ...sizes, ...entry.names },
            formula: formulaOf(trace, stage),
            ...(code.get(entry.id) ?? NO_CODE),
            stage: (other) => stageStep(other, entry.id) ?? stage,
          },
        ];
      });
    },
  };
}

/** The placeholders that every step's words may use. */
function sizesOf(trace: Trace): Record<string, string> {
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
    fill: (spec.maskFill === "-inf" ? spec.maskFill : shortNumber(spec.maskFill)).replaceAll("-", "−"),
    // L and L, or T and S: whose rows ask, whose columns answer.
    queryAxis: stepOf(trace, "q").axes[1] ?? "L",
    keyAxis: stepOf(trace, "k").axes[1] ?? "L",
  };
}
