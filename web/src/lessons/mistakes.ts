/**
 * Exercises: a few lines of PyTorch, one of them wrong, and the numbers that they give on the current trace. The locales say
 * why the wrong line is wrong and what each of the others does.
 */

import { fillOf, headSize } from "../draw/asides/row.js";
import { type Compared, differs } from "../draw/compare.js";
import { hasStep, indexAt, stepOf, valueAt } from "../draw/tensor_view.js";
import type { Core } from "../module/page_entry.js";
import { fillText } from "../module/py_torch/python.js";
import type { LessonSpec, Step, Tensor, Trace } from "../module/types.js";
import {
  half,
  LARGEST_HALF,
  maskedFill,
  product,
  scaled,
  transposedLastTwo,
  viewed,
} from "../operations/tensors.js";
import type { WholeWords } from "../words/words.js";
import { rerun, unscaled, wrongView } from "./comparisons.js";
import { openingSpec } from "./lessons.js";
import { MISTAKES, type MistakeId } from "./offers.js";
import { type Changes, hidingBit, replay, type StepByName } from "./replay.js";

type MakeChanges = (hu: Core, trace: Trace) => Changes;

/** The key of the explanation for picking this line, which is correct. */
type LineName = keyof WholeWords["mistakes"]["lines"];

/** A line of code and its name; the wrong line has no name. */
type Line = readonly [text: string, name?: LineName];

interface Mistake {
  /** The tensor whose numbers are shown. */
  readonly tensor: string;
  code(trace: Trace): readonly Line[];
  /** The corrected line. */
  right(trace: Trace): string;
  /** The line, from 0, that the corrected line comes before, if it does not take the place of the wrong one. */
  readonly before?: number;
  /** The changes that the wrong line makes to the trace. */
  readonly changes: MakeChanges;
  /** The changes that the correct lines make, if their result differs from the trace. */
  readonly rightChanges?: MakeChanges;
  /** Changes to the trace's spec that make the mistake show as its words say. */
  spec?(spec: Trace["spec"]): Partial<LessonSpec>;
  /** A run of its own, if the mistake shows only in other sizes. */
  readonly own?: LessonSpec;
  /** Steps that the trace must have to show the mistake. */
  readonly needs?: readonly string[];
}

const SCORES: Line = ["scores = q @ k.transpose(-2, -1) / math.sqrt(d_k)", "scores"];
const softmaxOf = (name: string): Line => [`attention = torch.softmax(${name}, dim=-1)`, "softmax"];
const SOFTMAX = softmaxOf("masked_scores");
const VALUES: Line = ["values = attention @ v", "values"];
const masksLine = ({ spec: { mask } }: Trace): Line => {
  const both = mask?.padding && mask.causal;
  const masks = both ? "(padding_mask & nopeak_mask)" : mask?.padding ? "padding_mask" : "nopeak_mask";
  return [`masks = ${masks}.unsqueeze(1)`, "mask"];
};
const concatLine = (values: string, { spec }: Trace): string =>
  `concat = ${values}.reshape(B, L, ${spec.dAttention === null ? "d_model" : "d_attention"})`;
const rightConcat = (trace: Trace): string => concatLine("values.transpose(1, 2)", trace);
const headsOf = (x: string): string => `${x} = w_${x}(x).view(B, L, num_heads, d_k).transpose(1, 2)`;
const fill = ({ spec }: Trace): string => fillText(spec.maskFill);
const fillLine = (bits: string, trace: Trace): string =>
  `masked_scores = scores.masked_fill(${bits}, ${fill(trace)})`;

/** Left padding, as for generating, so that the first queries have no key to attend to. */
const leftPadded = ({ sequences, padId }: Trace["spec"]): Partial<LessonSpec> => {
  const length = Math.max(...sequences.map((ids) => ids.length));
  const pads = (count: number): number[] => Array.from({ length: count }, () => padId);
  return { sequences: sequences.map((ids) => [...pads(length - ids.length), ...ids]) };
};

const inputOf = (of: StepByName, { inputs }: Step, i = 0): Step => of(inputs[i] ?? "");

/** A tensor whose cells are read from other cells of `step`, or are 0 where `source` gives none. */
const gathered = (
  step: Step,
  source: (index: readonly number[]) => readonly number[] | undefined,
): Tensor => {
  const data = step.data.map((_: number, offset: number) => {
    const index = source(indexAt(step.shape, offset));
    return index ? valueAt(step, index) : 0;
  });
  return { shape: step.shape, dtype: step.dtype, data } as Tensor;
};

/** Scores and attention rounded to float16; softmax itself computes in float32. */
const inHalf =
  (fill: number): MakeChanges =>
  (hu, trace) => ({
    masked_scores: (of, step) =>
      maskedFill(hu, hu.half(inputOf(of, step)), inputOf(of, step, 1), half(hu, fill), hidingBit(trace)),
    attention: (of, step) => hu.half(hu.softmax(inputOf(of, step))),
  });

