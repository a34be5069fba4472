/** Words of parts of the page that load when they are first opened: the confusions, the maps and the lab. */
import type { ConfusionWords, LabWords, MapWords } from "./words.js";

const confusions = import.meta.glob<{ readonly confusions: ConfusionWords }>("../../locales/*.json", {
  import: "default",
  query: "?confusions",
});
const map = import.meta.glob<{ readonly map: MapWords }>("../../locales/*.json", {
  import: "default",
  query: "?map",
});
const lab = import.meta.glob<{ readonly lab: LabWords }>("../../locales/*.json", {
  import: "default",
  query: "?lab",
});

type Files<T> = Readonly<Record<string, () => Promise<T>>>;

/** Loads the words of a language once; a failed load rejects, and the next call tries again. */
function loader<T>(files: Files<T>): (lang: string) => Promise<T> {
  const cache = new Map<string, Promise<T>>();
  return (lang) => {
    const load = files[`../../locales/${lang}.json`];
    const words = cache.get(lang) ?? load?.() ?? Promise.reject(new Error(`no words for ${lang}`));
    cache.set(lang, words);
    words.catch(() => cache.delete(lang));
    return words;
  };
}

const confusionsOf = loader(confusions);
const mapOf = loader(map);
const labOf = loader(lab);

export const loadConfusionWords = async (lang: string): Promise<ConfusionWords> =>
  (await confusionsOf(lang)).confusions;
export const loadMapWords = async (lang: string): Promise<MapWords> => (await mapOf(lang)).map;
export const loadLabWords = async (lang: string): Promise<LabWords> => (await labOf(lang)).lab;
