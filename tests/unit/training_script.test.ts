/** trainingScript: the lines that a spec adds or leaves out. tests/fixtures/compare_training.py runs scripts in PyTorch. */
import { describe, expect, test } from "vitest";
import { trainingScript } from "../../web/src/module/training/script.js";
import type { SettledTrainingSpec } from "../../web/src/module/training/types.js";

const SPEC: SettledTrainingSpec = {
  data: [
    [1, 2, 3],
    [4, 5, 0],
  ],
  ...{ task: null, padId: 0, vocabSize: 6 },
  ...{ dModel: 8, numHeads: 2, layers: 3, dFf: 24, activation: "gelu", seed: 7 },
  ...{ tiedHead: false, dropout: 0 },
  ...{ mask: true, maskFill: "-inf", batchSize: 4 },
  ...{ optimizer: "adamw", learningRate: 0.003, weightDecay: 0.01, momentum: 0, gradientClip: null },
};
const script = (changed: Partial<SettledTrainingSpec> = {}, steps = 20): string =>
  trainingScript({ ...SPEC, ...changed }, steps);

describe("the PyTorch script of a training spec", () => {
  test("has the rows as a list, and every size", () => {
    expect(script()).toContain("data = torch.tensor([\n    [1, 2, 3],\n    [4, 5, 0],\n])\n");
    expect(script()).toContain("pad_id, vocab_size = 0, 6\n");
    expect(script()).toContain("d_model, num_heads, d_ff, layers = 8, 2, 24, 3\n");
    expect(script()).toContain("batch_size = 4\n");
  });

  test("draws from the seed, takes the steps and prints each loss", () => {
    expect(script({ seed: -5 }, 300)).toContain("torch.manual_seed(-5)\n");
    expect(script({}, 300)).toContain("for step in range(300):\n");
    expect(script().endsWith("    print(step + 1, loss.item())\n")).toBe(true);
  });

  test("masks later tokens with the fill as a float, or not at all", () => {
    expect(script()).toContain("masked_fill(later, -math.inf)");
    expect(script({ maskFill: -4 })).toContain("masked_fill(later, -4.0)");
    expect(script({ mask: false })).not.toMatch(/later|masked_fill/);
  });

  test("has the optimiser with its settings", () => {
    expect(script()).toContain("torch.optim.AdamW(model.parameters(), lr=0.003, weight_decay=0.01)");
    expect(script({ optimizer: "sgd", momentum: 0.9, learningRate: 1e-7 })).toContain(
      "torch.optim.SGD(model.parameters(), lr=1e-7, momentum=0.9, weight_decay=0.01)",
    );
  });

  test("clips gradients only if the spec says so", () => {
    expect(script()).not.toContain("clip_grad_norm_");
    expect(script({ gradientClip: 0.5 })).toContain("clip_grad_norm_(model.parameters(), 0.5)");
  });

  test("draws the mask of each dropout with torch.rand, in training's order, or has none", () => {
    expect(script()).not.toMatch(/drop/);
    const dropped = script({ dropout: 0.1 });
    expect(dropped).toContain("dropout = 0.1\n");
    expect(dropped).toContain(
      "    keep = torch.rand(x.shape) >= dropout\n    return x * (keep / (1 - dropout))\n",
    );
    expect(dropped).toContain("x = drop(self.embedding(ids) + positions(ids.shape[1]))\n");
    expect(dropped).toContain("x = x + drop(self.attention(self.norm_1(x)))\n");
    expect(dropped).toContain("return x + drop(self.ff_2(F.gelu(hidden)))\n");
  });

  test("ties the head after all weights are drawn and before the optimiser sees them", () => {
    expect(script()).not.toContain("model.head.weight");
    expect(script({ tiedHead: true })).toContain(
      "model = Decoder()\nmodel.head.weight = model.embedding.weight\noptimizer = ",
    );
  });

  test("names the activation and the task", () => {
    expect(script({ activation: "relu" })).toContain("F.relu(hidden)");
    expect(script({ task: "copy" })).toMatch(/^# Task copy: /);
    expect(script()).toMatch(/^# A small decoder /);
  });

  test("has no line that is too long for a screen", () => {
    const lines = script({ dropout: 0.123456, tiedHead: true }).split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  });
});
