/** The arithmetic of one number of a program as a line of cells and signs: what the core read, and what it made of it. */
import type { ProgramExplanation } from "../../module/python/bare.js";
import type { Term } from "../../module/types.js";
import type { CellToken, Token } from "../marks/arithmetic_line.js";
import type { CellStyle } from "../scale.js";

/** Operations that are written as a sign between two numbers. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ add: "+", sub: "−", mul: "×", div: "÷", pow: "^", remainder: "mod", floor_divide: "//" },
  ...{ eq: "=", ne: "≠", gt: ">", ge: "≥", lt: "<", le: "≤" },
  ...{
    logical_and: "and",
    logical_or: "or",
    bitwise_and: "and",
    bitwise_or: "or",
    maximum: "max",
    minimum: "min",
  },
};

/** Whether a number is a copy of another one. */
const isSame = ({ terms, value }: ProgramExplanation): boolean =>
  terms.length === 1 && Object.is(terms[0]?.value, value) && (terms[0]?.weight ?? 1) === 1;

/** A number that is written to places of a mask depends on all of it; its own bit is what there is to see. */
export const termsOf = ({
  op,
  terms,
  index,
}: Pick<ProgramExplanation, "op" | "terms" | "index">): readonly Term[] => {
  if (op !== "index_put") return terms;
  const own = terms.filter((term) => String(term.index) === String(index) || term.index.length === 0);
  return own.length > 1 ? own : terms;
};

type Formula = (explanation: ProgramExplanation, most: number) => readonly (Term | string)[] | undefined;

/** The number that a row is about, and those that were made of all of the row, which come after it. */
const partsOf = ({ terms, detail }: ProgramExplanation, ...facts: readonly string[]) =>
  [
    typeof detail["position"] === "number" ? terms[detail["position"]] : undefined,
    ...facts.map((fact) => terms.findLast((term) => term.name === fact)),
  ] as const;

/** exp of a score less the largest, divided by the sum of all. */
const softmaxOf: Formula = (explanation) => {
  const [own, maximum, sum] = partsOf(explanation, "maximum", "sum");
  return own && maximum && sum && ["exp(", own, "− max", maximum, ") ÷ Σ", sum, "=", explanation];
};

/** A number less the mean of its row, divided by the spread of the row, with the layer's own weight and bias. */
const layerNormOf: Formula = (explanation) => {
  const [own, mean, rstd] = partsOf(explanation, "mean", "rstd");
  if (!own || !mean || !rstd) return undefined;
  const [weight, bias] = explanation.terms.slice(explanation.terms.indexOf(rstd) + 1);
  const spread = { ...rstd, name: "", value: 1 / rstd.value };
  const centred = ["(", own, "− mean", mean, ") ÷ σ", spread];
  return [...centred, ...(weight ? ["×", weight] : []), ...(bias ? ["+", bias] : []), "=", explanation];
};

/** −ln of the probability of each target, added up or averaged. */
const crossEntropyOf: Formula = (explanation, most) => {
  const all = explanation.terms.filter(({ name, weight }) => name === "log_probability" && weight);
  const share = -(all[0]?.weight ?? 0);
  if (share <= 0 || all.some(({ weight }) => weight !== -share)) return undefined; // classes have weights
  const losses = all.slice(0, most).flatMap((one, i) => [i > 0 ? "+" : "", { ...one, value: -one.value }]);
  const rest = all.length > most ? ["+ …"] : [];
  const count = { name: "", index: [], value: Math.round(1 / share) };
  return ["−ln p: (", ...losses.slice(1), ...rest, ") ÷", count, "=", explanation];
};

/** Operations that are written as they are computed. */
const FORMULAS: Readonly<Record<string, Formula>> = {
  softmax: softmaxOf,
  layer_norm: layerNormOf,
  cross_entropy: crossEntropyOf,
};

/** `styleOf` gives a cell its colours and digits, by the tensor it is from; of more than `most` terms the rest is "…". */
export function arithmeticOf(
  explanation: ProgramExplanation,
  styleOf: (name: string, value: number) => CellStyle,
  most: number,
): readonly Token[] {
  const { op, name, index, value, detail } = explanation;
  const terms = termsOf(explanation);
  const sign = (text: string): Token => ({ text });
  const cellOf = (term: Pick<Term, "name" | "index" | "value">): CellToken => ({
    cell: styleOf(term.name, term.value),
    ref: { name: term.name, index: term.index },
    lit: true,
  });
  const result: CellToken = { cell: styleOf(name, value), ref: { name, index }, lit: true };
  const written = <T>(items: readonly T[], tokens: (item: T) => readonly Token[], by: string): Token[] => [
    ...items.slice(0, most).flatMap((item, i) => [...(i > 0 ? [sign(by)] : []), ...tokens(item)]),
    ...(items.length > most ? [sign(by), sign("…")] : []),
  ];
  const equals = [sign("="), result];
  // What is drawn at random, or a constant, was made from no other tensor.
  if (terms.every((term) => term.name === "draw" || term.name === "constant")) return [];
  const formula = Object.hasOwn(FORMULAS, op) ? FORMULAS[op]?.(explanation, most) : undefined;
  if (formula) return formula.map((part) => (typeof part === "string" ? sign(part) : cellOf(part)));
  if (isSame(explanation)) return [...terms.map(cellOf), sign("→"), result];
  const products = "products" in detail && Array.isArray(detail["products"]) ? detail["products"].length : 0;
  // Each product has as many terms as the operation has factors; what is left over, such as a bias, is added.
  const factors = Math.floor(terms.length / Math.max(1, products));
  if (products > 0 && factors > 1) {
    const groups = Array.from({ length: products }, (_, i) => terms.slice(i * factors, (i + 1) * factors));
    const product = (group: readonly Term[]): readonly Token[] =>
      group.flatMap((term, i) => [...(i > 0 ? [sign("×")] : []), cellOf(term)]);
    const rest = terms.slice(products * factors).flatMap((term) => [sign("+"), cellOf(term)]);
    return [...written(groups, product, "+"), ...rest, ...equals];
  }
  const [first, second] = terms;
  const between = SIGNS[op];
  if (between && first && second && terms.length === 2)
    return [cellOf(first), sign(between), cellOf(second), ...equals];
  if (terms.some(({ weight }) => weight !== undefined))
    return [
      ...written(terms, (term) => [cellOf(term), sign("×"), { cell: styleOf("", term.weight ?? 1) }], "+"),
      ...equals,
    ];
  return [sign(`${op}(`), ...written(terms, (term) => [cellOf(term)], ","), sign(")"), ...equals];
}
