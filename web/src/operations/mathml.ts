/**
 * MathML Core as functions, one for each element that the formulas use.
 * CSS classes: `axis-B` … colours the letter of an axis, an index along it, or its size; `matrix` is bold, `name` is
 * monospace, and `shape` is the shape under a matrix.
 */
import type { StageStep } from "../draw/picture.js";
import type { Trace } from "../module/types.js";

// One-letter identifiers keep their ASCII letter, because not every phone has mathematical italics.
export const mi = (text: string, cls = ""): string =>
  `<mi${text.length === 1 ? ' mathvariant="normal"' : ""}${cls ? ` class="${cls}"` : ""}>${text}</mi>`;
export const mo = (text: string): string => `<mo>${text}</mo>`;
export const mn = (text: string | number): string => `<mn>${text}</mn>`;
export const mrow = (...parts: string[]): string => `<mrow>${parts.join("")}</mrow>`;
export const msub = (base: string, sub: string): string => `<msub>${base}${sub}</msub>`;
export const msup = (base: string, sup: string): string => `<msup>${base}${sup}</msup>`;
export const msubsup = (base: string, sub: string, sup: string): string =>
  `<msubsup>${base}${sub}${sup}</msubsup>`;
export const munder = (base: string, under: string): string => `<munder>${base}${under}</munder>`;
export const mfrac = (over: string, under: string): string => `<mfrac>${over}${under}</mfrac>`;
export const msqrt = (inner: string): string => `<msqrt>${inner}</msqrt>`;
export const mtable = (...rows: string[][]): string =>
  `<mtable>${rows.map((row) => `<mtr>${row.map((cell) => `<mtd>${cell}</mtd>`).join("")}</mtr>`).join("")}</mtable>`;
/** The name of a tensor or a variable, as in the code. */
export const name = (text: string): string => `<mtext class="name">${text}</mtext>`;
export const matrix = (letter: string): string => mi(letter, "matrix");

export const EQUALS = mo("=");
/** Follows the name of a function that is set directly before its argument. */
export const APPLIED = mo("&#x2061;");
export const COMMA = mo(",");
export const PLUS = mo("+");
export const MINUS = mo("−");
export const DOT = mo("·");
export const TRANSPOSED = mo("⊤");
/** A space between two factors, which keeps the shapes under them apart. */
export const GAP = '<mspace width="0.5em"></mspace>';

/** A letter in the colour of an axis; an axis of size 1 is the number 1. */
export const along = (axis: string, letter: string): string =>
  axis === "1" ? mn(1) : mi(letter, `axis-${axis}`);
export const axis = (letter: string): string => along(letter, letter);
/** A cell of a tensor: its name and an index for each axis. */
export const cell = (base: string, ...indices: string[]): string => msub(base, mrow(indices.join(COMMA)));
/** A matrix with its shape under it. All bases are equally deep, with or without a subscript, so that the shapes are on one line. */
export const shaped = (base: string, ...axes: string[]): string =>
  munder(
    `<mpadded depth="0.4em">${base}</mpadded>`,
    `<mrow class="shape">${axes.map(axis).join(mo("×"))}</mrow>`,
  );
export const cases = (...rows: string[][]): string =>
  mrow('<mo fence="true" stretchy="true">{</mo>', mtable(...rows));
export const between = (open: string, inner: string, close: string): string =>
  mrow(`<mo stretchy="false">${open}</mo>`, inner, `<mo stretchy="false">${close}</mo>`);
/** A condition as a bit, written in parentheses. */
export const bracketed = (...parts: string[]): string => between("(", mrow(...parts), ")");

type NamedAxes = Pick<StageStep, "name" | "axes">;

export const b = along("B", "b");
export const h = along("H", "h");
export const k = along("K", "k");

export const stepNamed = (trace: Trace, id: string | undefined): Trace["steps"][number] | undefined =>
  trace.steps.find((step) => step.name === id);
export const inputsOf = (step: StageStep, trace: Trace): readonly (Trace["steps"][number] | undefined)[] =>
  step.inputs.map((id) => stepNamed(trace, id));

/** An index for each axis, in lower case: b for B. */
export const indices = (axes: readonly string[]): string[] =>
  axes.map((letter) => along(letter, letter.toLowerCase()));
/** The index that runs along one axis of a tensor. */
export const index = (axes: readonly string[], at: number): string => indices(axes)[at] ?? along("L", "l");

/** The axes along which a table counts queries and keys, and the indices along them. */
export interface Tokens {
  readonly query: string;
  readonly key: string;
  readonly i: string;
  readonly j: string;
}

/** The axes of a table of queries by keys; for a mask that is the same for every query, the query axis is that of q. */
export function tokenAxes({ axes }: Pick<StageStep, "axes">, trace: Trace): Tokens {
  const [row = "L", key = "L"] = axes.slice(-2);
  const query = row === "1" ? (stepNamed(trace, "q")?.axes[1] ?? key) : row;
  // Self-attention needs two letters for the one axis; otherwise each axis has its own letter.
  return query === key
    ? { query, key, i: along(query, "i"), j: along(key, "j") }
    : { query, key, i: along(query, query.toLowerCase()), j: along(key, key.toLowerCase()) };
}

/** The indices of a table, with 1 for the axes that broadcast. */
export const tableIndices = (axes: readonly string[], { i, j }: Tokens): string[] =>
  axes.map((letter, at) =>
    letter === "1"
      ? mn(1)
      : at === axes.length - 1
        ? j
        : at === axes.length - 2
          ? i
          : along(letter, letter.toLowerCase()),
  );

const LETTER: Readonly<Record<string, string>> = {
  q: matrix("Q"),
  k: matrix("K"),
  v: matrix("V"),
  embedding: matrix("X"),
  target_embedding: matrix("Y"),
};

/** A tensor's usual letter, if it has one, else its name. */
export const letterOf = (id: string): string => LETTER[id.replace(/_heads$/, "")] ?? name(id);

/** A tensor as the matrix of one sentence and, where there are heads, of head h, with its shape under it. */
export function factor({ name: id, axes }: NamedAxes, transposed = false): string {
  const letter = letterOf(id);
  const shape = axes.slice(-2);
  const hasHeads = axes.includes("H");
  if (!transposed) return shaped(hasHeads ? msub(letter, h) : letter, ...shape);
  return shaped(hasHeads ? msubsup(letter, h, TRANSPOSED) : msup(letter, TRANSPOSED), ...shape.reverse());
}

/** The subscript of a layer's letter: Q, K, V, or the number of w_0, conv1, norm_1. */
export const subscript = (layer: string): string => {
  const last = layer.slice(-1);
  return /\d/.test(last) ? mn(last) : matrix(last.toUpperCase());
};

export const layerOf = (parameter: string): string => parameter.split(".")[0] ?? "";

/** A parameter's letter: E for the embedding table, W and b for a layer, γ and β for a norm. */
export function parameterLetter(id: string): string {
  if (id === "embedding.weight") return matrix("E");
  const letters = id.startsWith("norm") ? ["γ", "β"] : ["W", "b"];
  return matrix(letters[id.endsWith(".bias") ? 1 : 0] ?? "W");
}

export const parameter = (id: string): string =>
  id === "embedding.weight" ? parameterLetter(id) : msub(parameterLetter(id), subscript(layerOf(id)));
