/** Formats numbers for the text around the stage: integers as they are, real numbers with four decimals. */
import { digits } from "../draw/scale.js";

const DECIMALS = 4;

/**
 * A real number always keeps its decimals, so that digits line up and results can be checked. Unlike a cell, text has
 * room for the decimals of large numbers too.
 */
export function realText(value: number): string {
  const size = Math.abs(value);
  if (!(size >= 100 && size < 1e5)) return digits(value, DECIMALS);
  return (value < 0 ? "\u2212" : "") + size.toFixed(DECIMALS);
}

export const numberText = (value: number): string =>
  Number.isInteger(value) && Math.abs(value) < 1e5 ? digits(value, 0) : realText(value);

/** Formats a number of the trace by the dtype of its tensor. */
export const valueText = (value: number, dtype: string): string =>
  dtype === "float32" ? realText(value) : digits(value, 0);

/** `scores[0, 1, 2, 3]`, as PyTorch would write it. */
export const cellName = (name: string, index: readonly number[]): string => `${name}[${index.join(", ")}]`;

/**
 * Puts facts into a sentence of the locale: `{got}` becomes `facts.got`, and `{count|one cell is|other cells are}` becomes
 * the plural form for the count. The build writes the language before the forms (scripts/lib/plugins/words.mjs).
 */
export const format = (sentence: string, facts: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)(\|[^{}]*)?\}/g, (whole, key: string, forms?: string) => {
    if (!Object.hasOwn(facts, key)) return whole;
    return forms ? pluralForm(forms, Number(facts[key])) : String(facts[key]);
  });

function pluralForm(text: string, count: number): string {
  const [, language, ...forms] = text.split("|");
  const category = new Intl.PluralRules(language).select(count);
  const form = forms.find((candidate) => candidate.startsWith(`${category} `)) ?? "";
  return form.slice(category.length + 1);
}

/** Reads a number that was typed, or copied from the page with its minus sign; NaN for other text. */
export const typedNumber = (text: string): number => Number(text.replaceAll("\u2212", "-"));

/** A short message, and a sentence after it if there is one. */
export const inSentences = (message: string, more: string): string =>
  more ? `${message}${/[.?!]$/.test(message) ? "" : "."} ${more}` : message;
