/** The words of the confusions, loaded when the search is first opened. */
import type { ConfusionWords } from "./words.js";

const files = import.meta.glob<{ readonly confusions: ConfusionWords }>("../../locales/*.json", {
  import: "default",
  query: "?confusions",
});

const loaded = new Map<string, Promise<ConfusionWords>>();

/** Rejects if loading fails; the next call tries again. */
export function loadConfusionWords(lang: string): Promise<ConfusionWords> {
  const known = loaded.get(lang) ?? load(lang);
  loaded.set(lang, known);
  known.catch(() => loaded.delete(lang));
  return known;
}

async function load(lang: string): Promise<ConfusionWords> {
  const file = files[`../../locales/${lang}.json`];
  if (!file) throw new Error(`no words for ${lang}`);
  return (await file()).confusions;
}
