import { fillOf } from "../draw/asides/row.js";
import type { StageStep } from "../draw/picture.js";
import { maskedBit } from "../draw/scale.js";
import { answeredIds as answeredIdsScene } from "../draw/scenes/cellwise.js";
import { conventions as conventionsScene } from "../draw/scenes/masks/conventions.js";
import { eq as eqScene } from "../draw/scenes/masks/eq.js";
import { logicalAnd as logicalAndScene } from "../draw/scenes/masks/logical_and.js";
import { maskedFill as maskedFillScene } from "../draw/scenes/masks/masked_fill.js";
import { tril as trilScene } from "../draw/scenes/masks/tril.js";
import { unsqueeze as unsqueezeScene } from "../draw/scenes/masks/unsqueeze.js";
import { hasStep, stepOf, valueAt } from "../draw/tensor_view.js";
import { shortNumber } from "../module/number_text.js";
import { fillText } from "../module/py_torch/python.js";
import { range, shapeText } from "../module/shape.js";
import type { Trace } from "../module/types.js";
import { realText } from "../words/number_text.js";
import { besideDiagonal, compared, detail, ofOne, ofTwo, result, sign, whole } from "./arithmetic.js";
import {
  type Asker,
  cellText,
  choiceQuestion,
  idsOf,
  inputOf,
  numberQuestion,
  rowOf,
  tokenAxis,
  tokensOf,
} from "./asking.js";
import { maskDropped, zeroFill } from "./ideas.js";
import {
  b,
  bracketed,
  cases,
  cell,
  EQUALS,
  inputsOf,
  MINUS,
  mi,
  mn,
  mo,
  mrow,
  msup,
  mtable,
  name,
  tableIndices,
  tokenAxes,
} from "./mathml.js";
import type { Operation } from "./operation.js";
import { maskedFill as filled } from "./tensors.js";

/** One cell of a mask, written as the mask's name with the indices of `step`. */
const bitOf = ({ name: id, axes }: Pick<StageStep, "name" | "axes">, step: StageStep, trace: Trace): string =>
  cell(name(id), ...tableIndices(axes, tokenAxes(step, trace)));

/** A bit that says whether a token is padding. */
const comparedWithPadding =
  (sign: string): Operation["formula"] =>
  (step, trace) =>
    mrow(
      bitOf(step, step, trace),
      EQUALS,
      bracketed(cell(name(step.inputs[0] ?? "ids"), b, tokenAxes(step, trace).j), mo(sign), name("pad_id")),
    );

/** A bit that says on which side of the diagonal it is. */
const triangle =
  (sign: string): Operation["formula"] =>
  (step, trace) => {
    const { i, j } = tokenAxes(step, trace);
    return mrow(bitOf(step, step, trace), EQUALS, bracketed(j, mo(sign), i));
  };

/** Two masks in one. */
const combined =
  (sign: string): Operation["formula"] =>
  (step, trace) => {
    const [first = "", second = ""] = inputsOf(step, trace).map((input) =>
      input ? bitOf(input, step, trace) : "",
    );
    return mtable([mrow(bitOf(step, step, trace), EQUALS, first)], [mrow(mo(sign), second)]);
  };

/** Of a mask with more rows or columns than this, only the corner is painted. */
const MOST_CELLS = 8;