const mistakes: Readonly<Record<MistakeId, Mistake>> = {
  shifted_triangle: {
    tensor: "demo_attention",
    code: (trace) => [
      ["scores = torch.randn(4, 4)", "random"],
      ["mask = torch.tril(torch.ones(4, 4), diagonal=-1)"],
      [fillLine("mask == 0", trace), "fill"],
      SOFTMAX,
    ],
    right: () => "mask = torch.tril(torch.ones(4, 4))",
    spec: () => ({ maskFill: "-inf" }),
    // Every row equals the row above it in the right mask.
    changes: () => ({
      demo_mask: (_, step) => gathered(step, ([row = 0, col = 0]) => (row > 0 ? [row - 1, col] : undefined)),
    }),
  },
  late_mask: {
    tensor: "attention",
    code: () => [SCORES, softmaxOf("scores"), ["attention = attention.masked_fill(mask == 0, 0.0)"], VALUES],
    right: (trace) => `scores = scores.masked_fill(mask == 0, ${fill(trace)})`,
    before: 1,
    spec: ({ mask }) => ({ mask: { ...mask, causal: true } }),
    changes: (hu, trace) => ({
      attention: (of) => maskedFill(hu, hu.softmax(of("scores")), of("mask"), 0, hidingBit(trace)),
    }),
    needs: ["masked_scores"],
  },
  wrong_view: {
    tensor: "q_heads",
    code: () => [
      ["q = w_q(x)", "project"],
      ["q = q.view(B, num_heads, L, d_k)"],
      [headsOf("k"), "heads"],
      SCORES,
    ],
    right: () => "q = q.view(B, L, num_heads, d_k).transpose(1, 2)",
    changes: () => wrongView,
    needs: ["q_heads"],
  },
  unscaled: {
    tensor: "attention",
    code: () => [
      [headsOf("q"), "heads"],
      [headsOf("k"), "heads"],
      ["scores = q @ k.transpose(-2, -1)"],
      softmaxOf("scores"),
      VALUES,
    ],
    right: () => SCORES[0],
    // Drawn weights give scores so small that softmax hardly shows a d_k of 4.
    own: { lesson: "multi-head", sequences: [[62, 13, 47, 39, 78]], dModel: 128, numHeads: 2 },
    changes: unscaled,
  },
  softmax_axis: {
    tensor: "attention",
    code: (trace) => [
      SCORES,
      ["attention = torch.softmax(scores, dim=-2)"],
      VALUES,
      [rightConcat(trace), "concat"],
    ],
    right: () => softmaxOf("scores")[0],
    spec: () => ({ mask: null }),
    changes: (hu) => ({
      attention: (of, step) => transposedLastTwo(hu.softmax(transposedLastTwo(inputOf(of, step)))),
    }),
  },
  lost_transpose: {
    tensor: "concat",
    code: (trace) => [
      softmaxOf("scores"),
      VALUES,
      [concatLine("values", trace)],
      ["output = w_0(concat)", "output"],
    ],
    right: rightConcat,
    spec: () => ({ mask: null }),
    changes: () => ({ concat: (of, { shape }) => viewed(of("values"), shape) }),
    needs: ["concat"],
  },
  inverted_mask: {
    tensor: "attention",
    code: (trace) => [masksLine(trace), SCORES, [fillLine("masks == 1", trace)], SOFTMAX],
    right: (trace) => fillLine("masks == 0", trace),
    spec: () => ({ maskFill: -1e12 }),
    changes: (hu, trace) => ({
      masked_scores: (of, step) =>
        maskedFill(hu, inputOf(of, step), inputOf(of, step, 1), fillOf(trace), 1 - hidingBit(trace)),
    }),
    needs: ["masked_scores"],
  },
  half_overflow: {
    tensor: "attention",
    code: ({ spec }) => [
      [`ids = torch.tensor([[${spec.padId}] * (L - len(s)) + s for s in sequences])`, "left"],
      ["scores = scores.half()", "halve"],
      ["fill = torch.tensor(-1e12, dtype=scores.dtype)"],
      ["masked_scores = torch.where(masks == 0, fill, scores)", "where"],
      SOFTMAX,
    ],
    right: () => "fill = torch.tensor(torch.finfo(scores.dtype).min, dtype=scores.dtype)",
    spec: (spec) => ({ ...leftPadded(spec), mask: { padding: true, causal: true } }),
    changes: inHalf(-1e12),
    rightChanges: inHalf(-LARGEST_HALF),
    needs: ["masked_scores"],
  },
  copied_layer: {
    tensor: "attention",
    code: () => [
      ["q = w_q(target_embedding)", "project"],
      ["k = w_q(embedding)"],
      ["v = w_v(embedding)", "project"],
    ],
    right: () => "k = w_k(embedding)",
    changes: (hu, trace) => ({
      k: (of, step) =>
        hu.linear(inputOf(of, step), of("w_q.weight"), hasStep(trace, "w_q.bias") ? of("w_q.bias") : null),
    }),
  },
  forgotten_mask: {
    tensor: "attention",
    code: (trace) => [
      [`mask = (ids != ${trace.spec.padId}).unsqueeze(1).unsqueeze(2)`, "padding"],
      SCORES,
      [fillLine("mask == 0", trace), "fill"],
      ["attention = torch.softmax(scores, dim=-1)"],
      VALUES,
    ],
    right: () => SOFTMAX[0],
    spec: () => ({ mask: { padding: true, causal: false } }),
    changes: (hu) => ({ attention: (of) => hu.softmax(of("scores")) }),
  },
  two_sines: {
    tensor: "position_table",
    code: () => [
      ["angle = pos / 10000 ** (2 * i / d_model)", "angle"],
      ["table[:, 0::2] = torch.sin(angle)", "sine"],
      ["table[:, 0::2] = torch.cos(angle)"],
      ["x = embedding + table[positions]", "positions"],
    ],
    right: () => "table[:, 1::2] = torch.cos(angle)",
    // The cosines overwrite the sines, and the odd columns stay 0.
    changes: (hu) => ({
      position_table: (_, { shape, dtype, data }) => {
        const cosine = ([pos = 0, col = 0]: readonly number[]): number =>
          col % 2 === 0 ? hu.sinusoid([pos, col], shape[1] ?? 1).cosine : 0;
        const cells = data.map((_: number, offset: number) => cosine(indexAt(shape, offset)));
        return { shape, dtype, data: cells } as Tensor;
      },
    }),
    needs: ["position_table"],
  },
  scale_slip: {
    tensor: "warmup_attention",
    code: (trace) => [
      ["scores = x @ x.transpose(-2, -1)", "raw"],
      ["scores = scores * (1 / d_head * 0.5)"],
      [fillLine("attn_pad_mask", trace), "fill"],
      SOFTMAX,
    ],
    right: () => "scores = scores * (1 / d_head ** 0.5)",
    own: { lesson: "transformer-block", dModel: 64, numHeads: 1, feedForward: null },
    changes: (hu, trace) => ({
      warmup_scores: (of, step) =>
        scaled(hu, product(hu, inputOf(of, step), inputOf(of, step, 1)), (1 / headSize(trace)) * 0.5),
    }),
    needs: ["warmup_masked_scores"],
  },
  query_mask: {
    tensor: "warmup_attention",
    code: (trace) => [
      ["scores = x @ x.transpose(-2, -1) / math.sqrt(d_head)", "scores"],
      [`attn_pad_mask = (ids == ${trace.spec.padId}).unsqueeze(2).expand(B, L, L)`],
      [fillLine("attn_pad_mask", trace), "fill"],
      SOFTMAX,
    ],
    right: ({ spec }) => `attn_pad_mask = (ids == ${spec.padId}).unsqueeze(1).expand(B, L, L)`,
    spec: () => ({ maskFill: -1e9 }),
    changes: () => ({ attn_pad_mask: (_, step) => transposedLastTwo(step) }),
    needs: ["warmup_masked_scores"],
  },
};

