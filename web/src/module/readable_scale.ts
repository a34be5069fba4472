/** The scale of the readable weights. Only formulas show it, so it is in a separate file that loads after a lesson starts. */
import { type HeadRole, LENGTH_BESIDE_POSITIONS, readablePairs, type Sizes } from "./readable.js";

const SAME_WORD_SCORE = 16;
const PREVIOUS_TOKEN_LEAD = 4;

/** The scale s of w_q and w_k in the heads with a role. */
export function readableScale(sizes: Sizes, role: HeadRole): number {
  const { dModel, dAttention, numHeads, positionalEncoding } = sizes;
  const { sameWord, previousToken } = readablePairs(sizes);
  const root = Math.sqrt((dAttention ?? dModel) / numHeads);
  if (role === "same_word")
    return (
      Math.sqrt((SAME_WORD_SCORE * root) / sameWord) / (positionalEncoding ? LENGTH_BESIDE_POSITIONS : 1)
    );
  let fall = 0;
  for (let i = 0; i < previousToken; i++) fall += 1 - Math.cos(10000 ** ((-2 * i) / dModel));
  return Math.sqrt((PREVIOUS_TOKEN_LEAD * root) / fall);
}
