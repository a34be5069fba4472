/** PyTorch code of the bridges that the lesson's script has no lines for, because it does not compute what they show. */
import { maskedBit } from "../draw/scale.js";
import { hasStep, stepOf } from "../draw/tensor_view.js";
import { fillText } from "../module/py_torch/line.js";
import type { Trace } from "../module/types.js";

export interface CodeWindow {
  readonly code: readonly string[];
  /** Lines of `code`, counted from 0. */
  readonly current: readonly number[];
}

const wrongView = (trace: Trace): CodeWindow => ({
  code: [
    "q_heads = q_split.transpose(1, 2)",
    `wrong_view = q.view(B, num_heads, ${stepOf(trace, "q").axes[1]}, d_k)`,
    "wrong_view.shape == q_heads.shape  # True",
    "torch.equal(wrong_view, q_heads)  # False",
  ],
  current: [1],
});

const conventions = ({ spec }: Trace): CodeWindow => ({
  code: [
    "# True = ignore: masked_fill, nn.MultiheadAttention",
    `scores.masked_fill(attn_mask.unsqueeze(1), ${fillText(spec.maskFill)})`,
    "# True = attend: F.scaled_dot_product_attention",
    "attend = ~attn_mask",
    "F.scaled_dot_product_attention(",
    "    q_heads, k_heads, v_heads, attend.unsqueeze(1))",
  ],
  current: [3],
});

const generation: CodeWindow = {
  code: [
    "k = v = torch.empty(0)  # the cache",
    "for x in embedding.split(1, dim=1):  # a token",
    "    k = torch.cat([k, w_k(x)], dim=1)",
    "    v = torch.cat([v, w_v(x)], dim=1)",
    "    s = w_q(x) @ k.transpose(1, 2) / k.size(-1)**0.5",
    "    row = s.softmax(dim=-1) @ v  # = values[:, n-1]",
  ],
  current: [2, 3, 4, 5],
};

const pieces: CodeWindow = {
  code: [
    "vocab = spm.SentencePieceProcessor(model_file)",
    "pieces = [vocab.encode(line, out_type=str)",
    "          for line in lines]",
    "sequences = [vocab.piece_to_id(row)",
    "             for row in pieces]",
  ],
  current: [1, 2, 3, 4],
};

/** A longer line would not fit the window. */
const LONGEST = 53;

/** Attention as one PyTorch call. Its mask is True where a query attends. */
function opening(trace: Trace): CodeWindow {
  const { inputs } = stepOf(trace, "values");
  const headed = inputs[1] === "v_heads";
  const tensors = ["q", "k", "v"].map((name) => (headed ? `${name}_heads` : name)).join(", ");
  const mask =
    hasStep(trace, "masked_scores") && stepOf(trace, stepOf(trace, "masked_scores").inputs[1] ?? "");
  const attend = mask && `${maskedBit(mask) === 1 ? "~" : ""}${mask.name}${headed ? ".unsqueeze(1)" : ""}`;
  const inOne = `    ${tensors}${attend ? `, ${attend}` : ""})`;
  const passed = inOne.length <= LONGEST ? [inOne] : [`    ${tensors},`, `    ${attend})`];
  const code = [
    "# the whole of attention in one call",
    "values = F.scaled_dot_product_attention(",
    ...passed,
  ];
  return { code, current: code.slice(1).map((_, i) => i + 1) };
}

const NONE: CodeWindow = { code: [], current: [] };

/** The code of a bridge; none for any other step. */
export function bridgeCode(trace: Trace, id: string): CodeWindow {
  if (id === "opening") return opening(trace);
  if (id === "wrong_view") return wrongView(trace);
  if (id === "conventions") return conventions(trace);
  if (id === "pieces") return pieces;
  return id === "generation" ? generation : NONE;
}
