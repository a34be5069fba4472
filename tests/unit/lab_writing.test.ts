/** Typed prompts as tokens, the bars of the next token, and where a text ends. */
import { describe, expect, test } from "vitest";
import { candidatesOf, endingOf } from "../../web/src/lab/writing.js";
import { shownSymbol, textOfTokens, tokensOfText } from "../../web/src/words/prompt_text.js";

const letters = { symbols: ["<pad>", "a", "b", "c", "<end>"], padId: 0 };
const pieces = { symbols: ["<pad>", " 나", "는", " 밥", "을", " 먹", " 먹었다", "."], padId: 0 };
const withSpace = { symbols: ["<pad>", "a", " "], padId: 0 };

describe("a prompt", () => {
  test("is split into letters, and spaces between them do not count", () => {
    expect(tokensOfText(" ab  c<end>", letters)).toEqual({ ids: [1, 2, 3, 4], unknown: [] });
  });
  test("is split into the longest pieces of words that fit, the first without its space", () => {
    expect(tokensOfText("나는 밥을  먹었다.", pieces)).toEqual({ ids: [1, 2, 3, 4, 6, 7], unknown: [] });
  });
  test("takes a piece that begins a word where its space is missing", () => {
    expect(tokensOfText("나는밥을먹었다", pieces).ids).toEqual([1, 2, 3, 4, 6]);
  });
  test("keeps a space that is a token", () => {
    expect(tokensOfText("a a", withSpace).ids).toEqual([1, 2, 1]);
    expect([" ", " 밥", "을"].map(shownSymbol)).toEqual(["␣", "밥", "을"]);
  });
  test("names each unknown letter once, and continues after it", () => {
    expect(tokensOfText("axb🙂xc", letters)).toEqual({ ids: [1, 2, 3], unknown: ["x", "🙂"] });
  });
  test("names unknown words whole where tokens are pieces of words", () => {
    expect(tokensOfText("나는 국수를 먹었다!", pieces)).toEqual({ ids: [1, 2, 6], unknown: ["국수를", "!"] });
  });
  test("does not accept the padding symbol as a token", () => {
    expect(tokensOfText("<pad>", letters).unknown).toContain("<");
  });
  test.each([
    [letters, [1, 1, 4, 3]],
    [pieces, [1, 2, 3, 4, 5, 6, 7]],
    [withSpace, [2, 1, 2]],
  ])("written back as text gives the same tokens", (alphabet, ids) => {
    expect(tokensOfText(textOfTokens(ids, alphabet), alphabet).ids).toEqual(ids);
  });
});

test("the chosen token is among the bars even if it is improbable, and the others add up to the rest", () => {
  const { shown, others, rest } = candidatesOf(Float32Array.of(0.5, 0.3, 0.15, 0.05), 3, 2);
  expect(shown.map(({ id }) => id)).toEqual([0, 3]);
  expect(others).toBe(2);
  expect(rest).toBeCloseTo(0.45);
});

describe("a text ends", () => {
  const padId = 0;
  test("with the token that all rows end with before their padding", () => {
    const data = [
      [3, 1, 9, 0],
      [2, 9, 0, 0],
      [4, 1, 2, 9],
    ];
    expect(endingOf({ data, padId })).toBe(9);
  });

  test("stops only at the maximum length if rows end differently or none is padded", () => {
    expect(
      endingOf({
        data: [
          [3, 0],
          [2, 4],
        ],
        padId,
      }),
    ).toBeUndefined();
    expect(
      endingOf({
        data: [
          [3, 4],
          [2, 4],
        ],
        padId,
      }),
    ).toBeUndefined();
  });
});
