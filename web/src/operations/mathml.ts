/**
 * MathML Core as functions, one for each element that the formulas use.
 * CSS classes: `axis-B` … colours the letter of an axis, an index along it, or its size; `matrix` is bold, `name` is
 * monospace, and `shape` is the shape under a matrix.
 */

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
/** A matrix with its shape under it. */
export const shaped = (base: string, ...axes: string[]): string =>
  munder(base, `<mrow class="shape">${axes.map(axis).join(mo("×"))}</mrow>`);
export const cases = (...rows: string[][]): string =>
  mrow('<mo fence="true" stretchy="true">{</mo>', mtable(...rows));
export const between = (open: string, inner: string, close: string): string =>
  mrow(`<mo stretchy="false">${open}</mo>`, inner, `<mo stretchy="false">${close}</mo>`);
/** A condition as a bit, written in parentheses. */
export const bracketed = (...parts: string[]): string => between("(", mrow(...parts), ")");
