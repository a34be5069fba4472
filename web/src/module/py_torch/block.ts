/** The lines of a transformer block around its attention: positions, the warm-up, residual sums, norms and the feed-forward. */
import { callLines, fillText, type Line, type Paragraph, stepLine } from "./line.js";
import type { Subject } from "./subject.js";

/** The sinusoids are computed in float64 and rounded once. */
export const positions = ({ spec }: Subject): readonly Paragraph[] =>
  spec.positionalEncoding
    ? [
        [
          ["position = torch.arange(L + 1).double().unsqueeze(1)", "position_table"],
          ["pair = torch.arange(d_model).double() // 2", "position_table"],
          ["angles = position / 10000 ** (2 * pair / d_model)", "position_table"],
          ["position_table = angles.sin()", "position_table"],
          ["position_table[:, 1::2] = angles[:, 1::2].cos()", "position_table"],
          stepLine("position_table", "position_table = position_table.float()", "P D"),
        ],
        [
          ["positions = torch.arange(1, L + 1).expand(B, L)", "positions"],
          ["positions = positions.masked_fill(ids == pad_id, 0)", "positions"],
          stepLine("position_embedding", "position_embedding = position_table[positions]", "B L D"),
          stepLine("input_sum", "input_sum = embedding + position_embedding", "B L D"),
        ],
      ]
    : [];

/** The warm-up, attention without learned weights: query, key and value are the input itself. */
export function warmUp({ spec, block, padding, input }: Subject): readonly Paragraph[] {
  if (!block) return [];
  const last = padding ? "warmup_masked_scores" : "warmup_scores";
  const filled = callLines("warmup_masked_scores", "warmup_masked_scores = warmup_scores.masked_fill", [
    "attn_pad_mask",
    fillText(spec.maskFill),
  ]);
  return [
    [
      [`Q = K = V = ${input}`, "warmup_scores"],
      ["warmup_scores = Q @ K.transpose(-2, -1)", "warmup_scores"],
      ["warmup_scores = warmup_scores / math.sqrt(d_k)", "warmup_scores"],
      ...(padding ? filled : []),
    ],
    [
      ...callLines("warmup_attention", `warmup_attention = ${last}.softmax`, ["dim=-1"]),
      stepLine("warmup_values", "warmup_values = warmup_attention @ V", "B L D"),
    ],
  ];
}

const normed = (norm: string, from: string): Line =>
  stepLine(norm, `${norm} = layer_${norm}(${from})`, "B L D");
const sum = (step: string, a: string, b: string): Line => stepLine(step, `${step} = ${a} + ${b}`, "B L D");

/** The residual sum around the attention and the norm that follows it; empty without layerNorm. */
export function firstResidual({ spec, input }: Subject): Paragraph {
  const { layerNorm, feedForward } = spec;
  if (!layerNorm) return [];
  const residual = sum("residual_1", input, "output");
  if (layerNorm === "post") return [residual, normed("norm_1", "residual_1")];
  return feedForward === null ? [residual] : [residual, normed("norm_2", "residual_1")];
}

/** The input of the feed-forward layer, and the lines with its residual sum and layer norm. */
export const aroundFeedForward = ({
  layerNorm,
}: Subject["spec"]): { readonly from: string; readonly lines: Paragraph } =>
  ({
    none: { from: "output", lines: [] },
    pre: { from: "norm_2", lines: [sum("residual_2", "residual_1", "ff_3")] },
    post: { from: "norm_1", lines: [sum("residual_2", "norm_1", "ff_3"), normed("norm_2", "residual_2")] },
  })[layerNorm ?? "none"];

/** The feed-forward layer with its residual sum and norm. */
export function feedForward({ spec }: Subject): Paragraph {
  if (spec.feedForward === null) return [];
  const { from, lines } = aroundFeedForward(spec);
  return [
    stepLine("ff_1", `ff_1 = conv1(${from}.transpose(1, 2))`, "B F L"),
    stepLine("ff_2", `ff_2 = F.${spec.feedForward.activation}(ff_1)`, "B F L"),
    stepLine("ff_3", "ff_3 = conv2(ff_2).transpose(1, 2)", "B L D"),
    ...lines,
  ];
}
