/**
 * Finds confusions by what the reader types: every word has to occur somewhere in a confusion's text. Korean is compared by
 * its letters, so that a syllable that is still being typed is found, and without the endings that a word may have.
 */

export interface Searched<T> {
  readonly item: T;
  /** What it is called and called for: a word found here counts more than one in the rest. */
  readonly title: string;
  readonly rest: string;
}

const FOUND_IN_TITLE = 2;
/** Case, backticks and the kind of minus do not matter; Hangul is taken apart into letters. */
const plain = (text: string): string =>
  text.normalize("NFKD").toLowerCase().replaceAll("`", "").replaceAll("\u2212", "-");
const HANGUL = /\p{Script=Hangul}/u;
/** The final consonant of a word: it may be the next syllable's first, which is typed next. */
const FINAL = /[\u11a8-\u11c2]$/;

/** The forms under which a typed word is looked for, the longest first. */
function forms(word: string): string[] {
  if (!HANGUL.test(word)) return [plain(word)];
  const shorter = [word, word.slice(0, -1), word.slice(0, -2)].filter(
    (form, dropped) => dropped === 0 || form.length >= 2,
  );
  return [...new Set(shorter.flatMap((form) => [plain(form), plain(form).replace(FINAL, "")]))];
}

/** The items that have every word of the query, best first; all of them for an empty one. */
export function search<T>(items: readonly Searched<T>[], query: string): T[] {
  const words = query.trim().split(/\s+/).filter(Boolean).map(forms);
  const scored = items.map(({ item, title, rest }) => {
    const [first, second] = [plain(title), plain(rest)];
    const scores = words.map((said) => scoreOf(said, first, second));
    return { item, score: scores.includes(0) ? -1 : scores.reduce((sum, score) => sum + score, 0) };
  });
  return scored
    .filter(({ score }) => score >= 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

function scoreOf(said: readonly string[], title: string, rest: string): number {
  if (said.some((form) => title.includes(form))) return FOUND_IN_TITLE;
  return said.some((form) => rest.includes(form)) ? 1 : 0;
}