/** The learner paints a mask, or its corner. */
export const paintMask: Asker = ({ trace, step, pick }) => {
  const masked = maskedBit(step);
  const [sentences = 1, queries = 1, keys = 1] = step.shape.length === 2 ? [1, ...step.shape] : step.shape;
  const hides = hiddenBy(trace, step);
  if (masked === undefined || queries < 2 || !(hides.padding || hides.future)) return undefined;
  const ids = step.name.startsWith("demo") ? undefined : tokensOf(trace);
  const isPad = (of: "queries" | "keys", sentence: number, at: number): boolean =>
    ids !== undefined && valueAt(ids[of], [sentence, at]) === trace.spec.padId;
  const [rows, cols] = [range(Math.min(queries, MOST_CELLS)), range(Math.min(keys, MOST_CELLS))];
  const batch = range(sentences);
  // Prefer a sentence with both tokens and padding.
  const mixed = batch.filter((b) => !isPad("keys", b, 0) && cols.some((at) => isPad("keys", b, at)));
  const sentence = pick.one(hides.padding && mixed.length > 0 ? mixed : batch) ?? 0;
  const at = (row: number, col: number): number[] =>
    step.shape.length === 2 ? [row, col] : [sentence, row, col];
  const reason = (row: number, col: number): string => {
    const padding = hides.padding && isPad("keys", sentence, col);
    const future = hides.future && col > row;
    if (padding && future) return "cell_both";
    if (padding || future) return padding ? "cell_padding" : "cell_future";
    return hides.padding && isPad("queries", sentence, row) ? "cell_padded_query" : "cell_open";
  };
  const labels = (from: "queries" | "keys", places: readonly number[]): string[] =>
    places.map((place) => String(ids ? idsOf(ids[from], sentence)[place] : place));
  return {
    kind: "mask",
    key: hides.padding ? (hides.future ? "paint_both" : "paint_padding") : "paint_causal",
    isCorner: rows.length < queries || cols.length < keys,
    rows: labels("queries", rows),
    cols: labels("keys", cols),
    tokens: ids && { rows: tokenAxis(ids.queries, sentence), cols: tokenAxis(ids.keys, sentence) },
    answer: rows.map((row) => cols.map((col) => valueAt(step, at(row, col)) !== masked)),
    reasons: rows.map((row) => cols.map((col) => reason(row, col))),
    facts: { tensor: step.name, sentence: String(sentence + 1), pad: String(trace.spec.padId) },
    focus: { batch: sentence },
    lit: { name: step.name, index: at(0, cols.length - 1) },
  };
};

type Picture = readonly (readonly boolean[])[];

/** Which of three small pictures is this mask? */
export const maskPicture: Asker = ({ trace, step, pick }) => {
  const hides = hiddenBy(trace, step);
  const { queries, keys } = tokensOf(trace);
  const [rows, cols] = [queries, keys].map(({ shape }) => range(Math.min(shape[1] ?? 1, MOST_CELLS)));
  if (!rows || !cols || rows.length < 2 || cols.length < 3) return undefined;
  const isPad = (ids: typeof keys, sentence: number, at: number): boolean =>
    valueAt(ids, [sentence, at]) === trace.spec.padId;
  const sentences = range(keys.shape[0] ?? 1);
  const mixed = sentences.filter((one) => !isPad(keys, one, 0) && cols.some((at) => isPad(keys, one, at)));
  const sentence = pick.one(mixed.length > 0 ? mixed : sentences) ?? 0;
  const hasPadding = mixed.length > 0;
  if (hides.padding && !hasPadding) return undefined;
  const drawn = (attends: (row: number, col: number) => boolean): Picture =>
    rows.map((row) => cols.map((col) => attends(row, col)));
  const open = (col: number): boolean => !isPad(keys, sentence, col);
  const pictures: Readonly<Record<string, Picture>> = {
    later_hidden: drawn((row, col) => col <= row),
    padding_hidden: drawn((_, col) => open(col)),
    both_hidden: drawn((row, col) => col <= row && open(col)),
    earlier_hidden: drawn((row, col) => col >= row),
    itself_hidden: drawn((row, col) => col < row),
    padded_rows_hidden: drawn((row) => !isPad(queries, sentence, row)),
  };
  const [right, ...wrong] = hides.future
    ? hides.padding
      ? ["both_hidden", "padding_hidden", "later_hidden"]
      : hasPadding
        ? ["later_hidden", "padding_hidden", "earlier_hidden"]
        : ["later_hidden", "earlier_hidden", "itself_hidden"]
    : ["padding_hidden", "padded_rows_hidden", "later_hidden"];
  const words = [right ?? "", ...wrong];
  const options = words.map((word, i) => {
    const picture = pictures[word] ?? [];
    return i === 0 ? { word, picture } : { word, picture, reason: `picture_${word}` };
  });
  const looks = new Set(options.map(({ picture }) => JSON.stringify(picture)));
  if (looks.size < options.length) return undefined;
  const first = step.shape[0] === 1 ? 0 : sentence;
  return choiceQuestion(`picture_${right}`, pick, options, {
    facts: { tensor: step.name, sentence: String(sentence + 1), pad: String(trace.spec.padId) },
    focus: { batch: sentence },
    lit: { name: step.name, index: [first, 0, cols.length - 1] },
  });
};