/** An exercise for one trace. */
export interface Exercise {
  /** The run that the numbers come from. */
  readonly trace: Trace;
  readonly code: readonly Line[];
  /** Which line of the code is wrong, from 0. */
  readonly wrong: number;
  readonly right: string;
  /** The line that `right` comes before, from 0; undefined where it replaces the wrong line. */
  readonly before: number | undefined;
  /** The result of the correct lines, and the result of the lines shown. */
  readonly pair: Compared;
}

/** Whether this trace has the steps of the exercise. */
export const canShow = (trace: Trace, id: MistakeId): boolean =>
  trace.spec.lesson === MISTAKES[id][0] && (mistakes[id].needs ?? []).every((step) => hasStep(trace, step));

/** The exercise on this trace if its numbers show the mistake, else on the data with which its lesson opens. */
export function exercise(hu: Core, trace: Trace, id: MistakeId): Exercise {
  const own = canShow(trace, id) ? exerciseOn(hu, trace, id) : undefined;
  return own && isSeen(own.pair) ? own : exerciseOn(hu, hu.run(openingSpec(MISTAKES[id][0])), id);
}

const isSeen = ({ asItIs, other }: Compared): boolean =>
  asItIs.data.some((right: number, i: number) => differs(right, other.data[i] ?? Number.NaN));

function exerciseOn(hu: Core, trace: Trace, id: MistakeId): Exercise {
  const { tensor, code, right, before, spec, own, changes: wrongChanges, rightChanges } = mistakes[id];
  const shown = own ? hu.run(own) : spec ? rerun(hu, trace, spec(trace.spec)) : trace;
  const lines = code(shown);
  return {
    trace: shown,
    code: lines,
    wrong: lines.findIndex(([, name]) => name === undefined),
    right: right(shown),
    before,
    pair: {
      asItIs: rightChanges ? replay(hu, shown, rightChanges(hu, shown))(tensor) : stepOf(shown, tensor),
      other: replay(hu, shown, wrongChanges(hu, shown))(tensor),
    },
  };
}
