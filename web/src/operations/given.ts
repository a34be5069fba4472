/** Weights from outside: a file's, a trained model's, or readable ones, whose formula is known. */

import { appear } from "../draw/scenes/data/parameters.js";
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
import { parameterQuestions } from "./drawn.js";
import {
  APPLIED,
  along,
  cell,
  EQUALS,
  GAP,
  MINUS,
  matrix,
  mfrac,
  mi,
  mn,
  mrow,
  msub,
  msup,
  mtable,
  name,
  PLUS,
  shaped,
} from "./mathml.js";
import { layerOf, parameter } from "./notation.js";
import type { Operation } from "./operation.js";

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

export const given: Operation = {
  ms: 2200,
  scene: appear,
  arithmetic: (e, piece, trace) =>
    isReadable(trace) ? readableNumber(trace, e) : sentence("given")(e, piece, trace),
  formula: ({ name: id, axes }, trace) =>
    isReadable(trace) ? readable(id, trace) : mrow(shaped(parameter(id), ...axes), EQUALS, name(id)),
  questions: parameterQuestions,
};
