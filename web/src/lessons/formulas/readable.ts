/** The formula of readable weights: the word codes of the embedding table, and what w_q and w_k do in each role. */
import { codeOfWord, type HeadRole, roleOfHead } from "../../module/readable.js";
import { readableScale } from "../../module/readable_scale.js";
import {
  along,
  cell,
  EQUALS,
  GAP,
  MINUS,
  matrix,
  mfrac,
  mi,
  mn,
  mo,
  mrow,
  msub,
  msup,
  mtable,
  PLUS,
} from "./mathml.js";
import { type Formula, layerOf } from "./notation.js";

const DIGITS = 4;
const APPLIED = mo("&#x2061;");

const rounded = (value: number): string => mn(String(Number(value.toPrecision(DIGITS))));
const bracket = (...parts: string[]): string =>
  mrow('<mo stretchy="false">[</mo>', ...parts, '<mo stretchy="false">]</mo>');

export const readable: Formula = (step, trace) => {
  if (step.name === "embedding.weight") return table(step, trace);
  const { spec } = trace;
  const layer = layerOf(step.name);
  const letter = mi(layer === "w_q" ? "q" : "k");
  const roles = ([0, 1] as const)
    .filter((head) => head < spec.numHeads)
    .map((head) => [head, roleOfHead(spec, head)] as const)
    .filter(([, role]) => role !== "as_drawn");
  if (step.name.endsWith(".bias")) return mrow(msub(mi("b"), letter), EQUALS, mn(0));
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
};

/** Which columns a head picks: the last ones, or the first ones with each pair turned back. */
function picked(role: HeadRole, layer: string): string {
  if (role === "same_word") return bracket(matrix("0"), GAP, matrix("I"));
  return bracket(matrix(layer === "w_q" ? "R" : "I"), GAP, matrix("0"));
}

const table: Formula = (_step, { spec }) => {
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
};
