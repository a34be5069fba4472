/** The masks, in both conventions: True = attend, and in the transformer block 1 = ignore. */
import { calls, fillText, type Line, makes, type Paragraph } from "./line.js";
import type { Subject } from "./subject.js";

export function masks({ block, padding, causal, query, key, maskAxes }: Subject): Paragraph {
  if (block || !(padding || causal)) return [];
  const lines: Line[] = [["# True = attend"]];
  const made: string[] = [];
  if (padding) {
    made.push("padding_mask");
    lines.push(makes("padding_mask", "padding_mask = (ids != pad_id).unsqueeze(1)", `B 1 ${key}`));
  }
  if (causal) {
    made.push("nopeak_mask");
    lines.push([`ones = torch.ones(1, ${query}, ${key}, dtype=torch.bool)`, "nopeak_mask"]);
    lines.push(makes("nopeak_mask", "nopeak_mask = ones.tril()", `1 ${query} ${key}`));
  }
  return [...lines, makes("mask", `mask = ${made.join(" & ")}`, maskAxes.join(" "))];
}

/** The block's padding mask, which its warm-up needs before there are heads. */
export const ignoredPadding = ({ block, padding }: Subject): Paragraph =>
  block && padding
    ? [
        ["# True = ignore"],
        ["attn_pad_mask = (ids == pad_id).unsqueeze(1)", "attn_pad_mask"],
        makes("attn_pad_mask", "attn_pad_mask = attn_pad_mask.expand(B, L, L)", "B L L"),
      ]
    : [];

/** The block's look-ahead mask, and the one that its heads get. */
export function ignored({ block, padding, causal }: Subject): Paragraph {
  if (!block || !(padding || causal)) return [];
  if (!causal) return [["# True = ignore"], makes("attn_mask", "attn_mask = attn_pad_mask", "B L L")];
  const sum = padding ? "(attn_pad_mask + attn_dec_mask)" : "attn_dec_mask";
  return [
    ["# 1 = ignore"],
    ["ones = torch.ones(B, L, L, dtype=torch.long)", "attn_dec_mask"],
    makes("attn_dec_mask", "attn_dec_mask = ones.triu(diagonal=1)", "B L L"),
    makes("attn_mask", `attn_mask = ${sum} > 0`, "B L L"),
  ];
}

/** A bridge of the page, which is not a step of the trace: the mask gets an axis that broadcasts over the heads. */
export const BRIDGE = "masks";

/** Lines that fill the masked scores; none without a mask. */
export function fillLines({ spec, block, oneHead, padding, causal, maskAxes }: Subject): Line[] {
  if (!(padding || causal)) return [];
  const filled = (ignore: string): Line[] =>
    calls("masked_scores", "masked_scores = scores.masked_fill", [ignore, fillText(spec.maskFill)]);
  if (oneHead) return filled("~mask");
  const [mask, ignore] = block ? ["attn_mask", "masks"] : ["mask", "~masks"];
  const [batch, ...rest] = maskAxes;
  return [makes(BRIDGE, `masks = ${mask}.unsqueeze(1)`, [batch, "1", ...rest].join(" ")), ...filled(ignore)];
}
