/** What the templates of a lesson's scripts know: the fields of its spec, and the names and flags derived from them. */
import { RHO, readablePairs, roleOfHead } from "../readable.js";
import type { LessonSpec } from "../types.js";
import { type Facts, fillText, rowLines } from "./python.js";

/** A class that makes its mask itself; it can only make a purely causal one, because it does not know the padding. */
export const makesOwnMask = ({ lesson, mask }: Pick<Required<LessonSpec>, "lesson" | "mask">): boolean =>
  lesson === "masked-self-attention" && mask?.causal === true && !mask.padding;

export function factsOf(spec: Required<LessonSpec>, readable: boolean) {
  const { lesson, dModel, dAttention, numHeads, layerNorm, feedForward, positionalEncoding } = spec;
  /** Queries come from the target, keys and values from the source. */
  const crossed = lesson === "encoder-decoder";
  /** q, k and v are not split into heads. */
  const oneHead = lesson === "masked-self-attention";
  /** With positions, a warm-up, and masks in which 1 = ignore. */
  const block = lesson === "transformer-block";
  const padding = spec.mask?.padding === true;
  const causal = spec.mask?.causal === true;
  const masked = padding || causal;
  /** The letters of the token axes, which are variables of the script too. */
  const [query, key] = crossed ? ["T", "S"] : ["L", "L"];
  const [letter, width] = dAttention === null ? ["D", "d_model"] : ["A", "d_attention"];
  const input = positionalEncoding ? "input_sum" : "embedding";
  const source = layerNorm === "pre" ? "norm_1" : input;
  // A padding mask is the same for every query, a causal one for every sentence; the block's masks have full size.
  const [batch, ...rest] = block ? ["B", "L", "L"] : [padding ? "B" : "1", causal ? query : "1", key];
  const letters = [
    ...["B batch", crossed ? "S source, T target" : "L length", "V vocabulary", "D d_model"],
    ...(dAttention === null ? [] : ["A d_attention"]),
    ...(oneHead ? [] : ["H heads, K d_k"]),
    ...(positionalEncoding ? ["P positions"] : []),
    ...(feedForward === null ? [] : ["F d_ff"]),
  ];
  return {
    ...{ lesson, letters: letters.join(", "), crossed, oneHead, block, padding, causal, masked, layerNorm },
    ...{ padId: spec.padId, vocabSize: spec.vocabSize, seed: spec.seed, dModel, dAttention, numHeads },
    ...{ positionalEncoding, outputProjection: spec.outputProjection },
    ...{ dFf: feedForward?.dFf ?? null, activation: feedForward?.activation ?? null },
    ...{ sequences: rowLines(spec.sequences), target: rowLines(spec.target ?? []) },
    ...{ preNorm: layerNorm === "pre", postNorm: layerNorm === "post" },
    bias: spec.bias ? "" : ", bias=False",
    ...{ query, key, letter, width, input, source },
    queries: crossed ? "target_embedding" : source,
    fedForward: { none: "output", pre: "norm_2", post: "norm_1" }[layerNorm ?? "none"],
    /** The scores are divided by the square root of this. */
    scale: oneHead ? width : "d_k",
    ...{
      heads: oneHead ? "" : "_heads",
      headAxis: oneHead ? "" : "H, ",
      valueLetter: oneHead ? letter : "K",
    },
    masks: [...(padding ? ["padding_mask"] : []), ...(causal ? ["nopeak_mask"] : [])].join(" & "),
    maskAxes: [batch, ...rest].join(", "),
    /** The shape of the mask with an axis that broadcasts over the heads. Only a lesson with a mask has one. */
    masksShape: masked ? `  # (${[batch, "1", ...rest].join(", ")})` : "",
    fill: fillText(spec.maskFill),
    ...{ makesOwnMask: makesOwnMask(spec), ...readableFacts(spec, readable), rho: RHO },
  } satisfies Facts;
}

function readableFacts(spec: Required<LessonSpec>, asked: boolean) {
  const { dModel, dAttention, numHeads, bias } = spec;
  const { positions, end, sameWord, previousToken } = readablePairs(spec);
  const readable = asked && roleOfHead(spec, 0) !== "as_drawn";
  return {
    /** Whether some heads have readable weights. */
    readable,
    previous: readable && numHeads > 1 && roleOfHead(spec, 1) === "previous_token",
    readableBias: readable && bias,
    headSize: (dAttention ?? dModel) / numHeads,
    ...{ lastPair: end - 1, columns: 2 * end, positionColumns: 2 * positions },
    ...{ wordPairs: sameWord, wordColumns: 2 * sameWord, wordsFrom: 2 * (end - sameWord) },
    ...{ previousPairs: previousToken, previousColumns: 2 * previousToken },
  };
}
