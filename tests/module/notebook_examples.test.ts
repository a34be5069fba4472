/** The notebook's examples: each runs as it says, has its words, and a lesson's program gives the lesson's numbers. */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { confusions } from "../../web/src/lessons/confusions/confusions.js";
import { openingSpec } from "../../web/src/lessons/lessons.js";
import type { LessonName } from "../../web/src/module/types.js";
import { examples } from "../../web/src/notebook/examples.js";
import { locales } from "../unit/locales.js";
import { type HeadsUp, loadInstalled } from "./packed.js";

let hu: HeadsUp;
beforeAll(async () => {
  hu = await loadInstalled();
}, 60_000);

/** The rule of a program's only hint, or the type and the words of its error. What the others show is what they print. */
const TOLD: Readonly<Record<string, string>> = {
  heads_view: "heads-view",
  view_batch_heads: "heads-view",
  heads_join: "heads-join",
  view_not_contiguous: "RuntimeError: view size is not compatible",
  shapes_do_not_match: "RuntimeError: mat1 and mat2 shapes cannot be multiplied (6x8 and 4x8)",
  weight_out_in: "RuntimeError: mat1 and mat2 shapes cannot be multiplied (3x8 and 4x8)",
  scale_missing: "scale-missing",
  scale_d_model: "scale-d-model",
  softmax_axis: "softmax-axis",
  softmax_batch: "softmax-axis",
  softmax_twice: "softmax-twice",
  true_or_false: "mask-upside-down",
  mask_upside_down: "mask-upside-down",
  triu_or_tril: "mask-hides-self",
  mask_added: "mask-added",
  mask_weak: "mask-weak",
  mask_batch: "mask-batch",
  padded_query: "padding-queries",
  row_hidden: "row-hidden",
  nan_gradient: "row-hidden",
  need_weights: "row-hidden",
  is_causal: "RuntimeError: Need attn_mask if specifying the is_causal hint.",
  which_mask: "RuntimeError: The shape of the 2D attn_mask is torch.Size([2, 3]), but should be (3, 3).",
  mask_repeat: "mask-batch",
  targets_not_shifted: "targets-not-shifted",
  eval_mode: "dropout-on",
};
const of = (group: string) => examples.filter((example) => example.group === group);

test("every program is an example, and no two have one name", () => {
  const files = readdirSync(inRoot("web/programs")).map((file) => file.replace(/\.py$/, ""));
  expect(examples.map(({ id }) => id).sort()).toEqual(files.sort());
  expect(files).toEqual(expect.arrayContaining(Object.keys(TOLD)));
});

test.each(examples)("$id: has the hint or the error that it is about, and no other", async ({ id, load }) => {
  const { error, hints } = hu.runPython(await load());
  const found = [...hints.map(({ rule }) => rule), ...(error ? [`${error.type}: ${error.message}`] : [])];
  const wanted = TOLD[id];
  expect(found).toEqual(wanted === undefined ? [] : [expect.stringContaining(wanted)]);
});

interface Outcome {
  readonly stdout: string;
  readonly error: string | null;
}
const ofPyTorch: Readonly<Record<string, Outcome>> = JSON.parse(
  readFileSync(inRoot("tests/fixtures/examples.json"), "utf8"),
);
/** Words and numbers; columns move with their widest number, and the names of derivatives with the version. */
const wordsOf = (text: string): (string | number)[] =>
  (text.replace(/,\s*grad_fn=<\w+>/g, "").match(/[\w.+-]+|[^\w\s]/g) ?? []).map((word) =>
    Number.isNaN(Number(word)) ? word : Number(word),
  );

test("PyTorch ran every program that it can", () => {
  const left = examples.map(({ id }) => id).filter((id) => !(id in ofPyTorch));
  expect(left).toEqual(["need_weights", "is_causal"]);
});

test.each(examples.filter(({ id }) => id in ofPyTorch))(
  "$id: prints and raises what PyTorch does",
  async ({ id, load }) => {
    const { stdout, error } = hu.runPython(await load());
    const want = ofPyTorch[id] as Outcome;
    expect(error ? `${error.type}: ${error.message}` : null).toBe(want.error);
    const wanted = wordsOf(want.stdout).map((word) =>
      typeof word === "number" && Number.isFinite(word) ? expect.closeTo(word, 3) : word,
    );
    expect(wordsOf(stdout)).toEqual(wanted);
  },
);

