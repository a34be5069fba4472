/**
 * What a step can be compared with: the same step of another run. If a spec can describe the other run, the core runs
 * that spec; otherwise the trace is replayed with one step changed.
 */

import type { Compared } from "../draw/compare.js";
import { hasStep, stepOf } from "../draw/tensor_view.js";
import type { Core } from "../module/page_entry.js";
import type { LessonSpec, Step, Trace } from "../module/types.js";
import { COMPARISON_IDS, type ComparisonId } from "./offers.js";
import { type Changes, replay, type StepByName } from "./replay.js";
import { product, viewed } from "./tensors.js";

interface Comparison {
  /** The steps it is offered at, in the lesson's order. */
  readonly steps: readonly string[];
  /** Whether the comparison applies to this trace. */
  when(trace: Trace): boolean;
  other(hu: Core, trace: Trace): StepByName;
}

const AFTER = ["attention", "values", "concat", "output"] as const;
const FILLED = ["masked_scores", ...AFTER] as const;
const WARM = ["warmup_masked_scores", "warmup_attention", "warmup_values"] as const;
const SCORED = ["scores", ...FILLED] as const;

/** Given weights, which the other run uses too. */
const given = ({ steps }: Trace): Record<string, Step> =>
  Object.fromEntries(steps.filter(({ op }) => op === "given").map((step) => [step.name, step]));

/** A run without a mask has no masked scores; the plain scores take their place. */
const ALIAS: Readonly<Record<string, string>> = {
  masked_scores: "scores",
  warmup_masked_scores: "warmup_scores",
};

export function rerun(hu: Core, trace: Trace, change: Partial<LessonSpec>): Trace {
  return hu.run({ ...trace.spec, ...change }, given(trace));
}

const bySpec =
  (change: (spec: Trace["spec"]) => Partial<LessonSpec>): Comparison["other"] =>
  (hu, trace) => {
    const other = rerun(hu, trace, change(trace.spec));
    return (name) => {
      const masked = ["scores", "warmup_scores"].includes(name) && name.replace("scores", "masked_scores");
      if (masked && !hasStep(trace, masked) && hasStep(other, masked)) return stepOf(other, masked);
      return stepOf(other, hasStep(other, name) ? name : (ALIAS[name] ?? name));
    };
  };

const byReplay =
  (changes: (hu: Core) => Changes): Comparison["other"] =>
  (hu, trace) =>
    replay(hu, trace, changes(hu));

const isPadded = (trace: Trace): boolean =>
  stepOf(trace, "ids").data.some((id: number) => id === trace.spec.padId);
const isLong = (trace: Trace): boolean => (stepOf(trace, "ids").shape[1] ?? 1) > 1;
const isCrossed = ({ spec }: Trace): boolean => spec.lesson === "encoder-decoder";

const unmaskedDemo: Changes = { demo_masked_scores: (of) => of("demo_scores") };

/** Scores as q kᵀ, without the scaling. */
export const unscaled = (hu: Core): Changes => {
  const raw: Changes[string] = (of, { inputs: [q = "", k = ""] }) => product(hu, of(q), of(k));
  return { scores: raw, warmup_scores: raw };
};

/** x.view(B, H, L, K): the right shape, the wrong numbers. */
export const wrongView: Changes = Object.fromEntries(
  ["q", "k", "v"].map((x) => [`${x}_heads`, (of: StepByName, { shape }: Step) => viewed(of(x), shape)]),
);

const comparisons: Readonly<Record<ComparisonId, Comparison>> = {
  no_mask: {
    steps: FILLED,
    when: (trace) => !!trace.spec.mask?.padding && !!trace.spec.mask.causal && isPadded(trace),
    other: bySpec(() => ({ mask: null })),
  },
  no_causal: {
    steps: ["demo_masked_scores", "demo_attention", ...FILLED],
    when: (trace) => !!trace.spec.mask?.causal && isLong(trace),
    other: (hu, trace) => {
      const demo = replay(hu, trace, unmaskedDemo);
      const other = bySpec(({ mask }) => ({ mask: { ...mask, causal: false } }))(hu, trace);
      return (name) => (name.startsWith("demo_") ? demo(name) : other(name));
    },
  },
  no_padding: {
    steps: [...WARM, ...FILLED],
    when: (trace) => !!trace.spec.mask?.padding && isPadded(trace),
    other: bySpec(({ mask }) => ({ mask: { ...mask, padding: false } })),
  },
  causal: {
    steps: ["scores", ...FILLED],
    when: (trace) => !trace.spec.mask?.causal && !isCrossed(trace) && isLong(trace),
    other: bySpec(({ mask }) => ({ mask: { ...mask, causal: true } })),
  },
  padding: {
    steps: ["warmup_scores", ...WARM, "scores", ...FILLED],
    when: (trace) => !trace.spec.mask?.padding && isPadded(trace),
    other: bySpec(({ mask }) => ({ mask: { ...mask, padding: true } })),
  },
  unscaled: {
    steps: ["warmup_scores", ...WARM, ...SCORED],
    when: () => true,
    other: byReplay(unscaled),
  },
  one_head: {
    steps: ["scores", "masked_scores", "attention", "concat", "output"],
    when: ({ spec }) => spec.numHeads > 1,
    other: bySpec(() => ({ numHeads: 1 })),
  },
  wrong_view: {
    steps: ["wrong_view", ...SCORED],
    when: (trace) => trace.spec.numHeads > 1 && isLong(trace),
    other: byReplay(() => wrongView),
  },
};

/** The step that a bridge is made from. */
const TENSOR: Readonly<Record<string, string>> = { wrong_view: "q_heads" };
const tensorOf = (step: string): string => TENSOR[step] ?? step;

/** The comparisons that are offered at a step. */
export const comparisonsAt = (trace: Trace, step: string): readonly ComparisonId[] =>
  hasStep(trace, tensorOf(step))
    ? COMPARISON_IDS.filter((id) => comparisons[id].steps.includes(step) && comparisons[id].when(trace))
    : [];

/** The steps of a trace that offer a comparison. */
export const comparedSteps = (trace: Trace, id: ComparisonId): readonly string[] =>
  comparisons[id].steps.filter((step) => comparisonsAt(trace, step).includes(id));

/** The other runs; each is computed when it is first shown. */
const others = new WeakMap<Trace, Map<ComparisonId, StepByName>>();

export function compare(hu: Core, trace: Trace, id: ComparisonId, step: string): Compared {
  const known = others.get(trace) ?? new Map<ComparisonId, StepByName>();
  others.set(trace, known);
  const of = known.get(id) ?? comparisons[id].other(hu, trace);
  known.set(id, of);
  const name = tensorOf(step);
  return { asItIs: stepOf(trace, name), other: of(name) };
}
