/** Ops that make a cell from one or two others: mask bits, fills, sums, activations, and rearrangements. */
import type { Explanation, Term } from "../../../module/types.js";
import { numberText, realText } from "../../../words/number_text.js";
import { detail, leaf, type PieceOf, result, sign, total, type Writer, whole } from "./line.js";

/** A writer for ops that always have two terms. */
const ofTwo =
  (write: (e: Explanation, first: Term, second: Term, piece: PieceOf) => ReturnType<Writer>): Writer =>
  (e, piece) => {
    const [first, second] = e.terms;
    return first && second ? write(e, first, second, piece) : [];
  };

/** A writer for ops that always have one term. */
const ofOne =
  (write: (e: Explanation, term: Term, piece: PieceOf) => ReturnType<Writer>): Writer =>
  (e, piece) => {
    const [term] = e.terms;
    return term ? write(e, term, piece) : [];
  };

export const same: Writer = (e, piece) => [{ key: "same", pieces: e.terms.map(piece) }];

export const maskedFill = ofTwo((e, score, bit, piece) => {
  const filled = detail(e, "filled") === 1;
  return [
    { key: "score", pieces: [piece(score)] },
    { key: filled ? "maskedBit" : "openBit", facts: { bit: bit.value }, pieces: [piece(bit)] },
    result([sign("→")], realText(e.value), { key: filled ? "filled" : "kept" }),
  ];
});

export const logicalAnd = ofTwo((e, a, b, piece) => [
  result([piece(a), sign(" ∧ "), piece(b), sign(" =")], whole(e), { key: "and" }),
]);

/** Combines two masks, or converts the integers of one mask to bits. */
export const logicalOr = ofOne((e, first, piece) => {
  const [, second] = e.terms;
  return [
    second
      ? result([piece(first), sign(" ∨ "), piece(second), sign(" =")], whole(e), { key: "or" })
      : result([piece(first), sign(" > 0 →")], whole(e), { key: "positive" }),
  ];
});

/** `hides` is the bit that means masked. */
const compared = (comparison: string, hides: 0 | 1): Writer =>
  ofTwo((e, id, padId, piece) => [
    result([piece(id), sign(` ${comparison} ${numberText(padId.value)} →`)], whole(e), {
      key: e.value === hides ? "isPadding" : "notPadding",
    }),
  ]);

export const notEqual = compared("≠", 0);
export const eq = compared("==", 1);

const triangle =
  (hides: 0 | 1): Writer =>
  (e) => {
    const [query, key] = [leaf(e, "query"), leaf(e, "key")];
    return [
      result([sign(`${numberText(key)} ${key <= query ? "≤" : ">"} ${numberText(query)} →`)], whole(e), {
        key: e.value === hides ? "future" : "past",
        facts: { query, key },
      }),
    ];
  };

export const tril = triangle(0);
export const triu = triangle(1);

export const add = ofTwo((e, a, b, piece) => [
  { pieces: [sign("  "), piece(a)], result: realText(a.value) },
  { pieces: [sign("+ "), piece(b)], result: realText(b.value) },
  { ...total(e), key: "add" },
]);

export const gelu = ofOne((e, x, piece) => {
  const cdf = realText(detail(e, "cdf"));
  return [
    { key: "cdf", pieces: [sign("Φ("), piece(x), sign(") =")], result: cdf },
    result([piece(x), sign(` × ${cdf} =`)], realText(e.value), { key: "gated" }),
  ];
});

export const relu = ofOne((e, x, piece) => [
  result([sign("max(0, "), piece(x), sign(") =")], realText(e.value), {
    key: x.value > 0 ? "reluKept" : "reluCut",
  }),
]);
