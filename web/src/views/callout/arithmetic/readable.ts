/** A number of the readable weights: the formula with its numbers filled in. */
import { angleOfWord, codeOfWord, roleOfHead } from "../../../module/readable.js";
import type { Explanation, Trace } from "../../../module/types.js";
import { numberText, realText } from "../../../words/number_text.js";
import { type Line, result, sign } from "./line.js";

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

export function readableNumber({ spec }: Trace, e: Explanation): readonly Line[] {
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
