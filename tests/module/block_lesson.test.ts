/** A block of a trained model as a lesson: its numbers are those of the model. */

import { describe, expect, test } from "vitest";
import english from "../../web/locales/en.json";
import type { Refusal } from "../../web/src/module/errors.js";
import { cellCount } from "../../web/src/module/shape.js";
import { blockLesson } from "../../web/src/module/training/block_lesson.js";
import type { FloatTensor, NamedFloats } from "../../web/src/module/training/types.js";
import { writeSafetensors } from "../../web/src/module/weights/safetensors.js";
import { withDrawnWeights } from "../../web/src/store/lesson_runner.js";
import { lessonWith } from "../../web/src/store/weights/own_weights.js";
import { problemText } from "../../web/src/words/problem_text.js";
import { loadInstalled } from "./packed.js";
import { plainBlocks } from "./plain_decoder.js";
import { hu as core } from "./store_reader.js";

const hu = await loadInstalled();

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

test.each([LAYERS, 1_000_000])("refuses a model without block %d, naming the tensor", (layer) => {
  const block = () => blockLesson(hu, MODELS[0][1], model(), TOKENS, layer);
  expect(block).toThrow(`weights.blocks.${layer}.norm_1.weight`);
});

/** A file as the leak lab saves it, with other notes. */
function saved(
  name: string,
  spec: object,
  tokens: readonly unknown[],
  symbols: readonly unknown[] = [],
): File {
  const notes = { spec: { ...MODELS[0][1], ...spec }, tokens, symbols };
  const texts = Object.entries(notes).map(([note, value]) => [note, JSON.stringify(value)]);
  return new File([writeSafetensors(model(), Object.fromEntries(texts))], name);
}

const shown = withDrawnWeights({ lesson: "transformer-block" });
const table = "weights.embedding.weight";
const REFUSED: readonly [what: string, spec: object, tokens: readonly unknown[], says: string][] = [
  ["a width beyond every limit", { dModel: 2 ** 32 - 1 }, [0], "dModel: got 4294967295, wants 1 to 2048"],
  ["another width than its table", { dModel: 4 }, [0], `${table}: got (7, 8), wants (7, 4)`],
  ["too many tokens", {}, Array(300_000).fill(0), "tokens: got 300000, wants at most 1024"],
  ["an id above the vocabulary", {}, [0, V], "tokens: got 7, wants 0 to 6"],
  ["a negative id", {}, [-1], "tokens: got -1, wants 0 to 6"],
  ["an id that is not whole", {}, [1.5], "tokens: got 1.5, wants integer"],
  ["an id that is text", {}, ["x"], 'tokens: got "x", wants integer'],
];

test.each(REFUSED)(
  "refuses a model file with %s, in words that have every fact",
  async (_, spec, tokens, says) => {
    const refused = (await lessonWith(core, saved("model.safetensors", spec, tokens), shown)) as Refusal;
    expect(refused.message).toBe(says);
    expect(problemText(english, refused)).not.toMatch(/\{|did not start/);
  },
);

test("reads the first block of a chosen file whatever its name, and that of an address which its # selects", async () => {
  const file = saved("run #2.safetensors", {}, TOKENS, [1, "b"]);
  const bytes = Buffer.from(await file.arrayBuffer()).toString("base64");
  const address = `data:application/octet-stream;base64,${bytes}`;
  const outputs = [file, { name: address }, { name: `${address}#2` }].map(async (given) => {
    const read = await lessonWith(core, given, shown);
    if (!("trace" in read)) throw new Error(read.message);
    return read.trace.steps.at(-1)?.data.join();
  });
  const [chosen, first, second] = await Promise.all(outputs);
  expect(chosen).toBe(first);
  expect(second).not.toBe(first);
});
