/**
 * The arithmetic of one cell as lines of signs and numbers, read from its explanation. Lines carry no words
 * of any language; a line's `key` names the sentence of the locale (`cell.<key>`) that stands before it.
 */
import { digits } from "../draw/scale.js";
import type { Explanation, Op, Term, Trace } from "../module/types.js";
import type { PlayedOp } from "../timeline/durations.js";
import { DECIMALS, numberText, valueText } from "./number_text.js";

/** A sign or number as it is, or a cell of the trace that can be opened in turn. */
export interface Piece {
  readonly text: string;
  readonly term?: Term;
  /** Characters that the text is to take at least, so that digits stand below each other. */
  readonly width?: number;
}

export interface Line {
  readonly key?: string;
  readonly facts?: Readonly<Record<string, string | number>>;
  readonly pieces: readonly Piece[];
  /** What the line comes to, in a column of its own. */
  readonly result?: string;
  readonly strong?: boolean;
  /** Cells of a row beside each other rather than a sum below each other. */
  readonly flow?: boolean;
}

const sign = (text: string): Piece => ({ text });
/** A real number always has its decimals, so that digits stand below each other. */
const real = (value: number): string => digits(value, DECIMALS);
const detail = (e: Explanation, key: string): number => Number(e.detail[key] ?? Number.NaN);

type PieceOf = (term: Term) => Piece;
type Writer = (e: Explanation, piece: PieceOf) => readonly Line[];

/** The products of pairs of terms, one a line, factor below factor. */
function products(terms: readonly Term[], piece: PieceOf): Line[] {
  const pairs = Array.from(
    { length: Math.floor(terms.length / 2) },
    (_, i) => [terms[2 * i], terms[2 * i + 1]] as [Term, Term],
  );
  const widest = (side: 0 | 1): number => Math.max(...pairs.map((pair) => piece(pair[side]).text.length));
  const [left, right] = [widest(0), widest(1)];
  return pairs.map(([a, b], i) => ({
    pieces: [
      sign(i === 0 ? "  " : "+ "),
      { ...piece(a), width: left },
      sign(" × "),
      { ...piece(b), width: right },
    ],
    result: real(Math.fround(a.value * b.value)),
  }));
}

const total = (e: Explanation, text = "="): Line => ({
  pieces: [sign(text)],
  result: real(e.value),
  strong: true,
});

const linear: Writer = (e, piece) => {
  const bias = e.terms.length % 2 === 1 ? e.terms.at(-1) : undefined;
  const lines = products(bias ? e.terms.slice(0, -1) : e.terms, piece);
  if (bias) lines.push({ key: "bias", pieces: [sign("+ "), piece(bias)], result: real(bias.value) });
  return [...lines, total(e, "Σ =")];
};

const scaledDotProduct: Writer = (e, piece) => [
  ...products(e.terms, piece),
  { pieces: [sign("Σ =")], result: real(detail(e, "dot")) },
  {
    key: "scale",
    pieces: [sign(`${real(detail(e, "dot"))} ÷ √${detail(e, "dK")} =`)],
    result: real(e.value),
    strong: true,
  },
];

const weightedSum: Writer = (e, piece) => [...products(e.terms, piece), total(e, "Σ =")];

const softmax: Writer = (e, piece) => {
  const cells = e.terms.filter((term) => term.index.length === e.index.length);
  const own = cells.find((term) => term.index.every((x, axis) => x === e.index[axis]));
  const maximum = real(detail(e, "maximum"));
  const sum = real(detail(e, "sum"));
  const power = own ? real(Math.fround(Math.exp(Math.fround(own.value - detail(e, "maximum"))))) : "";
  return [
    { key: "row", pieces: cells.map(piece), flow: true },
    { key: "maximum", pieces: [sign("max =")], result: maximum },
    ...(own
      ? [
          {
            key: "exp",
            pieces: [
              sign("exp("),
              piece(own),
              sign(` − ${maximum.startsWith("−") ? `(${maximum})` : maximum})`),
            ],
            result: power,
          },
        ]
      : []),
    { key: "rowSum", pieces: [sign("Σ exp =")], result: sum },
    { key: "quotient", pieces: [sign(`${power} ÷ ${sum} =`)], result: real(e.value), strong: true },
  ];
};