/** Not where a demonstration has asked for the same triangle. */
const paintUnlessBefore: Asker = (asking) =>
  hasStep(asking.trace, "demo_mask") ? undefined : paintMask(asking);

/** Whether a mask hides padding, future positions, or both. */
function hiddenBy(trace: Trace, step: StageStep): { readonly padding: boolean; readonly future: boolean } {
  if (["not_equal", "eq"].includes(step.op)) return { padding: true, future: false };
  if (["tril", "triu"].includes(step.op)) return { padding: false, future: true };
  const { padding = false, causal = false } = trace.spec.mask ?? {};
  return { padding, future: causal };
}

/** A padding mask in which 1 means ignore: ids == pad_id. */
export const eq: Operation = {
  ms: 4200,
  scene: eqScene,
  arithmetic: compared("==", 1),
  formula: comparedWithPadding("="),
  questions: [paintMask],
};

/** A padding mask in which 1 means attend: ids != pad_id. */
export const notEqual: Operation = {
  ms: 4200,
  scene: answeredIdsScene,
  arithmetic: compared("≠", 0),
  formula: comparedWithPadding("≠"),
  questions: [maskPicture],
};

/** A causal mask in which 1 means attend: the lower triangle. */
export const tril: Operation = {
  ms: 3600,
  scene: trilScene,
  arithmetic: besideDiagonal(0),
  formula: triangle("≤"),
  questions: { demo_mask: [paintMask], nopeak_mask: [maskPicture, paintUnlessBefore] },
};

/** A causal mask in which 1 means ignore: the upper triangle. */
export const triu: Operation = {
  ms: 3600,
  scene: trilScene,
  arithmetic: besideDiagonal(1),
  formula: triangle("&gt;"),
  questions: [maskPicture],
};

const arithmetic = ofTwo((e, a, b, piece) => [
  result([piece(a), sign(" ∧ "), piece(b), sign(" =")], whole(e), { key: "and" }),
]);

/** Two masks in which 1 means attend, in one. */
export const logicalAnd: Operation = {
  ms: 4600,
  scene: logicalAndScene,
  arithmetic,
  formula: combined("∧"),
  questions: [maskPicture, paintMask],
};

/** Combines two masks, or converts the integers of one mask to bits. */
/** Two masks in which 1 means ignore, in one; a single mask is copied, with integers turned into bits. */
export const logicalOr: Operation = {
  ms: 4600,
  scene: logicalAndScene,
  arithmetic: ofOne((e, first, piece) => {
    const [, second] = e.terms;
    return [
      second
        ? result([piece(first), sign(" ∨ "), piece(second), sign(" =")], whole(e), { key: "or" })
        : result([piece(first), sign(" > 0 →")], whole(e), { key: "positive" }),
    ];
  }),
  formula(step, trace) {
    const [first, second] = inputsOf(step, trace);
    if (second || !first) return combined("∨")(step, trace);
    const bit = bitOf(first, step, trace);
    const isBit = first.dtype === "bool";
    return mrow(bitOf(step, step, trace), EQUALS, isBit ? bit : bracketed(bit, mo("&gt;"), mn(0)));
  },
  questions: [paintMask],
};

