/** The reader's sentences by whole words: how they are split, and which ids they get. */
import { describe, expect, test } from "vitest";
import { designedVocabulary } from "../../web/src/lessons/designed.js";
import { readWords } from "../../web/src/words/whole_words.js";

const TUTORIAL = { size: 100, padId: 0 };
const idsOf = (text: string, vocabulary: Parameters<typeof readWords>[1]): number[][] =>
  readWords(text, vocabulary).rows.map((row) => row.map(({ id }) => id));
const wordsOf = (text: string): string[][] =>
  readWords(text, TUTORIAL).rows.map((row) => row.map((word) => word.text));

test.each([
  ["The cat sat because it was tired.", ["The", "cat", "sat", "because", "it", "was", "tired", "."]],
  ["나는 밥을 먹고 있다!", ["나는", "밥을", "먹고", "있다", "!"]],
  ["it's a well-known d_k", ["it's", "a", "well-known", "d_k"]],
])("“%s” is split at spaces and punctuation", (text, words) => {
  expect(wordsOf(text)).toEqual([words]);
});

test("sentences are lines; an empty line between is an empty sentence, one at the end is ignored", () => {
  expect(wordsOf("a b\n\nc\n\n")).toEqual([["a", "b"], [], ["c"]]);
});

describe("the ids of the tutorial's random weights", () => {
  const text = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");

  test("are those of the letters: the same for the same word, others for others, never that of padding", () => {
    const [ids = []] = idsOf(text, TUTORIAL);
    expect(new Set(ids).size).toBe(60);
    expect(Math.max(...ids)).toBeLessThan(100);
    expect(ids).not.toContain(0);
    expect(idsOf(text, TUTORIAL)).toEqual([ids]);
    const [cats, dogs] = idsOf("Cats sleep\ndogs and cats", TUTORIAL);
    expect(cats?.[0]).toBe(dogs?.[2]);
    expect(idsOf("word7", { size: 100, padId: ids[7] ?? 0 })[0]?.[0]).not.toBe(ids[7]);
  });

  test("need a larger vocabulary where there are more words than ids", () => {
    const read = readWords(text, { size: 20, padId: 0 });
    const ids = read.rows.flatMap((row) => row.map(({ id }) => id));
    expect(new Set(ids).size).toBe(60);
    expect(Math.max(...ids)).toBeLessThan(read.vocabSize);
  });
});

describe("with the designed weights", () => {
  const vocabularyIn = (lang: string) => ({
    ...TUTORIAL,
    size: 32,
    ...designedVocabulary("multi-head", lang),
  });

  test.each([
    ["en", "Cat CATS cats dog", "cats cats cats dogs"],
    ["ko", "고양이는 고양이를 고양이 책이 아이는", "고양이가 고양이가 고양이가 책을 아이가"],
  ])("in %s, a word has its id with any ending", (lang, text, known) => {
    const vocabulary = vocabularyIn(lang);
    expect(idsOf(text, vocabulary)).toEqual([known.split(" ").map((word) => vocabulary.words.indexOf(word))]);
  });

  test("a word that the model does not know has an id of its own, whose row is empty", () => {
    const vocabulary = vocabularyIn("en");
    const { rows, vocabSize } = readWords("cats zebra dogs quagga zebra", vocabulary);
    const [row = []] = rows;
    expect(row.map(({ known }) => known)).toEqual([true, false, true, false, false]);
    expect(row[1]?.id).toBe(row[4]?.id);
    expect(row[1]?.id).not.toBe(row[3]?.id);
    for (const { id, known } of row) expect(id >= vocabulary.words.length).toBe(!known);
    expect(vocabSize).toBe(32);
  });
});
