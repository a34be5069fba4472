/** The text that the lab writes token by token is the text that the trainer generates. */
import { describe, expect, test } from "vitest";
import { chosenToken } from "../../web/src/lab/writing.js";
import { uniforms } from "../../web/src/module/training/uniforms.js";
import { loadInstalled } from "./packed.js";

const hu = await loadInstalled();

const DATA = [
  [1, 2, 3, 4, 5],
  [5, 4, 3, 2, 1],
  [2, 4, 1, 3, 5],
];

describe.each([
  [true, 1, 0],
  [false, 0.5, 7],
  [true, 2, 4_000_000_000],
  [true, 0, 3],
])("mask %s, temperature %d, seed %d", (mask, temperature, seed) => {
  test("chooses the same tokens", () => {
    const trainer = hu.createTrainer({ data: DATA, vocabSize: 6, dModel: 8, dFf: 16, mask });
    trainer.step(5);
    const written = [1, 2];
    const numbers = uniforms(seed);
    for (let i = 0; i < 10; i++) {
      const { data } = trainer.nextToken(written.slice(-4), temperature || 1);
      const choice = chosenToken(data, numbers.next().value, temperature);
      written.push(choice?.id ?? expect.fail("nothing chosen"));
    }
    expect(written.slice(2)).toEqual(trainer.generate([1, 2], 10, { temperature, seed }));
    trainer.dispose();
  });
});
