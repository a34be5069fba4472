/**
 * The arithmetic of one cell as lines of signs and numbers, made from its explanation, which has every number: nothing is
 * computed here. Lines contain no text in any language; a line's `key` names the locale's sentence for it (`cell.<key>`).
 */
import { angleOfWord, codeOfWord, isReadable, roleOfHead } from "../../module/readable.js";
import { range } from "../../module/shape.js";
import type { Explanation, Op, Term, Trace } from "../../module/types.js";
import { numberText, realText, valueText } from "../../words/number_text.js";

/** A sign, a number, or a cell of the trace that can be opened. */
export interface Piece {
  readonly text: string;
  readonly term?: Term;
  /** Minimum width in characters, so that digits line up. */
  readonly width?: number;
}

export interface Line {
  readonly key?: string;
  readonly facts?: Readonly<Record<string, string | number>>;
  readonly pieces: readonly Piece[];
  /** The result of the line, in its own column. */
  readonly result?: string;
  readonly strong?: boolean;
  /** Whether the pieces are cells of a row, side by side, instead of one term of a sum. */
  readonly flow?: boolean;
}

type PieceOf = (term: Term) => Piece;
type Writer = (e: Explanation, piece: PieceOf) => readonly Line[];

const sign = (text: string): Piece => ({ text });
/** Puts a negative number in brackets, for use after an operator. */
const inBrackets = (value: number): string => {
  const text = realText(value);
  return text.startsWith("−") ? `(${text})` : text;
};
const detail = (e: Explanation, key: string): number => Number(e.detail[key] ?? Number.NaN);
/** A list of the detail. */
const list = (e: Explanation, key: string): readonly number[] => {
  const found = e.detail[key];
  return typeof found === "object" ? found : [];
};
/** The value of a term that is not a cell, such as padId. */
const leaf = (e: Explanation, name: string): number =>
  e.terms.find((term) => term.name === name)?.value ?? Number.NaN;

/** The line whose result is the cell's own number. */
const result = (pieces: readonly Piece[], text: string, rest: Partial<Line> = {}): Line => ({
  ...rest,
  pieces,
  result: text,
  strong: true,
});

const total = (e: Explanation, text = "="): Line => result([sign(text)], realText(e.value));
/** The value of a bit, an id or a position. */
const whole = (e: Explanation): string => numberText(e.value);

// Sums of products, and rows.

/** Longer sums show only their largest products. */
const MOST_PRODUCTS = 24;
const LARGEST = 12;

/** The products of pairs of terms, one per line, factors aligned; of a long sum only the largest, in its order, and the rest. */
function products(e: Explanation, piece: PieceOf): Line[] {
  const values = list(e, "products");
  const isLong = values.length > MOST_PRODUCTS;
  const largest = list(e, "order").slice(0, LARGEST);
  const pairs = (isLong ? [...largest].sort((a, b) => a - b) : range(values.length)).flatMap((at) => {
    const [a, b] = [e.terms[2 * at], e.terms[2 * at + 1]];
    return a && b ? [{ a: piece(a), b: piece(b), product: values[at] ?? Number.NaN }] : [];
  });
  const [left, right] = (["a", "b"] as const).map((side) =>
    Math.max(...pairs.map((pair) => pair[side].text.length)),
  ) as [number, number];
  const lines = pairs.map(
    ({ a, b, product }, i): Line => ({
      pieces: [sign(i === 0 ? "  " : "+ "), { ...a, width: left }, sign(" × "), { ...b, width: right }],
      result: realText(product),
    }),
  );
  if (!isLong) return lines;
  const rest = realText(list(e, "rest")[LARGEST] ?? Number.NaN);
  return [
    { key: "largest", facts: { count: LARGEST }, pieces: [] },
    ...lines,
    { key: "others", facts: { count: values.length - LARGEST }, pieces: [sign("+ ⋯")], result: rest },
  ];
}

const linear: Writer = (e, piece) => {
  const bias = e.terms.length % 2 === 1 ? e.terms.at(-1) : undefined;
  const lines = products(e, piece);
  if (bias) lines.push({ key: "bias", pieces: [sign("+ "), piece(bias)], result: realText(bias.value) });
  return [...lines, total(e, "Σ =")];
};

const scaledDotProduct: Writer = (e, piece) => {
  const dot = realText(detail(e, "dot"));
  return [
    ...products(e, piece),
    { pieces: [sign("Σ =")], result: dot },
    result([sign(`${dot} ÷ √${detail(e, "dK")} =`)], realText(e.value), { key: "scale" }),
  ];
};

const weightedSum: Writer = (e, piece) => [...products(e, piece), total(e, "Σ =")];

