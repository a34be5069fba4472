/** What fills the parameters of a layer: numbers that are drawn, constant, or given from outside. */
import { appear, drawParameters } from "../draw/scenes/data/parameters.js";
import { stepOf } from "../draw/tensor_view.js";
import {
  angleOfWord,
  codeOfWord,
  type HeadRole,
  isReadable,
  readableScale,
  roleOfHead,
} from "../module/readable.js";
import type { Explanation, Trace } from "../module/types.js";
import { numberText, realText } from "../words/number_text.js";
import { type Line, result, sentence, sign } from "./arithmetic.js";
import { type Asker, numberQuestion, stepIn } from "./asking.js";
import {
  APPLIED,
  along,
  axis,
  between,
  COMMA,
  cell,
  EQUALS,
  GAP,
  indices,
  layerOf,
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
  parameter,
  shaped,
  stepNamed,
} from "./mathml.js";
import type { Operation } from "./operation.js";

/** base ∼ N(from, to) */
const distributed = (base: string, letter: string, from: string, to: string): string =>
  mrow(base, mo("∼"), mi(letter), between("(", mrow(from, COMMA, to), ")"));

const tableParameters: Asker = ({ trace, step }) => {
  const { vocabSize, dModel } = trace.spec;
  const places = stepOf(trace, "ids").data.length;
  return numberQuestion(
    "table_parameters",
    step.data.length,
    { rows_only: vocabSize, one_row_an_id: places * dModel, multiply: vocabSize + dModel },
    { facts: { tensor: step.name, vocab: String(vocabSize), dModel: String(dModel) } },
  );
};

/** How many parameters does the layer have whose weight is on the stage? */
const layerParameters: Asker = ({ trace, step }) => {
  const layer = step.name.slice(0, -".weight".length);
  const [outputs = 0, inputs = 0] = step.shape;
  const length = stepOf(trace, "ids").shape[1] ?? 1;
  const hasBias = stepIn(trace, `${layer}.bias`) !== undefined;
  const weights = outputs * inputs;
  const answer = hasBias ? weights + outputs : weights;
  return numberQuestion(
    hasBias ? "layer_parameters" : "layer_parameters_plain",
    answer,
    {
      ...(hasBias ? { bias_counts_too: weights } : { no_bias_here: weights + outputs }),
      ...{ one_weight: answer * length, not_per_head: answer * trace.spec.numHeads },
      multiply: inputs + outputs,
    },
    { facts: { layer, inputs: String(inputs), outputs: String(outputs) } },
  );
};

const feedForwardParameters: Asker = ({ trace }) => {
  const [first, second] = ["conv1.weight", "conv2.weight"].map((name) => stepIn(trace, name));
  if (!first || !second || !stepIn(trace, "conv1.bias")) return undefined;
  const [wide = 1, narrow = 1] = first.shape;
  const weights = first.data.length + second.data.length;
  const answer = weights + wide + narrow;
  const length = stepOf(trace, "ids").shape[1] ?? 1;
  return numberQuestion(
    "ff_parameters",
    answer,
    {
      bias_counts_too: weights,
      one_weight: answer * length,
      both_layers: first.data.length + wide,
      kernel_is_one: answer * 3,
    },
    { facts: { dModel: String(narrow), dFf: String(wide), weights: String(weights) } },
  );
};

const parameterQuestions: Readonly<Record<string, readonly Asker[]>> = {
  "embedding.weight": [tableParameters],
  "w_q.weight": [layerParameters],
  "conv1.weight": [feedForwardParameters],
};

/** The same number everywhere: the parameters of a layer norm. */
export const constant: Operation = {
  ms: 2200,
  scene: appear,
  arithmetic: sentence("constant"),
  formula: ({ name: id, axes, data }) =>
    mrow(cell(parameter(id), ...indices(axes)), EQUALS, mn(data[0] ?? 0)),
};

