/** The opening of masked-self-attention: four by four random scores, before there are any tokens. */
import { callLines, fillText, type Paragraph } from "./line.js";
import type { Subject } from "./subject.js";

export function demo({ spec, oneHead }: Subject): readonly Paragraph[] {
  if (!oneHead) return [];
  return [
    [
      [`torch.manual_seed(${spec.seed})`],
      ["demo_scores = torch.randn(4, 4)", "demo_scores"],
      ["ones = torch.ones(4, 4, dtype=torch.bool)", "demo_mask"],
      ["demo_mask = ones.tril()  # True = attend", "demo_mask"],
    ],
    [
      ...callLines("demo_masked_scores", "demo_masked_scores = demo_scores.masked_fill", [
        "~demo_mask",
        fillText(spec.maskFill),
      ]),
      ["demo_attention = demo_masked_scores.softmax(dim=-1)", "demo_attention"],
    ],
  ];
}