/** Longer rows show only the first and the last cells. */
const MOST_CELLS = 40;
const HEAD = 20;
const TAIL = 4;

/** The cells of a row, side by side. */
function rowPieces(cells: readonly Term[], piece: PieceOf): readonly Piece[] {
  if (cells.length <= MOST_CELLS) return cells.map(piece);
  const left = cells.length - HEAD - TAIL;
  return [...cells.slice(0, HEAD).map(piece), sign(`⋯ ${left} ⋯`), ...cells.slice(-TAIL).map(piece)];
}

/** The input row of the cell, and the place in it of the input at the cell's own index. */
function rowOf(e: Explanation): { cells: readonly Term[]; own: Term | undefined; at: number } {
  const cells = e.terms.filter((term) => term.index.length === e.index.length);
  const at = detail(e, "position");
  return { cells, own: cells[at], at };
}

const softmax: Writer = (e, piece) => {
  const { cells, own, at } = rowOf(e);
  const maximum = detail(e, "maximum");
  const sum = realText(detail(e, "sum"));
  const power = realText(list(e, "powers")[at] ?? Number.NaN);
  const exp = own ? [sign("exp("), piece(own), sign(` − ${inBrackets(maximum)})`)] : [];
  return [
    { key: "row", pieces: rowPieces(cells, piece), flow: true },
    { key: "maximum", pieces: [sign("max =")], result: realText(maximum) },
    { key: "exp", pieces: exp, result: power },
    { key: "rowSum", pieces: [sign("Σ exp =")], result: sum },
    result([sign(`${power} ÷ ${sum} =`)], realText(e.value), { key: "quotient" }),
  ];
};

