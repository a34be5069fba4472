/** The sentences of questions, with names of tokens in them. */
import { expect, test } from "vitest";
import type { Question } from "../../web/src/operations/question.js";
import {
  type QuestionWords,
  questionText,
  reasonText,
} from "../../web/src/views/questions/question_words.js";

const words = {
  token: { word: "“{word}”", id: "token {id}", place: "position {at}", repeated: "{token} (position {at})" },
  asks: { gives: { ask: "{query} looks at {key}. What does {query} get?", right: "`{name}` is right." } },
  reasons: { still: "{query} would still look at {key}." },
} as unknown as QuestionWords;
const named = { query: { axis: undefined, at: 1, id: "47" }, key: { axis: undefined, at: 2, id: "5" } };
const question = { key: "gives", facts: { name: "scores" }, words: named } as unknown as Question;

test("a sentence that begins with a token without a word begins with a capital letter", () => {
  expect(questionText(words, question, "ask")).toBe("Token 47 looks at token 5. What does token 47 get?");
  const reason = { key: "still", facts: {}, words: named } as unknown as Parameters<typeof reasonText>[1];
  expect(reasonText(words, reason, {})).toBe("Token 47 would still look at token 5.");
});

test("a word in quotes and a name in code stay as they are", () => {
  const axis = "keys" as never;
  const tokens = { query: { axis, at: 0, id: "47" }, key: { axis, at: 1, id: "5" } };
  const names = () => [{ text: "cats" }, { text: "sleep" }] as never;
  const asked = questionText(words, { ...question, words: tokens } as unknown as Question, "ask", names);
  expect(asked).toBe("“cats” looks at “sleep”. What does “cats” get?");
  expect(questionText(words, question, "right")).toBe("`scores` is right.");
});