/** What happens if the new axis comes first, where the heads are not? */
const wrongAxis: Asker = ({ trace, step, pick }) => {
  const [masks = 1, , length = 1] = step.shape;
  const heads = trace.spec.numHeads;
  const outcome = masks === 1 ? "axis_harmless" : masks === heads ? "heads_take_sentences" : "shapes_refused";
  const reasons = {
    shapes_refused: masks === 1 ? "one_fits_all" : "sizes_agree",
    heads_take_sentences: masks === 1 ? "one_fits_all" : "sizes_disagree",
    axis_harmless: "axis_has_a_place",
  };
  const options = Object.entries(reasons).map(([word, reason]) =>
    word === outcome ? { word } : { word, reason },
  );
  return choiceQuestion(
    "wrong_axis",
    pick,
    options.toSorted((a, b) => Number(b.word === outcome) - Number(a.word === outcome)),
    {
      facts: {
        ...{ mask: step.inputs[0] ?? "", masks: String(masks), heads: String(heads) },
        shape: shapeText([1, masks, length, step.shape.at(-1) ?? 1]),
        scores: shapeText(stepOf(trace, "scores").shape),
      },
    },
  );
};

/** The bridge that gives the mask an axis for the heads: (B, L, L) → (B, 1, L, L), so that every head reads the same mask. */
export const unsqueeze: Operation = {
  ms: 3000,
  spoken: "shape",
  scene: unsqueezeScene,
  formula: (step, trace) =>
    mrow(
      bitOf(step, step, trace),
      EQUALS,
      bitOf({ name: step.inputs[0] ?? "", axes: step.axes.filter((_, at) => at !== 1) }, step, trace),
    ),
  questions: [wrongAxis],
  bridge: {
    id: "masks",
    of(trace) {
      const mask =
        hasStep(trace, "masked_scores") && stepOf(trace, stepOf(trace, "masked_scores").inputs[1] ?? "");
      if (!mask || !hasStep(trace, "q_heads")) return undefined;
      return {
        ...mask,
        name: "masks",
        op: "unsqueeze",
        madeBy: mask.op,
        inputs: [mask.name],
        axes: mask.axes.toSpliced(1, 0, "1"),
        shape: mask.shape.toSpliced(1, 0, 1),
      };
    },
  },
};

/** −1e12 as −10¹², −inf as −∞, any other number in its shortest form. */
function fillValue(value: number | string): string {
  if (typeof value === "string") return mrow(MINUS, mi("∞"));
  const size = Math.abs(value);
  const [, exponent = 0] = /^1e\+(\d+)$/.exec(size.toExponential()) ?? [];
  const body = Number(exponent) >= 3 ? msup(mn(10), mn(exponent)) : mn(shortNumber(size));
  return value < 0 ? mrow(MINUS, body) : body;
}

/** If the names have more letters than this, the two cases do not fit beside the left-hand side. */
const MOST_LETTERS = 27;

/** Not where a demonstration or a warm-up has asked it. */
const zeroFillUnlessBefore: Asker = (asking) =>
  ["demo_masked_scores", "warmup_masked_scores"].some((name) => hasStep(asking.trace, name))
    ? undefined
    : zeroFill(asking);

