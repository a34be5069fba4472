/** Why operations refuse tensors: programs that the core runs, and what the page says of their errors. */
import { expect, test } from "vitest";
import { load } from "../../dist/package/index.node.js";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { withLanguage } from "../../scripts/lib/plugins/words.mjs";
import { type ErrorText, errorText } from "../../web/src/notebook/error_text.js";
import type { NotebookWords } from "../../web/src/words/words.js";

const hu = await load();
const wordsOf = (language: string): NotebookWords =>
  JSON.parse(withLanguage(inRoot(`web/locales/${language}.json`))).notebook;
const [english, korean] = [wordsOf("en"), wordsOf("ko")];

async function textOf(body: string, words = english): Promise<ErrorText | undefined> {
  const { error, trace } = await hu.runPython(`import torch\nfrom torch import nn\n${body}`);
  if (!error) throw new Error(`no error: ${body}`);
  return errorText(words, error, trace.steps, ({ name }) => name);
}

const SCORES = "B, H, L = 2, 4, 5\nscores = torch.zeros(B, H, L, L)\n";
const CASES: readonly (readonly [why: keyof NotebookWords["refused"], body: string, says: string])[] = [
  [
    "product",
    "q = torch.zeros(2, 5, 8)\nk = torch.zeros(2, 5, 8)\nq @ k",
    "`k.transpose(-2, -1)` has the shape (i 2, m 8, j 5)",
  ],
  ["product", "a = torch.zeros(3, 4)\nb = torch.zeros(5)\na @ b", "last axis of `a` is j 4"],
  ["batches", "a = torch.zeros(2, 5, 8)\nb = torch.zeros(3, 8, 5)\na @ b", "i 2 of `a` meets p 3 of `b`"],
  [
    "layer",
    "x = torch.zeros(5, 12)\nnn.Linear(8, 4)(x)",
    "vectors of 8 numbers, but the last axis of `x` is j 12",
  ],
  ["broadcast", "a = torch.zeros(3, 4)\nb = torch.zeros(3, 5)\na + b", "j 4 of `a` meets m 5 of `b`"],
  [
    "placed",
    `${SCORES}mask = torch.zeros(B, L) == 0\nscores.masked_fill(mask, 0)`,
    "L 5 of `scores` meets B 2 of `mask`",
  ],
  [
    "count",
    "x = torch.zeros(2, 6)\nx.view(2, 5)",
    "`x` has 12 numbers, but the shape (2, 5) has room for 10",
  ],
  ["divided", "x = torch.zeros(2, 6)\nx.view(5, -1)", "12 numbers, which cannot be divided into groups of 5"],
  ["order", "x = torch.zeros(2, 3).t()\nx.view(6)", "view cannot express `x` in that order"],
  [
    "joined",
    "a = torch.zeros(2, 3)\nb = torch.zeros(4, 5)\ntorch.cat([a, b], dim=1)",
    "`a` is i 2 and `b` is m 4",
  ],
  ["id", "ids = torch.tensor([[1, 9]])\nnn.Embedding(5, 2)(ids)", "`ids[0, 1]` is 9, but"],
  ["whole", "ids = torch.tensor([[1, 2]])\nnn.Linear(2, 2)(ids)", "write `ids.float()`"],
  ["tuple", "x = torch.zeros(2)\nx + (x, x)", "A tuple has several results"],
  [
    "super",
    "class A(nn.Module):\n  def __init__(self):\n    self.w = nn.Linear(2, 2)\nA()",
    "`super().__init__()`",
  ],
  [
    "twice",
    "w = torch.ones(2, requires_grad=True)\nl = (w * w).sum()\nl.backward()\nl.backward()",
    "retain_graph=True",
  ],
  ["scalar", "w = torch.ones(2, requires_grad=True)\n(w * w).backward()", "starts from one number"],
  ["truth", "x = torch.ones(2)\nif x > 0: pass", "need one True or False"],
];

test.each(CASES)("%s: %s", async (why, body, says) => {
  expect((await textOf(body))?.says).toContain(says);
  const own = (await textOf(body, korean))?.says ?? "";
  expect(own).toMatch(/[가-힣]/);
  expect(own).not.toMatch(/[{}]/);
  expect(english.refused[why]).toBeDefined();
});

test("every sentence has a program", () => {
  expect(new Set(CASES.map(([why]) => why))).toEqual(new Set(Object.keys(english.refused)));
});

test("the axes that do not fit, and what would", async () => {
  const text = await textOf(`${SCORES}mask = torch.zeros(B, L) == 0\nscores.masked_fill(mask, 0)`);
  expect(text?.met.map(({ title, axes }) => [title, axes])).toEqual([
    ["scores", [2]],
    ["mask", [0]],
  ]);
  expect(text?.says).toContain("`mask[:, None, None, :]` has the shape (B 2, 1, 1, L 5), which fits");
});

test("errors that no operation raises are left to Python's words", async () => {
  expect(await textOf("print(valeu)")).toBeUndefined();
});
