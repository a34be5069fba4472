/** Explains a number and its terms, down to a given depth, as JSON or as a table. */
import type { HeadsUp } from "../module/heads_up.js";
import { beyondJson } from "../module/number_text.js";
import { shapeText } from "../module/shape.js";
import type { Explanation, Term, Trace } from "../module/types.js";
import { inColumns } from "./columns.js";
import type { Cell } from "./options.js";
import type { Emphasis } from "./output.js";

/** An explanation whose terms are explained too if they are cells of the trace, down to the requested depth. */
export interface Explained extends Omit<Explanation, "terms"> {
  readonly terms: readonly (Term | Explained)[];
}

/** Enough significant digits to distinguish any two float32 numbers. */
const DIGITS = 9;

export function explained(hu: HeadsUp, trace: Trace, { name, index, depth }: Cell): Explained {
  const { terms, ...cell } = hu.explain(trace, name, index);
  const isStep = (term: Term) => trace.steps.some((step) => step.name === term.name);
  return {
    ...cell,
    terms: terms.map((term) =>
      depth > 1 && isStep(term) ? explained(hu, trace, { ...term, depth: depth - 1 }) : term,
    ),
  };
}

export const explanationJson = (explanation: Explained): string =>
  `${JSON.stringify(explanation, (_, value) => (isBeyondJson(value) ? beyondJson(value) : value), 1)}\n`;

const isBeyondJson = (value: unknown): boolean => typeof value === "number" && !Number.isFinite(value);

/** Terms are listed below the number that they explain, indented by two more spaces. */
export const explanationTable = (explanation: Explained, heading: Emphasis): string =>
  inColumns([["name", "index", "value", "made by"], ...rows(explanation, "")], heading, [2]);

function* rows(term: Term | Explained, indent: string): Generator<string[]> {
  const madeBy = "op" in term ? [term.op, ...Object.entries(term.detail).flatMap(factText)].join(", ") : "";
  yield [indent + term.name, shapeText(term.index), numberText(term.value), madeBy];
  if ("op" in term) for (const part of term.terms) yield* rows(part, `${indent}  `);
}

/** Lists are in the JSON only. */
const factText = ([name, fact]: [string, Explanation["detail"][string]]): string[] =>
  typeof fact === "object" ? [] : [`${name} ${typeof fact === "number" ? numberText(fact) : fact}`];

const numberText = (x: number): string =>
  isBeyondJson(x) ? beyondJson(x) : String(Number(x.toPrecision(DIGITS)));
