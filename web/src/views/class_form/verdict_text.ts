/** A verdict as a sentence: its facts written as the page writes numbers and shapes. */
import type { Fact, Verdict } from "../../lessons/class_form/verdict.js";
import { fill, numberText } from "../../words/number_text.js";
import type { WholeWords } from "../../words/words.js";

const factText = (fact: Fact): string => {
  if (typeof fact === "string") return fact;
  if (typeof fact !== "number") return `(${fact.join(", ")})`;
  return Number.isFinite(fact) ? numberText(fact) : String(fact).replace("Infinity", "∞").replace("-", "−");
};

/** Undefined for a right answer to which there is nothing to add. */
export function verdictText({ classForm }: WholeWords, { says, facts = {} }: Verdict): string | undefined {
  if (says === undefined) return undefined;
  const texts = Object.entries(facts).map(([name, fact]) => [name, factText(fact)]);
  return fill(classForm.says[says], Object.fromEntries(texts));
}
