/** Formulas of input tensors: drawn, given, constant, padded, looked up, and the positions. */

import { isReadable } from "../../module/readable.js";
import {
  along,
  axis,
  between,
  COMMA,
  cases,
  cell,
  EQUALS,
  MINUS,
  matrix,
  mfrac,
  mi,
  mn,
  mo,
  mrow,
  msqrt,
  msub,
  msup,
  mtable,
  name,
  PLUS,
  shaped,
} from "./mathml.js";
import { b, type Formula, index, indices, layerOf, parameter, stepNamed } from "./notation.js";
import { readable } from "./readable.js";

export const pad: Formula = ({ name: id, axes }) => {
  const t = index(axes, 1);
  const length = msub(mi("len"), b);
  return mrow(
    cell(name(id), b, t),
    EQUALS,
    cases(
      [cell(name(id === "ids" ? "sequences" : "target"), b, t), mrow(t, mo("&lt;"), length)],
      [name("pad_id"), mrow(t, mo("≥"), length)],
    ),
  );
};

/** The id of each piece is its place in the vocabulary. */
export const pieces: Formula = ({ axes }) => {
  const t = index(axes, 1);
  return mrow(
    cell(name("ids"), b, t),
    EQUALS,
    name("vocabulary"),
    between("(", cell(name("pieces"), b, t), ")"),
  );
};

/** The letter of a parameter, or the name of any other tensor that is drawn. */
const drawn = (id: string): string => (id.includes(".") ? parameter(id) : name(id));

const distributed = (base: string, letter: string, from: string, to: string): string =>
  mrow(base, mo("∼"), mi(letter), between("(", mrow(from, COMMA, to), ")"));

export const normal: Formula = ({ name: id, axes }) =>
  distributed(shaped(drawn(id), ...axes), "N", mn(0), mn(1));

export const uniform: Formula = ({ name: id, axes }, trace) => {
  const weight = stepNamed(trace, `${layerOf(id)}.weight`);
  const bound = mfrac(mn(1), msqrt(axis(weight?.axes[1] ?? "D")));
  return distributed(shaped(parameter(id), ...axes), "U", mrow(MINUS, bound), bound);
};

export const given: Formula = (step, trace) => {
  const { name: id, axes } = step;
  return isReadable(trace) ? readable(step, trace) : mrow(shaped(parameter(id), ...axes), EQUALS, name(id));
};

export const constant: Formula = ({ name: id, axes, data }) =>
  mrow(cell(parameter(id), ...indices(axes)), EQUALS, mn(data[0] ?? 0));

export const gather: Formula = ({ name: id, inputs: [ids = "ids", table = ""], axes }) => {
  const at = [b, index(axes, 1)];
  const row = cell(name(ids), ...at);
  if (table !== "embedding.weight") {
    const p = along("P", "p");
    return mtable([mrow(cell(name(id), ...at), EQUALS, cell(name(table), p))], [mrow(p, EQUALS, row)]);
  }
  return mrow(cell(matrix(ids === "ids" ? "X" : "Y"), ...at), EQUALS, msub(matrix("E"), row));
};

/** A function name, set directly before its argument. */
const APPLIED = mo("&#x2061;");

/** Sine and cosine of one angle in each pair of columns (Vaswani et al. 2017, section 3.5). */
export const sinusoid: Formula = ({ name: id }) => {
  const p = along("P", "p");
  const pair = mrow(mn(2), along("D", "i"));
  const angle = mfrac(p, msup(mn(10000), mrow(pair, mo("/"), axis("D"))));
  const row = (column: string, part: string): string[] => [
    mrow(cell(name(id), p, column), EQUALS, mi(part), APPLIED, angle),
  ];
  return mtable(row(pair, "sin"), row(mrow(pair, PLUS, mn(1)), "cos"));
};

export const positionIds: Formula = ({ name: id, inputs: [ids = "ids"], axes }) => {
  const t = index(axes, 1);
  const token = cell(name(ids), b, t);
  return mrow(
    cell(name(id), b, t),
    EQUALS,
    cases(
      [mn(0), mrow(token, EQUALS, name("pad_id"))],
      [mrow(t, PLUS, mn(1)), mrow(token, mo("≠"), name("pad_id"))],
    ),
  );
};
