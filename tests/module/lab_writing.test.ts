/** Tokens that are chosen one by one, as in the lab, are those that the trainer generates. */
import { describe, expect, test } from "vitest";
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
    for (let at = 0; at < 10; at++) {
      const { id, u, from, to } = trainer.chooseToken(written.slice(-4), { temperature, seed }, at);
      written.push(id ?? expect.fail("nothing chosen"));
      if (temperature > 0) expect([from <= u, u < to]).toEqual([true, true]);
    }
    expect(written.slice(2)).toEqual(trainer.generate([1, 2], 10, { temperature, seed }));
    trainer.dispose();
  });
});