const layerNorm: Writer = (e, piece) => {
  const { cells, own, at } = rowOf(e);
  const [weight, bias] = e.terms.slice(-2);
  if (!own || !weight || !bias) return [];
  const [mean, rstd] = [realText(detail(e, "mean")), realText(detail(e, "rstd"))];
  const normalized = realText(list(e, "normalized")[at] ?? Number.NaN);
  return [
    { key: "features", pieces: rowPieces(cells, piece), flow: true },
    { key: "mean", pieces: [sign("μ =")], result: mean },
    { key: "rstd", pieces: [sign("1 ÷ σ =")], result: rstd },
    {
      key: "normalized",
      pieces: [sign("("), piece(own), sign(` − ${inBrackets(detail(e, "mean"))}) × ${rstd} =`)],
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

// Made from one or two other cells: mask bits, fills, sums, activations, and rearrangements.

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

const same: Writer = (e, piece) => [{ key: "same", pieces: e.terms.map(piece) }];

const maskedFill = ofTwo((e, score, bit, piece) => {
  const filled = detail(e, "filled") === 1;
  return [
    { key: "score", pieces: [piece(score)] },
    { key: filled ? "maskedBit" : "openBit", facts: { bit: bit.value }, pieces: [piece(bit)] },
    result([sign("→")], realText(e.value), { key: filled ? "filled" : "kept" }),
  ];
});

const logicalAnd = ofTwo((e, a, b, piece) => [
  result([piece(a), sign(" ∧ "), piece(b), sign(" =")], whole(e), { key: "and" }),
]);

/** Combines two masks, or converts the integers of one mask to bits. */
const logicalOr = ofOne((e, first, piece) => {
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

const notEqual = compared("≠", 0);
const eq = compared("==", 1);

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

const tril = triangle(0);
const triu = triangle(1);

const add = ofTwo((e, a, b, piece) => [
  { pieces: [sign("  "), piece(a)], result: realText(a.value) },
  { pieces: [sign("+ "), piece(b)], result: realText(b.value) },
  { ...total(e), key: "add" },
]);

const gelu = ofOne((e, x, piece) => {
  const cdf = realText(detail(e, "cdf"));
  return [
    { key: "cdf", pieces: [sign("Φ("), piece(x), sign(") =")], result: cdf },
    result([piece(x), sign(` × ${cdf} =`)], realText(e.value), { key: "gated" }),
  ];
});

const relu = ofOne((e, x, piece) => [
  result([sign("max(0, "), piece(x), sign(") =")], realText(e.value), {
    key: x.value > 0 ? "reluKept" : "reluCut",
  }),
]);

// Not computed from other cells: tokens, tables, positions, random draws, given weights.

const pad: Writer = (e) => {
  const [term] = e.terms;
  if (!term) return [];
  if (term.name === "padId")
    return [result([], whole(e), { key: "padded", facts: { padId: numberText(term.value) } })];
  const [sentence = 0, place = 0] = term.index;
  return [result([], whole(e), { key: "typed", facts: { sentence: sentence + 1, place: place + 1 } })];
};

/** A cell of the token table or of the position table. */
const embedding: Writer = (e, piece) => {
  const [id, cell] = e.terms;
  if (!id || !cell) return [];
  const facts = { token: numberText(id.value) };
  const isPosition = id.name === "positions";
  return [
    { key: isPosition ? "position" : "token", facts, pieces: [piece(id)] },
    { key: isPosition ? "positionCell" : "tableCell", facts, pieces: [piece(cell)] },
    total(e),
  ];
};

const sinusoid: Writer = (e) => {
  const [position, column] = [leaf(e, "position"), leaf(e, "column")];
  const { part = "" } = e.detail;
  const angle = realText(detail(e, "angle"));
  return [
    {
      key: "angle",
      pieces: [sign(`${numberText(position)} ÷ ${realText(detail(e, "period"))} =`)],
      result: angle,
    },
    result([sign(`${part}(${angle}) =`)], realText(e.value), {
      key: part === "sin" ? "even" : "odd",
      facts: { column },
    }),
  ];
};

const positionIds: Writer = (e, piece) => {
  const [id] = e.terms;
  if (!id) return [];
  const padId = leaf(e, "padId");
  const isPadding = id.value === padId;
  return [
    result([piece(id), sign(` ${isPadding ? "==" : "≠"} ${numberText(padId)} →`)], whole(e), {
      key: isPadding ? "uncounted" : "counted",
    }),
  ];
};

/** Integers (counts, words of the random generator) in full, real numbers with the usual digits. */
const factText = (fact: Explanation["detail"][string]): string =>
  typeof fact === "number" && !Number.isInteger(fact) ? numberText(fact) : String(fact);

const factsOf = (e: Explanation): Record<string, string> =>
  Object.fromEntries(Object.entries(e.detail).map(([key, fact]) => [key, factText(fact)]));

/** One sentence, with the explanation's details as its facts. */
const sentence =
  (key: string): Writer =>
  (e) => [result([], numberText(e.value), { key, facts: factsOf(e) })];

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

function readableNumber({ spec }: Trace, e: Explanation): readonly Line[] {
  const [row = 0, column = 0] = e.index;
  if (e.name === "embedding.weight") return codeNumber(spec, row, column, e.value);
  const head = Math.floor((row * spec.numHeads) / (spec.dAttention ?? spec.dModel));
  const key = { same_word: "readableSame", previous_token: "readablePrevious", as_drawn: "readableDrawn" };
  return [result([], numberText(e.value), { key: key[roleOfHead(spec, head)], facts: { head: head + 1 } })];
}

function codeNumber(spec: Trace["spec"], id: number, column: number, value: number): readonly Line[] {
  const code = codeOfWord(spec, column);
  if (!code) {
    const key = column === spec.dModel - 1 && spec.dModel % 2 === 1 ? "readableLone" : "readableZero";
    return [result([], numberText(value), { key })];
  }
  const power = [...String(code.power)].map((digit) => SUPERSCRIPT[Number(digit)]).join("");
  const angle = realText(angleOfWord(id, code.power));
  const length = code.length === 1 ? "" : `${code.length} · `;
  const less = code.less === 0 ? "" : ` − ${code.less}`;
  return [
    { key: "readableCode", facts: { id }, pieces: [sign(`2π · ${id} ÷ ρ${power} =`)], result: angle },
    result([sign(`${length}${code.part}(${angle})${less} =`)], realText(value)),
  ];
}

const writers: Readonly<Record<Op, Writer>> = {
  add,
  constant: sentence("constant"),
  conv1d: linear,
  embedding,
  eq,
  gelu,
  given: sentence("given"), // readable weights have their own lines
  layer_norm: layerNorm,
  linear,
  logical_and: logicalAnd,
  logical_or: logicalOr,
  masked_fill: maskedFill,
  normal: sentence("drawNormal"),
  not_equal: notEqual,
  pad,
  position_ids: positionIds,
  relu,
  scaled_dot_product: scaledDotProduct,
  sinusoid,
  softmax,
  transpose: same,
  tril,
  triu,
  uniform: sentence("drawUniform"),
  view: same,
  weighted_sum: weightedSum,
};

export function arithmetic(trace: Trace, explanation: Explanation): readonly Line[] {
  const piece = (term: Term): Piece => {
    const step = trace.steps.find(({ name }) => name === term.name);
    return step ? { text: valueText(term.value, step.dtype), term } : { text: numberText(term.value) };
  };
  const isMadeByFormula = explanation.op === "given" && isReadable(trace);
  return isMadeByFormula ? readableNumber(trace, explanation) : writers[explanation.op](explanation, piece);
}
