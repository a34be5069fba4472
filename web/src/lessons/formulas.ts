/**
 * One formula for each kind of step, as MathML Core. Matrix algebra is set in bold letters with the shape under each;
 * what happens to single cells is set with the names of the steps and coloured indices.
 * Classes for the page: `axis-B` … colour an axis letter, an index that runs along that axis, or its size;
 * `matrix` bold; `name` monospace; `shape` what stands under a matrix.
 */
import type { StageStep } from "../draw/scene.js";
import { shortNumber } from "../module/py_torch/line.js";
import type { Trace } from "../module/types.js";
import { type PlayedOp, played } from "../timeline/durations.js";

// One-letter identifiers keep their ASCII letter: not every phone has the mathematical italics.
const mi = (text: string, cls = ""): string =>
  `<mi${text.length === 1 ? ' mathvariant="normal"' : ""}${cls ? ` class="${cls}"` : ""}>${text}</mi>`;
const mo = (text: string): string => `<mo>${text}</mo>`;
const mn = (text: string | number): string => `<mn>${text}</mn>`;
const mrow = (...parts: string[]): string => `<mrow>${parts.join("")}</mrow>`;
const msub = (base: string, sub: string): string => `<msub>${base}${sub}</msub>`;
const msup = (base: string, sup: string): string => `<msup>${base}${sup}</msup>`;
const msubsup = (base: string, sub: string, sup: string): string => `<msubsup>${base}${sub}${sup}</msubsup>`;
const munder = (base: string, under: string): string => `<munder>${base}${under}</munder>`;
const mfrac = (over: string, under: string): string => `<mfrac>${over}${under}</mfrac>`;
const msqrt = (inner: string): string => `<msqrt>${inner}</msqrt>`;
const mtable = (...rows: string[][]): string =>
  `<mtable>${rows.map((row) => `<mtr>${row.map((cell) => `<mtd>${cell}</mtd>`).join("")}</mtr>`).join("")}</mtable>`;
const name = (text: string): string => `<mtext class="name">${text}</mtext>`;
const matrix = (letter: string): string => mi(letter, "matrix");

const EQUALS = mo("=");
const COMMA = mo(",");
const MINUS = mo("−");
const TRANSPOSED = mo("⊤");
/** Between two factors, so that the shapes under them stay apart. */
const GAP = '<mspace width="0.5em"></mspace>';

/** A letter in the colour of an axis; an axis of size 1 is the number 1. */
const along = (axis: string, letter: string): string => (axis === "1" ? mn(1) : mi(letter, `axis-${axis}`));
const axis = (letter: string): string => along(letter, letter);
/** Cell of a tensor: its name and an index for each axis. */
const cell = (base: string, ...indices: string[]): string => msub(base, mrow(indices.join(COMMA)));
/** A matrix with its shape under it. */
const shaped = (base: string, ...axes: string[]): string =>
  munder(base, `<mrow class="shape">${axes.map(axis).join(mo("×"))}</mrow>`);
const cases = (...rows: string[][]): string =>
  mrow('<mo fence="true" stretchy="true">{</mo>', mtable(...rows));
const between = (open: string, inner: string, close: string): string =>
  mrow(`<mo stretchy="false">${open}</mo>`, inner, `<mo stretchy="false">${close}</mo>`);

const b = along("B", "b");
const h = along("H", "h");
const k = along("K", "k");

/** Along which axes this trace's queries and keys are counted, and the letters that run along them. */
interface Tokens {
  readonly query: string;
  readonly key: string;
  readonly i: string;
  readonly j: string;
}

function tokensOf(trace: Trace): Tokens {
  const letter = (id: string): string => trace.steps.find((s) => s.name === id)?.axes[1] ?? "L";
  const query = letter("q");
  const key = letter("k");
  // One sentence needs two letters for its two sides; two sentences have a letter each.
  return query === key
    ? { query, key, i: along(query, "i"), j: along(key, "j") }
    : { query, key, i: along(query, query.toLowerCase()), j: along(key, key.toLowerCase()) };
}

/** The index that runs along a token axis of one tensor alone. */
const token = (axes: readonly string[], at: number): string =>
  along(axes[at] ?? "L", (axes[at] ?? "L").toLowerCase());

