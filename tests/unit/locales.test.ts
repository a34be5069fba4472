/** Every language has the same keys and placeholders, and no empty text. */
import { describe, expect, test } from "vitest";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { format } from "../../web/src/words/number_text.js";
import { documentedErrors } from "./documented_errors.js";
import { locales, placeholdersOf } from "./locales.js";

type Tree = { readonly [key: string]: string | Tree };

const languages = locales.map(([language]) => language);
const treeOf = (language: string): Tree => new Map(locales).get(language);

/** "steps.ids.title" → its sentence. */
function flatten(tree: Tree, prefix = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[prefix + key, value] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  );
}
const wordsOf = (language: string): Map<string, string> => new Map(flatten(treeOf(language)));
const placeholders = (text: string): string[] =>
  [...new Set(placeholdersOf(text).map((name) => `{${name}}`))].sort();
const sentences = (text: string): string[] => text.split(/(?<=[.?!])\s+/);

const korean = wordsOf("ko");
const inSteps = ([key]: [string, string]): boolean => key.startsWith("steps.");

/** Mistakes in the tutorials that a step must correct: in the open if it is wrong there, else in a note. */
const MISTAKES: readonly (readonly [place: string, wrong: string, right: string])[] = [
  ["tutorials.masked-self-attention.demo_scores", "`-9,7521`", "−0.7521"],
  ["tutorials.masked-self-attention.demo_attention", "`dim=-1`", "1"],
  ["tutorials.masked-self-attention.nopeak_mask", "`x.size(1)`", "`x.size(2)`"],
  ["tutorials.masked-self-attention.values", "`sself`", "`self`"],
  ["tutorials.masked-self-attention.values", "`valeu`", "`value`"],
  ["tutorials.masked-self-attention.values", "`attnetion_weight`", "`attention_weights`"],
  ["tutorials.masked-multi-head.masked_scores", "`masked_fill_`", "`attn_scores`"],
  ["tutorials.transformer-block.position_table", "PE(pos, 2i)", "PE(pos, 2i+1)"],
  ["tutorials.transformer-block.positions", "0", "1"],
  ["tutorials.transformer-block.warmup_scores", "`1/d_head*0.5`", "`1/d_head**0.5`"],
  ["tutorials.transformer-block.warmup_masked_scores", "100.7564", "180.7568"],
  ["steps.warmup_scores.note", "0.0078", "0.125"],
  ["steps.warmup_masked_scores.note", "`scores.masked_fill_`", "`masked_fill`"],
  ["steps.conventions.note", "`nn.MultiheadAttention`", "`F.scaled_dot_product_attention`"],
];

