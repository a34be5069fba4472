/** The page's pieces and ids are SentencePiece's: tests/fixtures/tokenizer has what spm_encode made of each sentence. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { idsOf, piecesOf, readPieces, TUTORIAL_TEXT } from "../../web/src/words/own_words.js";
import printed from "../fixtures/printed/tutorial_004.json";

const fixture = new URL("../fixtures/tokenizer/encoded.json", import.meta.url);
const encoded: [text: string, pieces: string, ids: string][] = JSON.parse(readFileSync(fixture, "utf8"));

describe("the reader's sentences", () => {
  test("are split as SentencePiece splits them", () => {
    expect(encoded.length).toBeGreaterThan(300);
    for (const [text, pieces, ids] of encoded) {
      const own = piecesOf(text);
      expect(own.map((piece) => piece.text).join(" "), text).toBe(pieces);
      expect(own.map((piece) => piece.id).join(" "), text).toBe(ids);
    }
  });

  test("have ids within the lesson's vocabulary", () => {
    const ids = encoded.flatMap(([, , text]) => text.split(" ").map(Number));
    expect(Math.max(...ids)).toBeLessThan(4000);
    expect(ids).not.toContain(0); // no piece has the padding id
  });

  test("give adjacent letters outside the vocabulary one common id", () => {
    const unknown = piecesOf("I 😀😀 뷁").filter(({ known }) => !known);
    expect(unknown.map(({ text, id }) => [text, id])).toEqual([
      ["😀😀", 1],
      ["뷁", 1],
    ]);
  });

  test("are read one per line; an empty line between is an empty sentence, one at the end is ignored", () => {
    expect(readPieces("The cat\n\nthe dog\n\n").rows.map((row) => row.length > 0)).toEqual([
      true,
      false,
      true,
    ]);
    expect(idsOf(readPieces(""))).toEqual([[]]);
  });

  test("get the ids that the tutorial prints for its two sentences", () => {
    const written = readPieces(`${TUTORIAL_TEXT}\n`);
    expect(written.isTutorial).toBe(true);
    expect(idsOf(written)).toEqual(printed.sequences);
    expect(readPieces(`${TUTORIAL_TEXT}.`).isTutorial).toBe(false);
  });
});
