/**
 * What a step can be compared with: the same step of another run. If a spec can describe the other run, the core runs
 * that spec; otherwise the trace is replayed with one step changed.
 */

import type { Compared } from "../draw/compare.js";
import { hasStep, stepOf } from "../draw/tensor_view.js";
import type { Core } from "../module/page_entry.js";
import type { LessonSpec, Step, Trace } from "../module/types.js";
import { product, viewed } from "../operations/tensors.js";
import { COMPARISON_IDS, type ComparisonId } from "./offers.js";
import { type Changes, replay, type StepByName } from "./replay.js";

interface Comparison {
  /** The steps that offer it, in the lesson's order. */
  readonly steps: readonly string[];
  /** Whether the comparison applies to this trace. */
  when(trace: Trace): boolean;
  /** The steps of the other run. */
  other(hu: Core, trace: Trace): StepByName;
}

const FROM_ATTENTION = ["attention", "values", "concat", "output"] as const;
const FROM_MASKED_SCORES = ["masked_scores", ...FROM_ATTENTION] as const;
const FROM_SCORES = ["scores", ...FROM_MASKED_SCORES] as const;
const WARMUP = ["warmup_masked_scores", "warmup_attention", "warmup_values"] as const;

/** The given weights of a trace, which the other run uses too. */
const givenWeights = ({ steps }: Trace): Record<string, Step> =>
  Object.fromEntries(steps.filter(({ op }) => op === "given").map((step) => [step.name, step]));

/** A run without a mask has no masked scores; the plain scores take their place. */
const ALIAS: Readonly<Record<string, string>> = {
  masked_scores: "scores",
  warmup_masked_scores: "warmup_scores",
};

export function rerun(hu: Core, trace: Trace, change: Partial<LessonSpec>): Trace {
  return hu.run({ ...trace.spec, ...change }, givenWeights(trace));
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

const hasPadding = (trace: Trace): boolean =>
  stepOf(trace, "ids").data.some((id: number) => id === trace.spec.padId);
const hasManyTokens = (trace: Trace): boolean => (stepOf(trace, "ids").shape[1] ?? 1) > 1;
const isCrossAttention = ({ spec }: Trace): boolean => spec.lesson === "encoder-decoder";

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
    steps: FROM_MASKED_SCORES,
    when: (trace) => !!trace.spec.mask?.padding && !!trace.spec.mask.causal && hasPadding(trace),
    other: bySpec(() => ({ mask: null })),
  },
  no_causal: {
    steps: ["demo_masked_scores", "demo_attention", ...FROM_MASKED_SCORES],
    when: (trace) => !!trace.spec.mask?.causal && hasManyTokens(trace),
    other: (hu, trace) => {
      const demo = replay(hu, trace, unmaskedDemo);
      const other = bySpec(({ mask }) => ({ mask: { ...mask, causal: false } }))(hu, trace);
      return (name) => (name.startsWith("demo_") ? demo(name) : other(name));
    },
  },
  no_padding: {
    steps: [...WARMUP, ...FROM_MASKED_SCORES],
    when: (trace) => !!trace.spec.mask?.padding && hasPadding(trace),
    other: bySpec(({ mask }) => ({ mask: { ...mask, padding: false } })),
  },
  causal: {
    steps: FROM_SCORES,
    when: (trace) => !trace.spec.mask?.causal && !isCrossAttention(trace) && hasManyTokens(trace),
    other: bySpec(({ mask }) => ({ mask: { ...mask, causal: true } })),
  },
  padding: {
    steps: ["warmup_scores", ...WARMUP, ...FROM_SCORES],
    when: (trace) => !trace.spec.mask?.padding && hasPadding(trace),
    other: bySpec(({ mask }) => ({ mask: { ...mask, padding: true } })),
  },
  unscaled: {
    steps: ["warmup_scores", ...WARMUP, ...FROM_SCORES],
    when: () => true,
    other: byReplay(unscaled),
  },
  one_head: {
    steps: ["scores", "masked_scores", "attention", "concat", "output"],
    when: ({ spec }) => spec.numHeads > 1,
    other: bySpec(() => ({ numHeads: 1 })),
  },
  wrong_view: {
    steps: ["wrong_view", ...FROM_SCORES],
    when: (trace) => trace.spec.numHeads > 1 && hasManyTokens(trace),
    other: byReplay(() => wrongView),
  },
};

const compared = new Set(Object.values(comparisons).flatMap(({ steps }) => steps));

/** Whether a step can be compared with another run. */
export const canCompare = (step: string): boolean => compared.has(step);

/** The step that a bridge is made from. */
const SOURCE: Readonly<Record<string, string>> = { wrong_view: "q_heads" };
const tensorOf = (step: string): string => SOURCE[step] ?? step;

/** The comparisons that are offered at a step. */
export const comparisonsAt = (trace: Trace, step: string): readonly ComparisonId[] =>
  hasStep(trace, tensorOf(step))
    ? COMPARISON_IDS.filter((id) => comparisons[id].steps.includes(step) && comparisons[id].when(trace))
    : [];

/** The steps of a trace that offer a comparison. */
export const comparedSteps = (trace: Trace, id: ComparisonId): readonly string[] =>
  comparisons[id].steps.filter((step) => comparisonsAt(trace, step).includes(id));

/** The other runs of each trace, each computed when it is first shown. */
const otherRuns = new WeakMap<Trace, Map<ComparisonId, StepByName>>();

export function compare(hu: Core, trace: Trace, id: ComparisonId, step: string): Compared {
  const cached = otherRuns.get(trace) ?? new Map<ComparisonId, StepByName>();
  otherRuns.set(trace, cached);
  const otherStep = cached.get(id) ?? comparisons[id].other(hu, trace);
  cached.set(id, otherStep);
  const name = tensorOf(step);
  return { asItIs: stepOf(trace, name), other: otherStep(name) };
}
