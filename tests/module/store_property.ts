/** Random actions with random delays, after which the URL and the undo history reproduce the state. */
import fc from "fast-check";
import { expect } from "vitest";
import type { UserAction } from "../../web/src/store/actions.js";
import { edit, weightsOf } from "./store_reader.js";
import { checkReproduced, LESSONS, type Move, OTHER_MOVES, opening, specWith, walked } from "./store_walk.js";

const lesson = fc.constantFrom(...LESSONS);
const spec = fc
  .record({ lesson, seed: fc.nat(9), numHeads: fc.constantFrom(1, 2, 3, 4), fill: fc.boolean() })
  .map(({ fill, ...fields }) => specWith(fields, fill));
const moves: fc.Arbitrary<Move> = fc.oneof(
  { weight: 4, arbitrary: spec.map(edit) },
  lesson.map((name): UserAction => ({ type: "lesson", lang: "en", lesson: name })),
  fc
    .record({ name: lesson, value: fc.constantFrom(2, 3) })
    .map(({ name, value }): UserAction => ({ type: "weightsFile", file: weightsOf(name, value) })),
  fc
    .constantFrom("en", undefined)
    .map((lang): UserAction => ({ type: "weights", ...(lang && { designed: { name: "designed", lang } }) })),
  fc
    .constantFrom("the dog in the park sees", "the zebra", undefined)
    .map((text): UserAction => ({ type: "weightsFile", file: { name: "trained", text, lang: "en" } })),
  fc.nat(30).map((step): UserAction => ({ type: "goTo", step })),
  fc
    .record({ step: fc.nat(30), t: fc.double({ min: 0, max: 1, noNaN: true }) })
    .map(({ step, t }): UserAction => ({ type: "seek", step, t })),
  fc.record({ batch: fc.nat(3), head: fc.nat(3) }).map((focus): UserAction => ({ type: "choose", focus })),
  fc.constantFrom("q", "scores", "attention", "output").map(opening),
  fc
    .constantFrom<UserAction["type"]>("next", "previous", "play", "pause", "close")
    .map((type) => ({ type }) as UserAction),
  fc.constantFrom(...OTHER_MOVES),
);

/** Runs `count` sequences of fifty random actions. */
export async function testRandomReaders(count: number): Promise<void> {
  const sequences = fc.array(moves, { minLength: 50, maxLength: 50 });
  let checked = 0;
  await fc.assert(
    fc.asyncProperty(sequences, fc.infiniteStream(fc.boolean()), async (all, delays) => {
      await checkReproduced(await walked(all, () => delays.next().value === true));
      checked += 1;
    }),
    { numRuns: count },
  );
  expect(checked).toBe(count);
}
