/** Sums of products, the softmax of a row, and the norm of a row. */
import type { Explanation, Term } from "../../../module/types.js";
import { realText } from "../../../words/number_text.js";
import { detail, inBrackets, type Line, type PieceOf, result, sign, total, type Writer } from "./line.js";
import { type Pair, partsOf, productOf, rowPieces } from "./long.js";

/** The products of pairs of terms, one per line, factors aligned; for a long sum, only the first and the largest. */
function products(terms: readonly Term[], piece: PieceOf): Line[] {
  const pairs = Array.from(
    { length: Math.floor(terms.length / 2) },
    (_, i) => [terms[2 * i], terms[2 * i + 1]] as unknown as Pair,
  );
  const { first, largest, rest } = partsOf(pairs);
  const shown = [...first, ...largest];
  const widest = (side: 0 | 1): number => Math.max(...shown.map((pair) => piece(pair[side]).text.length));
  const [left, right] = [widest(0), widest(1)];
  const line = (pair: Pair): Line => ({
    pieces: [
      sign(pair === pairs[0] ? "  " : "+ "),
      { ...piece(pair[0]), width: left },
      sign(" × "),
      { ...piece(pair[1]), width: right },
    ],
    result: realText(productOf(pair)),
  });
  if (rest.count === 0) return first.map(line);
  return [
    ...first.map(line),
    { key: "largest", pieces: [] },
    ...largest.map(line),
    { key: "others", facts: { count: rest.count }, pieces: [sign("+ ⋯")], result: realText(rest.sum) },
  ];
}

export const linear: Writer = (e, piece) => {
  const bias = e.terms.length % 2 === 1 ? e.terms.at(-1) : undefined;
  const lines = products(bias ? e.terms.slice(0, -1) : e.terms, piece);
  if (bias) lines.push({ key: "bias", pieces: [sign("+ "), piece(bias)], result: realText(bias.value) });
  return [...lines, total(e, "Σ =")];
};

export const scaledDotProduct: Writer = (e, piece) => {
  const dot = realText(detail(e, "dot"));
  return [
    ...products(e.terms, piece),
    { pieces: [sign("Σ =")], result: dot },
    result([sign(`${dot} ÷ √${detail(e, "dK")} =`)], realText(e.value), { key: "scale" }),
  ];
};

export const weightedSum: Writer = (e, piece) => [...products(e.terms, piece), total(e, "Σ =")];

/** The input row of the cell, and the input at the cell's own index. */
function rowOf(e: Explanation): { cells: readonly Term[]; own: Term | undefined } {
  const cells = e.terms.filter((term) => term.index.length === e.index.length);
  return { cells, own: cells.find((term) => term.index.every((at, axis) => at === e.index[axis])) };
}

export const softmax: Writer = (e, piece) => {
  const { cells, own } = rowOf(e);
  const maximum = detail(e, "maximum");
  const sum = realText(detail(e, "sum"));
  const power = own ? realText(Math.fround(Math.exp(Math.fround(own.value - maximum)))) : "";
  const exp = own ? [sign("exp("), piece(own), sign(` − ${inBrackets(maximum)})`)] : [];
  return [
    { key: "row", pieces: rowPieces(cells, piece), flow: true },
    { key: "maximum", pieces: [sign("max =")], result: realText(maximum) },
    { key: "exp", pieces: exp, result: power },
    { key: "rowSum", pieces: [sign("Σ exp =")], result: sum },
    result([sign(`${power} ÷ ${sum} =`)], realText(e.value), { key: "quotient" }),
  ];
};

export const layerNorm: Writer = (e, piece) => {
  const { cells, own } = rowOf(e);
  const [weight, bias] = e.terms.slice(-2);
  if (!own || !weight || !bias) return [];
  const [mean, rstd] = [detail(e, "mean"), detail(e, "rstd")];
  const normalized = realText(Math.fround((own.value - mean) * rstd));
  return [
    { key: "features", pieces: rowPieces(cells, piece), flow: true },
    { key: "mean", pieces: [sign("μ =")], result: realText(mean) },
    { key: "rstd", pieces: [sign("1 ÷ σ =")], result: realText(rstd) },
    {
      key: "normalized",
      pieces: [sign("("), piece(own), sign(` − ${inBrackets(mean)}) × ${realText(rstd)} =`)],
      result: normalized,
    },
    result(
      [sign(`${normalized} × `), piece(weight), sign(" + "), piece(bias), sign(" =")],
      realText(e.value),
      {
        key: "affine",
      },
    ),
  ];
};
