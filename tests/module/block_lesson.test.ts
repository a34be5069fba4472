/** A block of a trained model as a lesson: its numbers are those of the model. */

import { beforeAll, describe, expect, test } from "vitest";
import { cellCount } from "../../web/src/module/shape.js";
import { blockLesson } from "../../web/src/module/training/block_lesson.js";
import type { FloatTensor, NamedFloats } from "../../web/src/module/training/types.js";
import { type HeadsUp, imported, installed } from "./packed.js";
import { plainBlocks } from "./plain_decoder.js";

let hu: HeadsUp;
beforeAll(async () => {
  hu = await (await imported(installed())).load();
}, 60_000);

const [V, D, F, LAYERS] = [7, 8, 12, 2] as const;

/** Pseudo-random numbers, so that no two parameters are equal. */
function numbers(shape: readonly number[], start: number): FloatTensor {
  const size = cellCount(shape);
  const data = Float32Array.from({ length: size }, (_, i) => Math.sin((i + 1) * 12.9898 + start * 78.233));
  return { shape, dtype: "float32", data };
}

function model(): NamedFloats {
  const sizes: [string, readonly number[]][] = [["embedding", [V, D]]];
  for (let i = 0; i < LAYERS; i++) {
    const block: [string, readonly number[]][] = [
      ...["norm_1", "norm_2"].map((name): [string, readonly number[]] => [name, [D]]),
      ...["w_q", "w_k", "w_v", "w_0"].map((name): [string, readonly number[]] => [name, [D, D]]),
      ["ff_1", [F, D]],
      ["ff_2", [D, F]],
    ];
    sizes.push(...block.map(([name, shape]): [string, readonly number[]] => [`blocks.${i}.${name}`, shape]));
  }
  const tensors = sizes.flatMap(([name, shape], i) => [
    [`${name}.weight`, numbers(shape, i)] as const,
    [`${name}.bias`, numbers(shape.slice(0, 1), i + 0.5)] as const,
  ]);
  return Object.fromEntries(tensors);
}

const common = { dModel: D, dFf: F, layers: LAYERS, numHeads: 2 } as const;
const MODELS = [
  ["with the causal mask", { ...common, mask: true, maskFill: "-inf", activation: "gelu" }],
  ["without a mask", { ...common, mask: false, maskFill: "-inf", activation: "relu" }],
  ["with a weak fill", { ...common, mask: true, maskFill: -1, activation: "gelu" }],
] as const;
const TOKENS = [3, 0, 6, 3, 1];

describe.each(MODELS)("a model %s", (_, spec) => {
  const weights = model();
  const fill = spec.maskFill === "-inf" ? Number.NEGATIVE_INFINITY : spec.maskFill;
  const plain = plainBlocks(weights, { ...spec, maskFill: fill }, TOKENS, LAYERS);

  test.each([0, 1])(
    "block %d gives the model's attention and output, also for padding and repeated tokens",
    (layer) => {
      const lesson = blockLesson(hu, spec, weights, TOKENS, layer);
      const { steps } = hu.run(lesson.spec, lesson.weights);
      const near = (got: ArrayLike<number> | undefined, wants: readonly number[]): void => {
        expect(got).toHaveLength(wants.length);
        wants.forEach((value, i) => {
          expect(got?.[i]).toBeCloseTo(value, 4);
        });
      };
      const attention = steps.find(({ name }) => name === "attention");
      expect(attention?.shape).toEqual([1, 2, TOKENS.length, TOKENS.length]);
      near(attention?.data, plain[layer]?.attention.flat(2) ?? []);
      near(steps.at(-1)?.data, plain[layer]?.output.flat() ?? []);
    },
  );
});

test.each([true, false])("the lesson has the trained model's attention, with mask %s", (mask) => {
  const data = [[1, 2, 3, 4, 5, 0]];
  const trainer = hu.createTrainer({ data, vocabSize: V, dModel: D, dFf: F, layers: 2, mask });
  trainer.step(20);
  const attention = trainer.attention(TOKENS);
  for (const layer of [0, 1]) {
    const lesson = blockLesson(hu, trainer.spec, trainer.weights(), TOKENS, layer);
    const { steps } = hu.run(lesson.spec, lesson.weights);
    const shown = steps.find(({ name }) => name === "attention")?.data ?? [];
    const size = attention.data.length / 2;
    expect(shown).toHaveLength(size);
    attention.data.subarray(layer * size, (layer + 1) * size).forEach((weight, i) => {
      expect(shown[i]).toBeCloseTo(weight, 5);
    });
  }
  trainer.dispose();
});

test("refuses a model without the block, naming the tensor", () => {
  expect(() => blockLesson(hu, MODELS[0][1], model(), TOKENS, 2)).toThrow(
    /weights\.blocks\.2\.norm_1\.weight/,
  );
});

test("refuses a token that the model does not know", () => {
  expect(() => blockLesson(hu, MODELS[0][1], model(), [V], 0)).toThrow(/tokens: got 7/);
});
