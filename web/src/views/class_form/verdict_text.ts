/** The feedback of a verdict as text, with numbers and shapes formatted as everywhere on the page. */
import type { Fact, Verdict } from "../../lessons/class_form/verdict.js";
import { fill, numberText } from "../../words/number_text.js";
import type { WholeWords } from "../../words/words.js";

const factText = (fact: Fact): string => {
  if (typeof fact === "string") return fact;
  if (typeof fact !== "number") return `(${fact.join(", ")})`;
  return Number.isFinite(fact) ? numberText(fact) : String(fact).replace("Infinity", "∞").replace("-", "−");
};

/** Undefined for a right answer without feedback. */
export function verdictText(
  { classForm }: WholeWords,
  { feedback, facts = {} }: Verdict,
): string | undefined {
  if (feedback === undefined) return undefined;
  const texts = Object.entries(facts).map(([name, fact]) => [name, factText(fact)]);
  return fill(classForm.says[feedback], Object.fromEntries(texts));
}
