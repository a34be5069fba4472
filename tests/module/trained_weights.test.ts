/**
 * The lessons' trained weights: the training command reproduces the files, heads behave as the page says, and lessons show
 * them.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { STEPS, sentencesOf, trainingSpecOf, weightsOfRoles } from "../../scripts/lib/trained_sentences.mjs";
import type { TrainedFacts } from "../../web/src/lessons/trained.js";
import type { NamedFloats, Trainer } from "../../web/src/module/training/types.js";
import type { Trace } from "../../web/src/module/types.js";
import { readWeights } from "../../web/src/module/weights/read_weights.js";
import { type ChosenWeights, run } from "../../web/src/store/lesson_runner.js";
import { trainedWeights } from "../../web/src/store/weights/trained_model.js";
import { loadInstalled } from "./packed.js";
import { hu } from "./store_reader.js";

const { createTrainer } = await loadInstalled();

const inTrained = (file: string) => path.join(import.meta.dirname, "../../web/trained", file);
const weightsIn = (lang: string): NamedFloats =>
  readWeights(readFileSync(inTrained(`${lang}.safetensors`)), lang) as NamedFloats;
const factsIn = (lang: string): TrainedFacts & { heldOutLoss: number } =>
  JSON.parse(readFileSync(inTrained(`${lang}.json`), "utf8"));

function trained(lang: "en" | "ko"): Trainer {
  const trainer = createTrainer(trainingSpecOf(lang));
  trainer.load(weightsIn(lang));
  return trainer;
}

function shown(lesson: "transformer-block" | "masked-multi-head", text: string | undefined, lang: string) {
  const weights = trainedWeights(hu, lesson, { text, lang });
  if ("code" in weights || !weights.trained) throw new Error(JSON.stringify(weights));
  const { spec } = weights.trained;
  return { weights, trace: run(hu, { spec, weights, own: undefined }).trace };
}

const numbersOf = ({ steps }: Trace, name: string): number[] => [
  ...(steps.find((step) => step.name === name)?.data ?? []),
];

function near(got: readonly number[], wants: readonly number[]): void {
  expect(got).toHaveLength(wants.length);
  expect(Math.max(...got.map((value, i) => Math.abs(value - (wants[i] ?? Number.NaN))))).toBeLessThan(1e-5);
}

describe.each(["en", "ko"] as const)("the model of sentences in %s", (lang) => {
  const facts = factsIn(lang);
  const { symbols, heldOut, data } = sentencesOf(lang);

  test("is reproduced by the training command, with the losses that the page states", () => {
    const trainer = createTrainer(trainingSpecOf(lang));
    const losses = trainer.step(STEPS);
    expect(losses[0]).toBeCloseTo(facts.firstLoss, 2);
    const last = losses.slice(-100).reduce((sum, loss) => sum + loss, 0) / 100;
    expect(last).toBeCloseTo(facts.lastLoss, 2);
    const kept = weightsIn(lang);
    // Another compiler may sum in another order; the differences grow over the steps.
    for (const [name, { data: numbers }] of Object.entries(trainer.weights())) {
      const apart = Array.from(numbers, (value, i) => Math.abs(value - (kept[name]?.data[i] ?? Number.NaN)));
      expect(Math.max(...apart), name).toBeLessThan(0.01);
    }
    trainer.dispose();
  });

  test("has a head for each role, and generalises to sentences that were held out", () => {
    const trainer = trained(lang);
    const roles = weightsOfRoles(lang, (tokens) => trainer.attention(tokens).data);
    expect(facts.heads.map((role, head) => (roles[head]?.[role] ?? 0) > 0.9)).toEqual([true, true]);
    expect(trainer.lossAsUsed(heldOut)).toBeCloseTo(facts.heldOutLoss, 2);
    expect(facts.heldOutLoss).toBeLessThan(facts.lastLoss + 0.1);
    const learned = new Set(data.map((row) => row.join()));
    expect(heldOut.filter((row) => learned.has(row.join()))).toEqual([]);
    trainer.dispose();
  });

  test("gives both lessons the attention of the model, on the words of a sentence", () => {
    const trainer = trained(lang);
    const tokens = heldOut[0]?.filter((id) => id !== 0) ?? [];
    const text = tokens.map((id) => symbols[id]).join("");
    const attention = [...trainer.attention(tokens).data];
    const block = shown("transformer-block", text, "en");
    const alone = shown("masked-multi-head", text, "en");
    near(numbersOf(block.trace, "attention"), attention);
    near(numbersOf(alone.trace, "attention"), attention);
    near(numbersOf(alone.trace, "output"), numbersOf(block.trace, "output"));
    near(numbersOf(alone.trace, "embedding"), numbersOf(block.trace, "norm_1"));
    const words = ["", ...tokens.map((id) => symbols[id]?.trim())];
    expect([block.weights.words, alone.weights.words]).toEqual([words, words]);
    trainer.dispose();
  });

  test("shows its own sentence if none is given", () => {
    const { weights } = shown("transformer-block", undefined, lang);
    expect(weights.trained?.text).toBe(facts.sentence);
  });
});

const refused = (text: string) =>
  trainedWeights(hu, "transformer-block", { text, lang: "en" }) as
    | ChosenWeights
    | { code: string; details: Record<string, string> };

test("capitalised words are known; unknown words are named, with the list of known ones", () => {
  expect(shown("transformer-block", "The dog", "en").weights.words).toEqual(["", "the", "dog"]);
  const { code, details } = refused("the zebra in the sea") as {
    code: string;
    details: Record<string, string>;
  };
  expect([code, details["got"]]).toEqual(["unknown-words", "zebra, sea"]);
  expect(details["wants"]).toContain("dog");
});

test("a sentence longer than the longest training sentence is refused", () => {
  expect(refused("the ".repeat(15))).toMatchObject({
    code: "out-of-range",
    details: { got: "15", max: "14" },
  });
});
