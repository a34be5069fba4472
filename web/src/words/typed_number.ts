/** Reads a number that was typed, or copied from the page with its minus sign; NaN for other text. */
export const typedNumber = (text: string): number => Number(text.replaceAll("\u2212", "-"));
