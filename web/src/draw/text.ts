/** Text widths without a canvas to measure them: the widest font that may be used decides. */

/** Width of a character of the monospaced face, in ems. */
const MONO_ADVANCE = 0.61;
/** Width of an average character of a cell's digits, minus sign and point included, in ems. */
export const DIGIT_ADVANCE = 0.6;
/** No label is smaller than this. */
export const SMALLEST_LABEL = 11;

/** Width of a character that takes two columns: Hangul, Chinese, Japanese, emoji. */
const WIDE_ADVANCE = 1.04;
/** All characters before this one are narrow, which saves the regular expression. */
const FIRST_WIDE = "\u1100";
/** Whether a character takes two columns, like a Hangul syllable. */
export const isWide = (letter: string): boolean =>
  letter >= FIRST_WIDE &&
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{3ffff}]/u.test(
    letter,
  );

export function monoWidth(text: string, size: number): number {
  let ems = 0;
  for (const letter of text) ems += isWide(letter) ? WIDE_ADVANCE : MONO_ADVANCE;
  return ems * size;
}

/** The text, cut with an ellipsis if it is wider than `width`; empty if not even one letter fits. */
export function shortened(text: string, width: number, size: number): string {
  if (monoWidth(text, size) <= width) return text;
  const letters = [...text];
  while (letters.length > 0 && monoWidth(`${letters.join("")}…`, size) > width) letters.pop();
  return letters.length === 0 ? "" : `${letters.join("")}…`;
}

/** On a narrow stage labels are smaller and repeated ones are left out. */
export const isNarrow = (width: number): boolean => width < 520;

export const labelSize = (stageWidth: number): number => (isNarrow(stageWidth) ? 11 : 13);
