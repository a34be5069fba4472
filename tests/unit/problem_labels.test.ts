/** Problems of a form name its fields by their labels, in every language. */
import { describe, expect, test } from "vitest";
import english from "../../web/locales/en.json";
import korean from "../../web/locales/ko.json";
import type { Refusal } from "../../web/src/module/errors.js";
import { problemText, withLabels } from "../../web/src/words/problem_text.js";
import type { Words } from "../../web/src/words/words.js";

const refusal = (code: string, details: Refusal["details"]): Refusal => ({ code, message: code, details });
const said = (words: typeof english, problem: Refusal): string =>
  problemText(words as unknown as Words, withLabels(problem, words.settings));

describe("a refused value", () => {
  test("is named by the label of its field and of the other field", () => {
    const heads = refusal("heads-do-not-divide", { field: "numHeads", got: "3", other: "dModel", max: "8" });
    expect(said(english, heads)).toBe("Heads: got 3, wants a number that divides Model size d_model (8).");
    expect(said(korean, heads)).toMatch(/^헤드 수: .*모델 차원 d_model\(8\)/);
    expect(heads.details["field"]).toBe("numHeads");
  });

  test("in a part of a layer is named by the label of the part", () => {
    const width = refusal("too-large", { field: "feedForward.dFf", got: "9999", max: "4096" });
    expect(said(english, width)).toMatch(/^Feed-forward size d_ff: /);
  });

  test("in a sentence keeps the place of its token, and in a tensor the tensor's name", () => {
    const id = refusal("wrong-type", { field: "sequences[0][1]", got: "two", wants: "integer" });
    expect(said(english, id)).toMatch(/^Sentence 1, token 2: /);
    const weight = refusal("shape-mismatch", { field: "weights.w_q.weight", got: "(8, 8)", wants: "(4, 4)" });
    expect(said(english, weight)).toMatch(/^weights\.w_q\.weight: /);
  });
});