/** Numbers drawn from the standard normal distribution. */
export const normal: Operation = {
  ms: 2600,
  scene: drawParameters,
  arithmetic: sentence("drawNormal"),
  formula: ({ name: id, axes }) =>
    distributed(shaped(id.includes(".") ? parameter(id) : name(id), ...axes), "N", mn(0), mn(1)),
  questions: parameterQuestions,
};

/** Numbers drawn evenly between ±1/√(inputs), as PyTorch's layers draw their parameters. */
export const uniform: Operation = {
  ms: 2600,
  scene: drawParameters,
  arithmetic: sentence("drawUniform"),
  formula({ name: id, axes }, trace) {
    const weight = stepNamed(trace, `${layerOf(id)}.weight`);
    const bound = mfrac(mn(1), msqrt(axis(weight?.axes[1] ?? "D")));
    return distributed(shaped(parameter(id), ...axes), "U", mrow(MINUS, bound), bound);
  },
  questions: parameterQuestions,
};

const DIGITS = 4;

const rounded = (value: number): string => mn(String(Number(value.toPrecision(DIGITS))));
const bracket = (...parts: string[]): string =>
  mrow('<mo stretchy="false">[</mo>', ...parts, '<mo stretchy="false">]</mo>');

/** What w_q and w_k do in each role. */
function readable(id: string, { spec }: Trace): string {
  if (id === "embedding.weight") return wordCodes(spec);
  const layer = layerOf(id);
  const letter = mi(layer === "w_q" ? "q" : "k");
  const roles = ([0, 1] as const)
    .filter((head) => head < spec.numHeads)
    .map((head) => [head, roleOfHead(spec, head)] as const)
    .filter(([, role]) => role !== "as_drawn");
  if (id.endsWith(".bias")) return mrow(msub(mi("b"), letter), EQUALS, mn(0));
  return mtable(
    ...roles.map(([head, role]) => [
      mrow(
        cell(matrix("W"), letter, mn(head + 1)),
        EQUALS,
        rounded(readableScale(spec, role)),
        GAP,
        picked(role, layer),
      ),
    ]),
  );
}

/** Which columns a head picks: the last ones, or the first ones with each pair turned back. */
function picked(role: HeadRole, layer: string): string {
  if (role === "same_word") return bracket(matrix("0"), GAP, matrix("I"));
  return bracket(matrix(layer === "w_q" ? "R" : "I"), GAP, matrix("0"));
}

/** The word codes of the embedding table. */
function wordCodes(spec: Trace["spec"]): string {
  const code = codeOfWord(spec, 2 * Math.floor(spec.dModel / 2) - 1);
  if (!code) return "";
  const n = along("V", "n");
  const pair = mrow(mn(2), along("D", "i"));
  const angle = mfrac(mrow(mn(2), mi("π"), n), msup(mi("ρ"), mi("j")));
  const length = code.length === 1 ? [] : [mn(code.length), GAP];
  const less = code.less === 0 ? [] : [MINUS, mn(code.less)];
  const row = (column: string, part: string, ...after: string[]): string[] => [
    mrow(cell(matrix("E"), n, column), EQUALS, ...length, mi(part), APPLIED, angle, ...after),
  ];
  return mtable(row(pair, "sin"), row(mrow(pair, PLUS, mn(1)), "cos", ...less), [
    mrow(mi("ρ"), EQUALS, mn("1.3247…")),
  ]);
}

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

/** Weights from outside: a file's, a trained model's, or readable ones, whose formula is known. */
export const given: Operation = {
  ms: 2200,
  scene: appear,
  arithmetic: (e, piece, trace) =>
    isReadable(trace) ? readableNumber(trace, e) : sentence("given")(e, piece, trace),
  formula: ({ name: id, axes }, trace) =>
    isReadable(trace) ? readable(id, trace) : mrow(shaped(parameter(id), ...axes), EQUALS, name(id)),
  questions: parameterQuestions,
};
