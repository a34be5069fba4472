/** The bridge to generation: the rows of a causal output, one token at a time, with a cache of keys and values. */
import { generation as scene } from "../draw/scenes/attention/generation.js";
import { hasStep, stepOf } from "../draw/tensor_view.js";
import { type Asker, numberQuestion } from "./asking.js";
import { cell, EQUALS, GAP, mo, mrow, munder, name } from "./mathml.js";
import { letterOf, tokensOf } from "./notation.js";
import type { Operation } from "./operation.js";

/** How many rows are computed for one more token during generation? */
const generationRows: Asker = ({ step, pick }) => {
  const length = step.shape[1] ?? 1;
  if (length < 3) return undefined;
  const known = 2 + pick.below(length - 2);
  return numberQuestion(
    "generation_rows",
    1,
    [
      [known + 1, "rows_above_stay"],
      [known, "rows_above_stay"],
      [(known + 1) ** 2, "rows_above_stay"],
      [0, "new_query_asks"],
    ],
    {
      facts: { known: String(known), next: String(known + 1) },
      lit: { name: "values", index: [0, known, 0] },
    },
  );
};

export const generation: Operation = {
  ms: 9000,
  scene,
  /** The row of the newest token, which attends to itself and all earlier tokens. */
  formula({ inputs: [weights = "attention", values = "v"] }, trace) {
    const attention = trace.steps.find((step) => step.name === weights);
    const { i, j } = tokensOf(attention ?? { axes: [] }, trace);
    return mrow(
      cell(name("values"), i),
      EQUALS,
      munder(mo("∑"), mrow(j, mo("≤"), i)),
      cell(name(weights), i, j),
      GAP,
      cell(letterOf(values), j),
    );
  },
  questions: [generationRows],
  bridge: {
    id: "generation",
    of(trace) {
      if (!trace.spec.mask?.causal || !hasStep(trace, "values")) return undefined;
      return { ...stepOf(trace, "values"), name: "generation", label: "values", op: "generation" };
    },
    code: ({ spec }) => ({
      code: [
        "k = v = torch.empty(0)  # the cache",
        "for x in embedding.split(1, dim=1):  # a token",
        "    k = torch.cat([k, w_k(x)], dim=1)",
        "    v = torch.cat([v, w_v(x)], dim=1)",
        // In two lines, because scores and softmax with a line for the mask would not fit in the window.
        ...(spec.mask?.padding
          ? [
              "    row = F.scaled_dot_product_attention(",
              "        w_q(x), k, v, padding_mask[..., :k.size(1)])",
            ]
          : [
              "    s = w_q(x) @ k.transpose(1, 2) / k.size(-1)**0.5",
              "    row = s.softmax(dim=-1) @ v  # = values[:, n-1]",
            ]),
      ],
      current: [2, 3, 4, 5],
    }),
  },
};
