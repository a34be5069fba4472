/**
 * Dispatches any actions to the element's store, with a module that is sometimes late: URL and undo history reproduce the
 * state.
 */
import type { UserAction } from "../../../web/src/store/actions.js";
import { edit, weightsOf } from "../../module/store_reader.js";
import {
  checkReproduced,
  LESSONS,
  type Move,
  OTHER_MOVES,
  opening,
  specWith,
  walked,
} from "../../module/store_walk.js";
import { Bytes } from "./bytes.js";

const MOST_MOVES = 24;
const TEXTS = ["the dog in the park sees", "the zebra", "", undefined, "park park"] as const;

const MOVES: readonly ((bytes: Bytes) => Move)[] = [
  (bytes) =>
    edit(
      specWith(
        { lesson: bytes.pick(LESSONS), seed: bytes.below(10), numHeads: 1 + bytes.below(4) },
        bytes.coin(),
      ),
    ),
  (bytes) => ({ type: "lesson", lang: "en", lesson: bytes.pick(LESSONS) }),
  (bytes) => ({ type: "weightsFile", file: weightsOf(bytes.pick(LESSONS), 2 + bytes.below(2)) }),
  (bytes) => ({
    type: "weights",
    ...(bytes.coin() && { designed: { name: "designed", lang: "en" } }),
  }),
  (bytes) => ({ type: "weightsFile", file: { name: "trained", text: bytes.pick(TEXTS), lang: "en" } }),
  (bytes) => ({ type: "goTo", step: bytes.below(31) }),
  (bytes) => ({ type: "seek", step: bytes.below(31), t: bytes.byte() / 255 }),
  (bytes) => ({ type: "choose", focus: { batch: bytes.below(4), head: bytes.below(4) } }),
  (bytes) => opening(bytes.pick(["q", "scores", "attention", "output"])),
  (bytes) => ({ type: bytes.pick(["next", "previous", "play", "pause", "close"]) }) as UserAction,
  (bytes) => bytes.pick(OTHER_MOVES),
];

export async function fuzz(data: Uint8Array): Promise<void> {
  const bytes = new Bytes(data);
  const late = bytes.byte();
  let calls = 0;
  const moves: Move[] = [];
  while (!bytes.areUsedUp && moves.length < MOST_MOVES) moves.push(bytes.pick(MOVES)(bytes));
  await checkReproduced(await walked(moves, () => ((late >> (calls++ % 8)) & 1) === 1));
}