test("without weights, nn.MultiheadAttention gives 0 for a row without a key, as PyTorch does from 2.5 on", () => {
  const { stdout } = hu.runPython(`import torch
from torch import nn
mha = nn.MultiheadAttention(4, 2, batch_first=True)
x = torch.randn(1, 3, 4, requires_grad=True)
hidden = torch.zeros(3, 3, dtype=torch.bool)
hidden[1] = True
output, _ = mha(x, x, x, attn_mask=hidden, need_weights=False)
output.sum().backward()
print(output[0, 1].abs().sum().item(), x.grad.isnan().any().item())
`);
  expect(stdout).toBe("0.0 False\n");
});

test("is_causal is refused where PyTorch refuses it", () => {
  const { error } = hu.runPython(`import torch
x = torch.randn(1, 3, 4)
mask = torch.ones(3, 3, dtype=torch.bool).tril()
torch.nn.functional.scaled_dot_product_attention(x, x, x, attn_mask=mask, is_causal=True)
`);
  expect(error?.message).toBe(
    "_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True",
  );
});

test.each(examples)(
  "$id: lines fit the editor, and the first says what the program wants",
  async ({ load }) => {
    const lines = (await load()).trimEnd().split("\n");
    expect(lines[0]).toMatch(/^# [A-Za-z].{9,54}[^.]$/);
    expect(lines.length).toBeLessThanOrEqual(64);
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(84);
  },
);

test.each(of("lesson"))("$id: its last tensor is that of the lesson", async ({ id, load }) => {
  const { variables } = hu.runPython(await load());
  const last = hu.run(openingSpec(id as LessonName)).steps.at(-1) ?? expect.fail();
  const own = variables[id === "masked-self-attention" ? "values" : "output"];
  if (typeof own !== "object") return expect.fail(`${id} has no result`);
  expect(own.shape).toEqual(last.shape);
  for (const [i, number] of Array.from(last.data as ArrayLike<number>).entries())
    expect(own.data[i], `${i}`).toBeCloseTo(number, 5);
});

/** The letters of the weights of each lesson's program, which its comments and shapes tell. */
const LETTERS: Readonly<Record<string, readonly string[]>> = {
  "masked-self-attention": ["B", "L", "L"],
  "multi-head": ["B", "H", "L", "L"],
  "masked-multi-head": ["B", "H", "L", "L"],
  "encoder-decoder": ["B", "H", "T", "S"],
  "transformer-block": ["B", "H", "L", "L"],
};

test.each(of("lesson"))("$id: its axes have the lesson's letters", async ({ id, load }) => {
  const { steps } = hu.runPython(await load()).trace;
  expect(steps.find(({ name }) => name === "attention")?.axes).toEqual(LETTERS[id]);
});

test("docs/confusions.md has every program that is no lesson's, in the order and the groups of the page", () => {
  const rows = [
    ...readFileSync(inRoot("docs/confusions.md"), "utf8").matchAll(/^\| (?:`(\w+)`|\*\*(.+)\*\*) \|/gm),
  ];
  const { groups } = new Map(locales).get("en").notebook.files;
  const wanted = examples.flatMap(({ id, group }, i) => [
    ...(examples[i - 1]?.group === group ? [] : [groups[group]]),
    id,
  ]);
  const first = wanted.indexOf(groups.heads);
  expect(rows.map(([, id, group]) => id ?? group)).toEqual(wanted.slice(first));
});

test("the lessons' answers lead to programs that are there", () => {
  const codes = Object.values(confusions).flatMap(({ code }) => code ?? []);
  expect(codes.length).toBeGreaterThan(20);
  expect(examples.map(({ id }) => id)).toEqual(expect.arrayContaining(codes));
});

test("every example has its words in every language", () => {
  for (const [language, { notebook }] of locales) {
    expect(Object.keys(notebook.examples).sort(), language).toEqual(examples.map(({ id }) => id).sort());
    const titles: readonly string[] = Object.values(notebook.examples);
    for (const title of titles) expect(title.length, title).toBeLessThanOrEqual(40);
    expect(new Set(titles).size, language).toBe(titles.length);
  }
});
