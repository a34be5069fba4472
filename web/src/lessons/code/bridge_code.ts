/** PyTorch code for bridges that have no lines in the lesson's script, because it does not compute what they show. */
import { stepOf } from "../../draw/tensor_view.js";
import { fillText } from "../../module/py_torch/line.js";
import type { Trace } from "../../module/types.js";
import { type CodeWindow, openingCode } from "./opening_code.js";

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

const generation = ({ spec }: Trace): CodeWindow => ({
  code: [
    "k = v = torch.empty(0)  # the cache",
    "for x in embedding.split(1, dim=1):  # a token",
    "    k = torch.cat([k, w_k(x)], dim=1)",
    "    v = torch.cat([v, w_v(x)], dim=1)",
    // In two lines, because scores and softmax with a line for the mask would not fit in the window.
    ...(spec.mask?.padding
      ? ["    row = F.scaled_dot_product_attention(", "        w_q(x), k, v, padding_mask[..., :k.size(1)])"]
      : [
          "    s = w_q(x) @ k.transpose(1, 2) / k.size(-1)**0.5",
          "    row = s.softmax(dim=-1) @ v  # = values[:, n-1]",
        ]),
  ],
  current: [2, 3, 4, 5],
});

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

const NONE: CodeWindow = { code: [], current: [] };

/** The code of a bridge; none for any other step. */
export function bridgeCode(trace: Trace, id: string): CodeWindow {
  if (id === "opening") return openingCode(trace);
  if (id === "wrong_view") return wrongView(trace);
  if (id === "conventions") return conventions(trace);
  if (id === "pieces") return pieces;
  return id === "generation" ? generation(trace) : NONE;
}
