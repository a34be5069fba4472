/** The bridge that warns of a shortcut: q.view(B, H, L, K) has the right shape but the wrong numbers, beside q_heads. */
import { wrongView as scene } from "../draw/scenes/attention/wrong_view.js";
import { hasStep, stepOf } from "../draw/tensor_view.js";
import { range } from "../module/shape.js";
import { type Asker, numberQuestion } from "./asking.js";
import { axis, between, cell, DOT, EQUALS, mi, mo, mrow, mtable, name, PLUS } from "./mathml.js";
import { b, h, index, k, stepNamed } from "./notation.js";
import type { Operation } from "./operation.js";

/** Which token's numbers does the wrong shortcut put in another token's place? */
const wrongViewToken: Asker = ({ step, pick }) => {
  const [sentences = 1, heads = 1, length = 1, size = 1] = step.shape;
  const token = (head: number, row: number): number => Math.floor((head * length + row) / heads);
  const places = range(heads).flatMap((h) => range(length).map((i) => [h, i] as const));
  const place = pick.one(places.filter(([head, row]) => token(head, row) !== row));
  if (!place) return undefined;
  const [head, row] = place;
  const sentence = pick.below(sentences);
  return numberQuestion(
    "wrong_view_token",
    token(head, row),
    [
      [row, "view_does_not_swap"],
      [head, "not_the_head"],
    ],
    {
      facts: {
        code: `q.view(${step.shape.join(", ")})`,
        row: `[${sentence}, ${head}, ${row}]`,
        width: String(heads * size),
        place: String(head * length + row),
        heads: String(heads),
      },
      focus: { batch: sentence, head },
    },
  );
};

export const wrongView: Operation = {
  ms: 5000,
  scene,
  /** Number n in memory order belongs to token ⌊n / D⌋ of q, which need not be its token index t in the view. */
  formula({ name: id, inputs: [from = "q"], axes }, trace) {
    const t = index(axes, 2);
    const width = axis(stepNamed(trace, from)?.axes.at(-1) ?? "D");
    const n = mi("n");
    const token = between("⌊", mrow(n, mo("/"), width), "⌋");
    const row = between("(", mrow(h, DOT, axis(axes[2] ?? "L"), PLUS, t), ")");
    return mtable(
      [mrow(cell(name(id), b, h, t, k), EQUALS, cell(name(from), b, token, mrow(n, mo("mod"), width)))],
      [mrow(n, EQUALS, row, DOT, axis("K"), PLUS, k)],
    );
  },
  questions: [wrongViewToken],
  bridge: {
    id: "wrong_view",
    of(trace) {
      if (!hasStep(trace, "q_heads")) return undefined;
      const { axes, shape } = stepOf(trace, "q_heads");
      if ((shape[1] ?? 1) < 2 || (shape[2] ?? 1) < 2) return undefined; // both layouts would be the same
      return {
        ...stepOf(trace, "q"),
        name: "wrong_view",
        op: "wrong_view",
        inputs: ["q", "q_heads"],
        axes,
        shape,
      };
    },
    code: (trace) => ({
      code: [
        "q_heads = q_split.transpose(1, 2)",
        `wrong_view = q.view(B, num_heads, ${stepOf(trace, "q").axes[1]}, d_k)`,
        "wrong_view.shape == q_heads.shape  # True",
        "torch.equal(wrong_view, q_heads)  # False",
      ],
      current: [1],
    }),
  },
};
