/** The same numbers with other axes: splitting into heads, joining them, and a shortcut that is wrong. */
import { transpose as transposeScene, view as viewScene } from "../draw/scenes/attention/heads.js";
import { wrongView as wrongViewScene } from "../draw/scenes/attention/wrong_view.js";
import { hasStep, stepOf } from "../draw/tensor_view.js";
import { range, shapeText } from "../module/shape.js";
import { headOff } from "../spec/changes.js";
import { same } from "./arithmetic.js";
import { type Asker, askShape, cellText, choiceQuestion, focusOnCell, numberQuestion } from "./asking.js";
import { paintMask } from "./masks.js";
import {
  axis,
  b,
  between,
  cell,
  DOT,
  EQUALS,
  h,
  index,
  k,
  mi,
  mo,
  mrow,
  mtable,
  name,
  PLUS,
  stepNamed,
} from "./mathml.js";
import type { Operation } from "./operation.js";
import { transposed, viewed } from "./tensors.js";

export const splitShape = askShape({
  key: "split_shape",
  axes: "B L H K",
  slips: {
    view_keeps_order: "B H L K",
    head_before_size: "B L K H",
    last_axis_split: "B L H*K",
    heads_share: "B L H H*K",
  },
  before: "B L H*K",
  facts: (_, { H }) => ({ heads: String(H) }),
});

/** Which numbers become 0 if a head is switched off? */
const columnsOff: Asker = ({ trace, step, pick }) => {
  const [sentences = 1, length = 1, heads = 1, size = 1] = stepOf(trace, step.inputs[0] ?? "").shape;
  if (heads < 2 || size < 2) return undefined;
  const [sentence, row] = [pick.below(sentences), pick.below(length)];
  const head = 1 + pick.below(heads - 1);
  const of = (columns: string): string => cellText(step.name, [sentence, row, columns]);
  const options = [
    { code: of(`${head * size}:${(head + 1) * size}`) },
    { code: of(`${(head - 1) * size}:${head * size}`), reason: "head_before_it" },
    { code: of(`${head}::${heads}`), reason: "columns_together" },
    { code: of(":"), reason: "other_heads_stay" },
  ];
  return choiceQuestion("columns_off", pick, options, {
    facts: {
      ...{ row: cellText(step.name, [sentence, row]), head: String(head + 1), previous: String(head) },
      ...{ size: String(size), from: String(head * size) },
    },
    change: headOff(trace, head),
    ...focusOnCell(trace, step, [sentence, row, head * size]),
  });
};

/** The index of head h's k-th number among the numbers of a token. */
const joined = mrow(h, DOT, axis("K"), PLUS, k);

/** The same numbers in another shape: splitting into heads, joining them, and a mask that stays as it is. */
export const view: Operation = {
  ms: 4000,
  spoken: "shape",
  scene: viewScene,
  arithmetic: same,
  formula({ name: id, inputs, axes }) {
    const from = name(inputs[0] ?? "");
    if (id === "mask") return mrow(name(id), EQUALS, from);
    const t = index(axes, 1);
    return id === "concat"
      ? mrow(cell(name(id), b, t, joined), EQUALS, cell(from, b, t, h, k))
      : mrow(cell(name(id), b, t, h, k), EQUALS, cell(from, b, t, joined));
  },
  compute: (_, input, { shape }) => viewed(input(0), shape),
  questions: {
    q_split: [splitShape],
    concat: [columnsOff],
    mask: [paintMask],
  },
};

/** What would each score compare if the heads stayed behind the tokens? */
const headsBehind: Asker = ({ trace, step, pick }) => {
  const [, heads = 1, length = 1] = step.shape;
  const keys = stepOf(trace, "k_heads").shape[2] ?? 1;
  // Sentences of two lengths could not be multiplied at all.
  if (heads < 2 || keys !== length) return undefined;
  const options = [
    { word: "heads_of_a_token" },
    { word: "tokens_in_a_head", reason: "last_axes_meet" },
    { word: "tokens_over_heads", reason: "front_axes_stay" },
    { word: "shapes_refused", reason: "shapes_fit" },
  ];
  return choiceQuestion("heads_behind", pick, options, {
    facts: { heads: String(heads), split: shapeText(stepOf(trace, step.inputs[0] ?? "").shape) },
  });
};

/** Whose numbers stand in a row if the heads are joined without moving them back? */
const mergedUnmoved: Asker = ({ trace, step, pick }) => {
  const { name, shape } = stepOf(trace, step.inputs[0] ?? "");
  const [sentences = 1, heads = 1, length = 1] = shape;
  if (heads < 2 || length < 2) return undefined;
  const [sentence, row] = [pick.below(sentences), pick.below(length)];
  const rows = (places: readonly (readonly [head: number, token: number])[]): string =>
    places
      .slice(0, 2)
      .map(([head, token]) => cellText(name, [sentence, head, token]))
      .join(", ") + (places.length > 2 ? ", …" : "");
  const inOrder = range(heads).map((i) => {
    const flat = row * heads + i;
    return [Math.floor(flat / length), flat % length] as const;
  });
  const options = [
    { code: rows(inOrder) },
    { code: rows(range(heads).map((head) => [head, row])), reason: "needs_the_transpose" },
    { code: rows(range(heads).map((i) => [0, (row + i) % length])), reason: "rows_run_on" },
  ];
  return choiceQuestion("merged_unmoved", pick, options, {
    facts: { row: cellText("concat", [sentence, row]), heads: String(heads), input: name },
    ...focusOnCell(trace, step, [sentence, row, 0, 0]),
  });
};

/** Two axes swapped: the heads before the tokens, and back. */
export const transpose: Operation = {
  ms: 4200,
  spoken: "shape",
  scene: transposeScene,
  arithmetic: same,
  formula({ name: id, inputs, axes }) {
    const merging = id === "values_merged";
    const t = index(axes, merging ? 1 : 2);
    const [split, heads] = [
      [b, t, h, k],
      [b, h, t, k],
    ];
    const [to, from] = merging ? [split, heads] : [heads, split];
    return mrow(cell(name(id), ...to), EQUALS, cell(name(inputs[0] ?? ""), ...from));
  },
  compute: (_, input) => transposed(input(0), 1, 2),
  questions: { q_heads: [headsBehind], values_merged: [mergedUnmoved] },
};

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
    { view_does_not_swap: row, not_the_head: head },
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

/** The bridge that warns of a shortcut: q.view(B, H, L, K) has the right shape but the wrong numbers, beside q_heads. */
export const wrongView: Operation = {
  ms: 5000,
  scene: wrongViewScene,
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
