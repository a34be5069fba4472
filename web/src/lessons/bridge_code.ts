/** PyTorch code of the bridges that the lesson's script has no lines for, because it does not compute what they show. */
import { stepOf } from "../draw/tensor_view.js";
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
    "for n in range(1, L + 1):",
    "    x = embedding[:, :n]  # the tokens so far",
    "    q, k, v = w_q(x[:, -1:]), w_k(x), w_v(x)",
    "    s = q @ k.transpose(-2, -1) / q.size(-1) ** 0.5",
    "    row = s.softmax(dim=-1) @ v  # = values[:, n-1]",
  ],
  current: [2, 3, 4],
};

const NONE: CodeWindow = { code: [], current: [] };

/** The code of a bridge; none for any other step. */
export function bridgeCode(trace: Trace, id: string): CodeWindow {
  if (id === "wrong_view") return wrongView(trace);
  if (id === "conventions") return conventions(trace);
  return id === "generation" ? generation : NONE;
}
