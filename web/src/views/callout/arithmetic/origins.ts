/** Numbers that are not computed from other cells: tokens, tables, positions, random draws, given weights. */
import type { Explanation } from "../../../module/types.js";
import { numberText, realText } from "../../../words/number_text.js";
import { detail, leaf, result, sign, total, type Writer, whole } from "./line.js";

export const pad: Writer = (e) => {
  const [term] = e.terms;
  if (!term) return [];
  if (term.name === "padId")
    return [result([], whole(e), { key: "padded", facts: { padId: numberText(term.value) } })];
  const [sentence = 0, place = 0] = term.index;
  return [result([], whole(e), { key: "typed", facts: { sentence: sentence + 1, place: place + 1 } })];
};

/** A cell of the token table or of the position table. */
export const embedding: Writer = (e, piece) => {
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

export const sinusoid: Writer = (e) => {
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

export const positionIds: Writer = (e, piece) => {
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
const factText = (fact: number | string): string =>
  typeof fact === "number" && !Number.isInteger(fact) ? numberText(fact) : String(fact);

const factsOf = (e: Explanation): Record<string, string> =>
  Object.fromEntries(Object.entries(e.detail).map(([key, fact]) => [key, factText(fact)]));

/** One sentence, with the explanation's details as its facts. */
export const sentence =
  (key: string): Writer =>
  (e) => [result([], numberText(e.value), { key, facts: factsOf(e) })];
