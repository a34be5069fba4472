/** Formulas of rearrangements: splitting into heads, moving the heads to the front and back, and the wrong shortcut. */
import { axis, between, cell, DOT, EQUALS, mi, mo, mrow, mtable, name, PLUS } from "./mathml.js";
import { b, type Formula, h, index, k, stepNamed } from "./notation.js";

/** The index of head h's k-th number among the numbers of a token. */
const joined = mrow(h, DOT, axis("K"), PLUS, k);

export const view: Formula = ({ name: id, inputs, axes }) => {
  const from = name(inputs[0] ?? "");
  if (id === "mask") return mrow(name(id), EQUALS, from);
  const t = index(axes, 1);
  return id === "concat"
    ? mrow(cell(name(id), b, t, joined), EQUALS, cell(from, b, t, h, k))
    : mrow(cell(name(id), b, t, h, k), EQUALS, cell(from, b, t, joined));
};

export const transpose: Formula = ({ name: id, inputs, axes }) => {
  const merging = id === "values_merged";
  const t = index(axes, merging ? 1 : 2);
  const split = [b, t, h, k];
  const heads = [b, h, t, k];
  return mrow(
    cell(name(id), ...(merging ? split : heads)),
    EQUALS,
    cell(name(inputs[0] ?? ""), ...(merging ? heads : split)),
  );
};

/** Number n in memory order belongs to token ⌊n / D⌋ of q, which need not be its token index t in the view. */
export const wrongView: Formula = ({ name: id, inputs: [from = "q"], axes }, trace) => {
  const t = index(axes, 2);
  const width = axis(stepNamed(trace, from)?.axes.at(-1) ?? "D");
  const n = mi("n");
  const token = between("⌊", mrow(n, mo("/"), width), "⌋");
  return mtable(
    [mrow(cell(name(id), b, h, t, k), EQUALS, cell(name(from), b, token, mrow(n, mo("mod"), width)))],
    [
      mrow(
        n,
        EQUALS,
        between("(", mrow(h, DOT, axis(axes[2] ?? "L"), PLUS, t), ")"),
        DOT,
        axis("K"),
        PLUS,
        k,
      ),
    ],
  );
};
