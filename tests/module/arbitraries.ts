/** Random lesson specs and tensors for the property tests: small, of every lesson, with every option. */
import fc from "fast-check";
import type { LessonName, LessonSpec } from "../../web/src/module/types.js";

const LESSONS: readonly LessonName[] = [
  "multi-head",
  "masked-multi-head",
  "encoder-decoder",
  "masked-self-attention",
  "transformer-block",
];
const VOCABULARY = 12;
const MOST_TOKENS = 6;

const size = (most: number): fc.Arbitrary<number> => fc.integer({ min: 1, max: most });
const token = fc.nat(VOCABULARY - 1);
const sentence = fc.array(token, { maxLength: MOST_TOKENS });

/** The options that every lesson has. */
const shared = fc.record({
  padId: token,
  seed: fc.maxSafeInteger(),
  mask: fc.option(fc.record({ padding: fc.boolean(), causal: fc.boolean() })),
  maskFill: fc.constantFrom(-1e12, -1e9, "-inf" as const),
  bias: fc.boolean(),
});

/** d_model 1 to 12 and one to three heads of width 1 to 4; d_attention may differ from d_model. */
const widths = fc
  .record({ heads: size(3), dK: size(4), dModel: fc.option(size(12)) })
  .map(({ heads, dK, dModel }) => ({
    numHeads: heads,
    dModel: dModel ?? heads * dK,
    dAttention: dModel === null ? null : heads * dK,
  }));

const batch = fc
  .array(fc.record({ source: sentence, target: sentence }), { minLength: 1, maxLength: 3 })
  .filter((pairs) => pairs.some((p) => p.source.length > 0) && pairs.some((p) => p.target.length > 0));

/** The options of the transformer block. Its feed-forward layer and norms require an output projection. */
const block = fc
  .record({
    positionalEncoding: fc.boolean(),
    feedForward: fc.option(
      fc.record({ dFf: size(5), activation: fc.constantFrom("gelu" as const, "relu" as const) }),
    ),
    layerNorm: fc.constantFrom(null, "pre" as const, "post" as const),
    outputProjection: fc.boolean(),
  })
  .map((b) => ({
    ...b,
    outputProjection: b.outputProjection || b.feedForward !== null || b.layerNorm !== null,
  }));

/** A valid spec. */
export const specs: fc.Arbitrary<LessonSpec> = fc
  .record({
    lesson: fc.constantFrom(...LESSONS),
    shared,
    widths,
    batch,
    block,
    outputProjection: fc.boolean(),
  })
  .map(({ lesson, shared, widths, batch, block, outputProjection }): LessonSpec => {
    const sequences = batch.map(({ source }) => source);
    const common = { lesson, ...shared, ...widths, sequences, vocabSize: VOCABULARY };
    // A causal mask requires a target as long as the source.
    const target = shared.mask?.causal ? sequences : batch.map((pair) => pair.target);
    if (lesson === "encoder-decoder") return { ...common, target, outputProjection };
    if (lesson === "masked-self-attention") return { ...common, numHeads: 1, outputProjection: false };
    if (lesson !== "transformer-block") return { ...common, outputProjection };
    return { ...common, ...block };
  });

/** A spec that is probably invalid: a field of another type, out of range, or contradicting another field. */
export const badSpecs: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 1, arbitrary: fc.anything() },
  { weight: 6, arbitrary: fc.tuple(specs, brokenFields()).map(([spec, broken]) => ({ ...spec, ...broken })) },
);

function brokenFields(): fc.Arbitrary<Record<string, unknown>> {
  const whole = fc.constantFrom(-1, 0, 3, 2049, 100_001, 2 ** 31, 2 ** 53, 0.5, Number.NaN, 1e300);
  const value = fc.oneof(whole, fc.anything(), fc.constantFrom(null, undefined, [], {}, "-inf", "8", true));
  const sequences = fc.array(fc.oneof(value, fc.array(value, { maxLength: 3 })), { maxLength: 4 });
  const field = {
    lesson: fc.oneof(value, fc.constantFrom(...LESSONS)),
    sequences: fc.oneof(value, sequences),
    target: fc.oneof(value, sequences),
    mask: fc.oneof(value, fc.dictionary(fc.constantFrom("padding", "causal", "other"), value)),
    feedForward: fc.oneof(value, fc.dictionary(fc.constantFrom("dFf", "activation", "other"), value)),
    ...Object.fromEntries(
      ["padId", "vocabSize", "dModel", "numHeads", "seed", "maskFill", "bias", "outputProjection"].map(
        (name) => [name, value],
      ),
    ),
    dAttention: value,
    positionalEncoding: value,
    layerNorm: fc.oneof(value, fc.constantFrom("pre", "post", "after")),
    unknown: value,
  };
  return fc
    .record(field, { requiredKeys: [] })
    .chain((fields) => fc.subarray(Object.entries(fields), { maxLength: 3 }).map(Object.fromEntries));
}
