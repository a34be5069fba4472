/** How long a lesson takes: each step is played once, and its words are read once. */

export interface TimedStep {
  /** Playing time at 1×. */
  readonly ms: number;
  readonly text: string;
}

/** Reading to understand is about half as fast as reading a story. */
const LETTERS_PER_MINUTE = 500;
/** One Hangul syllable or ideograph counts as this many letters. */
const LETTERS_PER_BLOCK = 2.4;
const BLOCKS = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

export function minutesOf(steps: readonly TimedStep[]): number {
  const minutes = steps.reduce(
    (sum, { ms, text }) => sum + ms / 60_000 + letters(text) / LETTERS_PER_MINUTE,
    0,
  );
  return Math.max(1, Math.round(minutes));
}

function letters(text: string): number {
  const blocks = text.match(BLOCKS)?.length ?? 0;
  return [...text].length - blocks + blocks * LETTERS_PER_BLOCK;
}