/** What tells W of w_q from W of w_k: Q, K, V, or the number 0. */
const subscript = (layer: string): string => (layer === "w_0" ? mn(0) : matrix(layer.slice(2).toUpperCase()));
/** The weight or the bias of a layer. */
const parameter = (letter: string, layer: string): string => msub(matrix(letter), subscript(layer));

type Formula = (step: StageStep, trace: Trace, tokens: Tokens) => string;

const pad: Formula = ({ name: id, axes }) => {
  const t = token(axes, 1);
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

const normal: Formula = ({ axes }) =>
  mrow(shaped(matrix("E"), ...axes), mo("∼"), mi("N"), between("(", mrow(mn(0), COMMA, mn(1)), ")"));

const uniform: Formula = (step, trace) => {
  const layer = step.name.split(".")[0] ?? "";
  const weight = trace.steps.find((s) => s.name === `${layer}.weight`);
  const bound = mfrac(mn(1), msqrt(axis(weight?.axes[1] ?? "D")));
  const letter = step.name.endsWith(".bias") ? "b" : "W";
  return mrow(
    shaped(parameter(letter, layer), ...step.axes),
    mo("∼"),
    mi("U"),
    between("(", mrow(MINUS, bound, COMMA, bound), ")"),
  );
};

const gather: Formula = ({ inputs, axes }) => {
  const t = token(axes, 1);
  const ids = inputs[0] ?? "ids";
  const letter = matrix(ids === "ids" ? "X" : "Y");
  return mrow(cell(letter, b, t), EQUALS, msub(matrix("E"), cell(name(ids), b, t)));
};

const notEqual: Formula = ({ name: id, inputs }, _trace, { j }) =>
  mrow(
    cell(name(id), b, mn(1), j),
    EQUALS,
    between("(", mrow(cell(name(inputs[0] ?? "ids"), b, j), mo("≠"), name("pad_id")), ")"),
  );

const tril: Formula = ({ name: id }, _trace, { i, j }) =>
  mrow(cell(name(id), mn(1), i, j), EQUALS, between("(", mrow(j, mo("≤"), i), ")"));

/** The indices of a mask, with 1 for the axes that broadcast. */
const maskIndices = (axes: readonly string[], { i, j }: Tokens): string[] =>
  axes.map((letter, at) =>
    letter === "1" ? mn(1) : at === axes.length - 1 ? j : at === axes.length - 2 ? i : b,
  );

const and: Formula = ({ name: id, inputs, axes }, trace, tokens) => {
  const [first = [], second = []] = inputs.map((input) => trace.steps.find((s) => s.name === input)?.axes);
  return mtable(
    [
      mrow(
        cell(name(id), ...maskIndices(axes, tokens)),
        EQUALS,
        cell(name(inputs[0] ?? ""), ...maskIndices(first, tokens)),
      ),
    ],
    [mrow(mo("∧"), cell(name(inputs[1] ?? ""), ...maskIndices(second, tokens)))],
  );
};

const unsqueeze: Formula = ({ name: id, inputs, axes }, _trace, tokens) =>
  mrow(
    cell(name(id), ...maskIndices(axes, tokens)),
    EQUALS,
    cell(
      name(inputs[0] ?? ""),
      ...maskIndices(
        axes.filter((_, at) => at !== 1),
        tokens,
      ),
    ),
  );

const LETTER: Readonly<Record<string, string>> = {
  q: matrix("Q"),
  k: matrix("K"),
  v: matrix("V"),
  embedding: matrix("X"),
  target_embedding: matrix("Y"),
};

const linear: Formula = (step, trace) => {
  const [input, weight, bias] = step.inputs.map((id) => trace.steps.find((s) => s.name === id));
  const letter = (id: string): string => LETTER[id] ?? name(id);
  const layer = (weight?.name ?? "w_0.weight").split(".")[0] ?? "w_0";
  return mrow(
    shaped(letter(step.name), ...step.axes.slice(1)),
    EQUALS,
    shaped(letter(input?.name ?? ""), ...(input?.axes.slice(1) ?? [])),
    GAP,
    shaped(msubsup(matrix("W"), subscript(layer), TRANSPOSED), ...[...(weight?.axes ?? [])].reverse()),
    bias ? mo("+") + shaped(parameter("b", layer), ...bias.axes) : "",
  );
};

/** The place of head h's k-th number among the A numbers of a token. */
const joined = mrow(h, mo("·"), axis("K"), mo("+"), k);

const view: Formula = ({ name: id, inputs, axes }) => {
  const from = name(inputs[0] ?? "");
  if (id === "mask") return mrow(name(id), EQUALS, from);
  const t = token(axes, 1);
  return id === "concat"
    ? mrow(cell(name(id), b, t, joined), EQUALS, cell(from, b, t, h, k))
    : mrow(cell(name(id), b, t, h, k), EQUALS, cell(from, b, t, joined));
};

const transpose: Formula = ({ name: id, inputs, axes }) => {
  const merging = id === "values_merged";
  const t = token(axes, merging ? 1 : 2);
  const split = [b, t, h, k];
  const heads = [b, h, t, k];
  return mrow(
    cell(name(id), ...(merging ? split : heads)),
    EQUALS,
    cell(name(inputs[0] ?? ""), ...(merging ? heads : split)),
  );
};

const scores: Formula = ({ name: id }, _trace, { query, key }) =>
  mrow(
    shaped(msub(name(id), h), query, key),
    EQUALS,
    mfrac(
      mrow(
        shaped(msub(matrix("Q"), h), query, "K"),
        GAP,
        shaped(msubsup(matrix("K"), h, TRANSPOSED), "K", key),
      ),
      msqrt(msub(mi("d", "axis-K"), k)),
    ),
  );

/** −1e12 as −10¹², −inf as −∞, anything else as it is. */
function fillValue(value: number | string): string {
  if (typeof value === "string") return mrow(MINUS, mi("∞"));
  const size = Math.abs(value);
  const exponent = Math.log10(size);
  const body =
    size >= 1000 && Number.isInteger(exponent) ? msup(mn(10), mn(exponent)) : mn(shortNumber(size));
  return value < 0 ? mrow(MINUS, body) : body;
}

const fill: Formula = ({ name: id, inputs }, trace, tokens) => {
  const { i, j } = tokens;
  const mask = trace.steps.find((s) => s.name === inputs[1]);
  const bit = (value: number): string =>
    mrow(cell(name("mask"), ...maskIndices(mask?.axes ?? [], tokens).slice(-2)), EQUALS, mn(value));
  return mrow(
    cell(name(id), i, j),
    EQUALS,
    cases([cell(name(inputs[0] ?? ""), i, j), bit(1)], [fillValue(trace.spec.maskFill), bit(0)]),
  );
};

const softmax: Formula = ({ name: id, inputs }, _trace, { query, key, i, j }) => {
  const s = mi("s");
  const m = msub(mi("m"), i);
  const running = along(key, `${key === query ? "j" : key.toLowerCase()}′`);
  const exp = (index: string): string =>
    mrow(mi("exp"), between("(", mrow(cell(s, i, index), MINUS, m), ")"));
  return mtable(
    [mrow(cell(name(id), i, j), EQUALS, mfrac(exp(j), mrow(munder(mo("∑"), running), exp(running))))],
    [
      mrow(
        m,
        EQUALS,
        munder(mi("max"), running),
        cell(s, i, running),
        COMMA,
        GAP,
        s,
        EQUALS,
        name(inputs[0] ?? ""),
      ),
    ],
  );
};

const weightedSum: Formula = ({ name: id, inputs }, _trace, { query, key }) =>
  mrow(
    shaped(msub(name(id), h), query, "K"),
    EQUALS,
    shaped(msub(name(inputs[0] ?? ""), h), query, key),
    GAP,
    shaped(msub(matrix("V"), h), key, "K"),
  );

const formulas: Readonly<Record<PlayedOp, Formula>> = {
  pad,
  normal,
  uniform,
  embedding: gather,
  not_equal: notEqual,
  tril,
  logical_and: and,
  unsqueeze,
  linear,
  view,
  transpose,
  scaled_dot_product: scores,
  masked_fill: fill,
  softmax,
  weighted_sum: weightedSum,
};

/** The formula of a step, without the <math> element around it. */
export const formulaOf = (trace: Trace, step: StageStep): string =>
  formulas[played(step.op)](step, trace, tokensOf(trace));