const maskedFill: Writer = (e, piece) => {
  const [score, bit] = e.terms;
  if (!score || !bit) return [];
  const filled = detail(e, "filled") === 1;
  return [
    { key: "score", pieces: [piece(score)] },
    { key: filled ? "maskedBit" : "openBit", pieces: [piece(bit)] },
    { key: filled ? "filled" : "kept", pieces: [sign("→")], result: real(e.value), strong: true },
  ];
};

const embedding: Writer = (e, piece) => {
  const [id, cell] = e.terms;
  if (!id || !cell) return [];
  return [
    { key: "token", facts: { token: numberText(id.value) }, pieces: [piece(id)] },
    { key: "tableCell", facts: { token: numberText(id.value) }, pieces: [piece(cell)] },
    total(e),
  ];
};

const logicalAnd: Writer = (e, piece) => {
  const [a, b] = e.terms;
  return a && b
    ? [
        {
          key: "and",
          pieces: [piece(a), sign(" ∧ "), piece(b), sign(" =")],
          result: numberText(e.value),
          strong: true,
        },
      ]
    : [];
};

const notEqual: Writer = (e, piece) => {
  const [id, padId] = e.terms;
  if (!id || !padId) return [];
  const key = e.value ? "notPadding" : "isPadding";
  return [
    {
      key,
      pieces: [piece(id), sign(` ≠ ${numberText(padId.value)} →`)],
      result: numberText(e.value),
      strong: true,
    },
  ];
};

const tril: Writer = (e) => {
  const at = (name: string): number => e.terms.find((term) => term.name === name)?.value ?? Number.NaN;
  const [query, key] = [at("query"), at("key")];
  return [
    {
      key: e.value ? "past" : "future",
      facts: { query, key },
      pieces: [sign(`${numberText(key)} ${e.value ? "≤" : ">"} ${numberText(query)} →`)],
      result: numberText(e.value),
      strong: true,
    },
  ];
};

const same: Writer = (e, piece) => [{ key: "same", pieces: e.terms.map(piece) }];

const pad: Writer = (e) => {
  const [term] = e.terms;
  if (!term) return [];
  if (term.name === "padId")
    return [
      {
        key: "padded",
        facts: { padId: numberText(term.value) },
        pieces: [],
        result: numberText(e.value),
        strong: true,
      },
    ];
  const [sentence = 0, place = 0] = term.index;
  return [
    {
      key: "typed",
      facts: { sentence: sentence + 1, place: place + 1 },
      pieces: [],
      result: numberText(e.value),
      strong: true,
    },
  ];
};

/** A fact for a sentence: counts and words of the generator in full, real numbers to the usual digits. */
const factText = (fact: number | string): string =>
  typeof fact === "number" && !Number.isInteger(fact) ? numberText(fact) : String(fact);

const factsOf = (e: Explanation): Record<string, string> =>
  Object.fromEntries(Object.entries(e.detail).map(([key, fact]) => [key, factText(fact)]));

const drawn =
  (key: string): Writer =>
  (e) => [{ key, facts: factsOf(e), pieces: [], result: numberText(e.value), strong: true }];

const writers: Readonly<Record<Exclude<PlayedOp, "unsqueeze">, Writer>> = {
  linear,
  scaled_dot_product: scaledDotProduct,
  weighted_sum: weightedSum,
  softmax,
  masked_fill: maskedFill,
  embedding,
  logical_and: logicalAnd,
  not_equal: notEqual,
  tril,
  view: same,
  transpose: same,
  pad,
  normal: drawn("drawNormal"),
  uniform: drawn("drawUniform"),
};

export function arithmetic(trace: Trace, explanation: Explanation): readonly Line[] {
  const piece = (term: Term): Piece => {
    const step = trace.steps.find((one) => one.name === term.name);
    return step ? { text: valueText(term.value, step.dtype), term } : { text: numberText(term.value) };
  };
  return (writers as Partial<Record<Op, Writer>>)[explanation.op]?.(explanation, piece) ?? [];
}