describe.each(languages)("%s", (language) => {
  const words = wordsOf(language);

  test.each(MISTAKES)("%s says: %s, %s", (place, wrong, right) => {
    expect(words.get(place)).toContain(wrong);
    expect(words.get(place)).toContain(right);
  });

  test("has the keys that Korean has, and no others", () => {
    expect([...words.keys()].sort()).toEqual([...korean.keys()].sort());
  });

  test("has the placeholders that Korean has, key by key", () => {
    const own = [...words].map(([key, text]) => [key, placeholders(text)]);
    expect(Object.fromEntries(own)).toEqual(
      Object.fromEntries([...korean].map(([key, text]) => [key, placeholders(text)])),
    );
  });

  test("has every plural form of the language for each count", () => {
    const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted().join();
    const wrong = [...words].filter(([, text]) =>
      [...text.matchAll(/\{\w+\|([^}]*)\}/g)].some(([, all = ""]) => {
        const forms = all.split("|");
        const categories = forms.map((form) => /^\w+/.exec(form)?.[0] ?? "");
        return categories.toSorted().join() !== wanted || forms.some((form) => !/ \S/.test(form));
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("has no empty text and no unclosed code", () => {
    for (const [key, text] of words) {
      expect(text.trim(), key).toBe(text);
      expect(text, key).not.toBe("");
      expect(text.split("`").length % 2, `${key}: backticks come in pairs`).toBe(1);
    }
  });

  test("keeps `what` and `why` to two sentences at most", () => {
    for (const [key, text] of [...words].filter(inSteps)) {
      if (/\.(what|why)$/.test(key)) expect(sentences(text).length, `${key}: ${text}`).toBeLessThanOrEqual(2);
    }
  });

  test("gives every step a title, `what` and `why`, and every note its heading", () => {
    const steps = treeOf(language).steps as Tree;
    for (const [key, step] of Object.entries(steps)) {
      const fields = Object.keys(step as Tree);
      expect(fields, key).toEqual(expect.arrayContaining(["title", "what", "why"]));
      expect(fields.includes("note"), `${key}.noteTitle`).toBe(fields.includes("noteTitle"));
      expect(fields.includes("note2"), `${key}.note2Title`).toBe(fields.includes("note2Title"));
    }
  });

  test("names every lesson and itself", () => {
    expect(Object.keys(treeOf(language).lessons as Tree).sort()).toEqual([...lessonNames].sort());
    expect(words.get("language.code")).toBe(language);
  });
});

describe("English", () => {
  /** Sentences and placeholders whose number is never 1, or does not decide the form of the noun. */
  const NEVER_ONE = [
    ...["max", "errors.text-too-long", "text.large", "questions.maskCorner", "root.says"],
    // Tokens by name, and numbers that count nothing.
    ...["token", "query", "key", "other", "answer", "before", "part"],
  ];
  /** Words that end in s but are no plural nouns. */
  const NO_NOUN =
    /^(alone|arrives|as|becomes|begins|belongs|comes|contributes|does|gets|gives|hands|has|is|joins|looks|loses|makes|needs|plays|takes|this|times|was)$/;

  test("has no noun in the plural after a count that may be 1", () => {
    const wrong = [...wordsOf("en")].filter(([key, text]) =>
      [...text.matchAll(/\{(\w+)\} ([a-z]+s)\b/g)].some(
        ([, name = "", noun = ""]) =>
          ![key, name].some((one) => NEVER_ONE.includes(one)) && !NO_NOUN.test(noun),
      ),
    );
    expect(wrong, "wants {count|one …|other …}").toEqual([]);
  });

  test("selects the plural form that matches a count", () => {
    const { wrongCells } = (treeOf("en").questions ?? {}) as { wrongCells: string };
    const label = wrongCells.replaceAll("|one", "|en|one");
    expect(format(label, { count: 1 })).toBe("1 cell is wrong; it is marked with ×.");
    expect(format(label, { count: 2 })).toBe("2 cells are wrong; they are marked with ×.");
    expect(format(label, { count: "2" })).toBe(format(label, { count: 2 }));
  });
});

describe("Korean", () => {
  test("has no particle after a placeholder, since its form depends on the word before it", () => {
    const particle = /\}(은|는|이|가|을|를|과|와|으로|로|이나|나|이라|라|이며|며)(?![가-힣])/;
    for (const [key, text] of korean) expect(text, key).not.toMatch(particle);
  });

  test("keeps one level of speech: 합니다체", () => {
    for (const [key, text] of [...korean].filter(inSteps)) {
      if (!/\.(what|why|note|note2)$/.test(key)) continue;
      for (const sentence of sentences(text)) expect(sentence, key).toMatch(/(니다|니까|시다)[.?]$/);
    }
  });
});

/** Codes of the page itself; the module's codes are in docs/errors.md. */
const PAGE_REFUSALS = {
  "bad-url-value": ["field", "got", "wants"],
  "text-too-long": ["field", "got", "max"],
  "lab-stale": [],
  "not-loaded": [],
  "no-wasm": [],
  "program-lost": [],
  "unknown-in-url": ["got"],
  "unknown-words": ["got"],
  "weights-lost": ["got"],
  "lms-refused": ["got"],
  "lms-not-begun": ["got"],
  "lms-not-opened": ["got"],
  "lms-bad-launch": ["field", "got", "wants"],
};
const REFUSALS: Readonly<Record<string, readonly string[]>> = { ...documentedErrors(), ...PAGE_REFUSALS };

describe("refusals", () => {
  test.each(Object.entries(REFUSALS))("the sentence for %s uses only its facts", (code, facts) => {
    const text = korean.get(`errors.${code}`) ?? "";
    expect(text).not.toBe("");
    const known = facts.map((fact) => `{${fact}}`);
    expect(placeholders(text).filter((placeholder) => !known.includes(placeholder))).toEqual([]);
  });

  test("these codes and no others have sentences", () => {
    const codes = Object.keys(treeOf("ko").errors as Tree).filter((code) => code !== "types");
    expect(codes.sort()).toEqual(Object.keys(REFUSALS).sort());
  });
});