/** The fill that takes the place of masked scores. */
export const maskedFill: Operation = {
  ms: 4600,
  scene: maskedFillScene,
  /**
   * The fill replaces scores where the mask is 0, or where it is 1 if 1 = ignore in this lesson. For scores with heads the
   * mask has been given their axis, as `masks`.
   */
  arithmetic: ofTwo((e, score, bit, piece) => {
    const filled = detail(e, "filled") === 1;
    return [
      { key: "score", pieces: [piece(score)] },
      { key: filled ? "maskedBit" : "openBit", facts: { bit: bit.value }, pieces: [piece(bit)] },
      result([sign("→")], realText(e.value), { key: filled ? "filled" : "kept" }),
    ];
  }),
  formula(step, trace) {
    const tokens = tokenAxes(step, trace);
    const [score, mask] = inputsOf(step, trace);
    const masked = (mask && maskedBit(mask)) ?? 0;
    const at = tableIndices(mask?.axes ?? [], tokens).slice(-2);
    const maskName = step.axes.includes("H") ? "masks" : (mask?.name ?? "mask");
    const bit = (value: number): string => mrow(cell(name(maskName), ...at), EQUALS, mn(value));
    const { i, j } = tokens;
    const leftSide = mrow(cell(name(step.name), i, j), EQUALS);
    const rightSide = cases(
      [cell(name(score?.name ?? ""), i, j), bit(1 - masked)],
      [fillValue(trace.spec.maskFill), bit(masked)],
    );
    const letters = [step.name, score?.name, maskName].join("").length;
    return letters > MOST_LETTERS ? mtable([leftSide], [rightSide]) : mrow(leftSide, rightSide);
  },
  compute: (hu, input, _, trace) => filled(hu, input(0), input(1), fillOf(trace), maskedBit(input(1)) ?? 0),
  questions: {
    demo_masked_scores: [zeroFill],
    warmup_masked_scores: [zeroFill],
    masked_scores: [maskDropped, zeroFillUnlessBefore],
  },
};

/** How many keys would a query attend to if the mask were given to a function of the other convention? */
const invertedCount: Asker = (asking) => {
  const mask = inputOf(asking);
  const [sentences = 1, queries = 1, keys = 1] = mask.shape;
  const rows = range(sentences).flatMap((b) => range(queries).map((i) => [b, i]));
  const ones = (row: readonly number[]): number => rowOf(mask, row).filter((bit) => bit === 1).length;
  const uneven = rows.filter((row) => ones(row) > 0 && ones(row) < keys && ones(row) * 2 !== keys);
  const row = asking.pick.one(uneven);
  if (!row) return undefined;
  const label = cellText(mask.name, row);
  const bits = rowOf(mask, row);
  return numberQuestion(
    "inverted_count",
    ones(row),
    { true_attends_there: keys - ones(row), no_key_lost: keys, no_error: 0 },
    {
      facts: { row: label, mask: mask.name, open: String(keys - ones(row)) },
      given: [{ label, values: bits.map(String) }],
      focus: { batch: row[0] ?? 0 },
      lit: { name: mask.name, index: [...row, bits.indexOf(1)] },
    },
  );
};

/** The bridge that shows a mask in the other convention, as F.scaled_dot_product_attention expects it: ~attn_mask. */
export const conventions: Operation = {
  ms: 4600,
  scene: conventionsScene,
  /** Uses the variable name of the code window beside it. */
  formula: (step, trace) =>
    mrow(
      bitOf({ name: "attend", axes: step.axes }, step, trace),
      EQUALS,
      mo("¬"),
      bitOf({ name: step.inputs[0] ?? "", axes: step.axes }, step, trace),
    ),
  questions: [invertedCount],
  bridge: {
    id: "conventions",
    of(trace) {
      if (!hasStep(trace, "attn_mask")) return undefined;
      const mask = stepOf(trace, "attn_mask");
      return {
        ...mask,
        name: "conventions",
        label: "attend",
        op: "conventions",
        madeBy: mask.op,
        inputs: [mask.name],
      };
    },
    code: ({ spec }) => ({
      code: [
        "# True = ignore: masked_fill, nn.MultiheadAttention",
        `scores.masked_fill(attn_mask.unsqueeze(1), ${fillText(spec.maskFill)})`,
        "# True = attend: F.scaled_dot_product_attention",
        "attend = ~attn_mask",
        "F.scaled_dot_product_attention(",
        "    q_heads, k_heads, v_heads, attend.unsqueeze(1))",
      ],
      current: [3],
    }),
  },
};
