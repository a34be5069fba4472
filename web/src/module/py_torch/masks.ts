/** The lines that compute the masks: True = attend, but 1 = ignore in the transformer block. */
import { callLines, fillText, type Line, type Paragraph, stepLine } from "./line.js";
import type { Subject } from "./subject.js";

export function masks({ block, padding, causal, query, key, maskAxes }: Subject): Paragraph {
  if (block || !(padding || causal)) return [];
  const lines: Line[] = [["# True = attend"]];
  const parts: string[] = [];
  if (padding) {
    parts.push("padding_mask");
    lines.push(stepLine("padding_mask", "padding_mask = (ids != pad_id).unsqueeze(1)", `B 1 ${key}`));
  }
  if (causal) {
    parts.push("nopeak_mask");
    lines.push([`ones = torch.ones(1, ${query}, ${key}, dtype=torch.bool)`, "nopeak_mask"]);
    lines.push(stepLine("nopeak_mask", "nopeak_mask = ones.tril()", `1 ${query} ${key}`));
  }
  return [...lines, stepLine("mask", `mask = ${parts.join(" & ")}`, maskAxes.join(" "))];
}

/** The block's padding mask; it comes first because the warm-up needs it. */
export const blockPaddingMask = ({ block, padding }: Subject): Paragraph =>
  block && padding
    ? [
        ["# True = ignore"],
        ["attn_pad_mask = (ids == pad_id).unsqueeze(1)", "attn_pad_mask"],
        stepLine("attn_pad_mask", "attn_pad_mask = attn_pad_mask.expand(B, L, L)", "B L L"),
      ]
    : [];

/** The block's look-ahead mask, and the mask that its heads use. */
export function blockMasks({ block, padding, causal }: Subject): Paragraph {
  if (!block || !(padding || causal)) return [];
  if (!causal) return [["# True = ignore"], stepLine("attn_mask", "attn_mask = attn_pad_mask", "B L L")];
  const sum = padding ? "(attn_pad_mask + attn_dec_mask)" : "attn_dec_mask";
  return [
    ["# 1 = ignore"],
    ["ones = torch.ones(B, L, L, dtype=torch.long)", "attn_dec_mask"],
    stepLine("attn_dec_mask", "attn_dec_mask = ones.triu(diagonal=1)", "B L L"),
    stepLine("attn_mask", `attn_mask = ${sum} > 0`, "B L L"),
  ];
}

/** The page's bridge (not a step of the trace) in which the mask gets an axis that broadcasts over the heads. */
export const BRIDGE = "masks";

/** The lines that fill the masked scores; none without a mask. */
export function fillLines({ spec, block, oneHead, padding, causal, maskAxes }: Subject): Line[] {
  if (!(padding || causal)) return [];
  const fillCall = (ignore: string): Line[] =>
    callLines("masked_scores", "masked_scores = scores.masked_fill", [ignore, fillText(spec.maskFill)]);
  if (oneHead) return fillCall("~mask");
  const [mask, ignore] = block ? ["attn_mask", "masks"] : ["mask", "~masks"];
  const [batch, ...rest] = maskAxes;
  return [
    stepLine(BRIDGE, `masks = ${mask}.unsqueeze(1)`, [batch, "1", ...rest].join(" ")),
    ...fillCall(ignore),
  ];
}
