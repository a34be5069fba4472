/** The class at the end of every lesson: its name, its contents, and the step that each of its lines links to. */

import { describe, expect, test } from "vitest";
import { maskNote, passagesOf } from "../../web/src/lessons/class_form/gaps.js";
import type { LessonStep } from "../../web/src/lessons/lesson.js";
import { lessonNamed } from "../../web/src/lessons/lessons.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { classForm, classScriptOf, classText } from "../../web/src/module/py_torch/class_script.js";
import { textOfLine } from "../../web/src/module/py_torch/python.js";
import type { LessonName, Trace } from "../../web/src/module/types.js";
import { traceOf, type Variation, variation, variations } from "./traces.js";

const textOf = ({ spec }: Trace): string => classText(classForm(spec));
const lesson = (name: LessonName): string => textOf(traceOf({ lesson: name }));
const stepsOf = (trace: Trace): readonly LessonStep[] => lessonNamed(trace.spec.lesson).steps(trace);

const CLASSES: Readonly<Record<LessonName, readonly string[]>> = {
  "multi-head": ["MultiheadAttention"],
  "masked-multi-head": ["MultiheadAttention"],
  "encoder-decoder": ["MultiheadAttention"],
  "masked-self-attention": ["SelfAttention", "MaskedSelfAttention"],
  "transformer-block": ["ScaledDotProductAttention", "MultiHeadAttention", "PoswiseFeedForwardNet"],
};

describe("the class", () => {
  test.each(lessonNames)("of %s has its name", (name) => {
    const made = [...lesson(name).matchAll(/^class (\w+)/gm)].map(([, label]) => label);
    expect(made).toEqual(CLASSES[name]);
  });

  test("is the same with a mask and without, except for the shapes in its comments", () => {
    const bare = (text: string): string => text.replace(/ {2}#.*$/gm, "");
    const [plain, masked, crossed] = (["multi-head", "masked-multi-head", "encoder-decoder"] as const).map(
      lesson,
    );
    expect(bare(masked ?? "")).toBe(bare(plain ?? ""));
    expect(bare(crossed ?? "")).toBe(bare(plain ?? ""));
    expect(plain).toContain("def forward(self, q, k, v, mask=None):");
  });

  test("of masked self-attention spells its names consistently and sizes its mask by the number of tokens", () => {
    const text = lesson("masked-self-attention");
    expect(text).toContain("L = x.size(1)");
    expect(text).toContain("return super().forward(x, mask)");
    expect(text).not.toMatch(/sself|attnetion|valeu|\bscore\b/);
  });

  test("of the block also returns the weights", () => {
    expect(lesson("transformer-block")).toContain("return values, attention\n");
    expect(lesson("transformer-block")).toContain("return self.w_0(concat), attention\n");
  });

  test.each<[Variation, string]>([
    ["no bias", "self.w_q = nn.Linear(d_model, d_model, bias=False)"],
    ["masked", "masked_fill(~masks, -1e12)"],
    ["another width", "def __init__(self, d_model, d_attention, num_heads):"],
    ["another width", "self.d_k = d_attention // num_heads"],
    ["another width", "self.w_0 = nn.Linear(d_attention, d_model)"],
    ["another width", "masked_fill(~masks, -math.inf)"],
    ["one head", "masked_fill(~mask, -math.inf)"],
    ["block", "masked_fill(mask, -1e9)"],
    ["block, relu", "F.relu(ff_1)"],
  ])("%s: has %s", (name, part) => {
    expect(textOf(variation(name))).toContain(part);
  });

  test("without an output projection returns the joined heads", () => {
    const text = textOf(traceOf({ lesson: "multi-head", outputProjection: false }));
    expect(text).toContain("return concat\n");
    expect(text).not.toContain("w_0");
  });

  test("takes a mask with padding from its caller", () => {
    const trace = traceOf({ lesson: "masked-self-attention", mask: { padding: true, causal: true } });
    expect(textOf(trace)).not.toContain("MaskedSelfAttention");
    expect(classScriptOf(trace.spec)).toContain("values = layer(embedding, mask=mask)");
  });
});

describe("the note about the mask", () => {
  test.each<[Variation, ReturnType<typeof maskNote>]>([
    ["one head", "maskMade"],
    ["one head, both masks", "maskPassed"],
    ["one head, padding mask", "maskPassed"],
    ["one head, no mask", "maskLeft"],
    ["causal mask only", "maskPassed"],
    ["block", "maskPassed"],
    ["multi-head", "maskLeft"],
  ])("%s: says whether the class makes its mask or is passed one", (name, note) => {
    const trace = variation(name);
    expect(maskNote(trace)).toBe(note);
    expect(textOf(trace).includes("class MaskedSelfAttention")).toBe(note === "maskMade");
  });
});

describe("the lines", () => {
  test.each(variations)("%s: link to every step that computes with the weights", (_, trace) => {
    const { classes, calls } = classForm(trace.spec);
    const lines = [...classes.flat(), ...calls];
    const reached = new Set(lines.flatMap(({ steps }) => steps));
    const own = stepsOf(trace).filter(({ chapter }) =>
      ["projections", "heads", "attention", "output"].includes(chapter),
    );
    // Steps outside the class: a wrong view, generation token by token, and masks that the caller makes.
    const outside = ["wrong_view", "generation", "padding_mask", "nopeak_mask", "mask"];
    const missed = own.filter(
      ({ id }) => !reached.has(id) && !outside.includes(id) && !/^norm_\d\./.test(id),
    );
    expect(missed.map(({ id }) => id)).toEqual([]);
  });

  test.each(variations)("%s: fit the sheet and are indented by multiples of four", (_, trace) => {
    const { classes, calls } = classForm(trace.spec);
    for (const line of [...classes.flat(), ...calls].map(textOfLine)) {
      expect(line.length, line).toBeLessThanOrEqual(72);
      expect(line).not.toMatch(/undefined|null|NaN|# \(\)|\s$/);
      expect((/^ */.exec(line)?.[0].length ?? 0) % 4, line).toBe(0);
    }
  });

  test.each(variations)("%s: are the same in the gapped forward function as in the class", (_, trace) => {
    const text = classScriptOf(trace.spec).replace(/^ +/gm, "");
    for (const { lines } of passagesOf(trace))
      for (const { parts } of lines) {
        const whole = parts.map((part) => (typeof part === "string" ? part : part.right)).join("");
        expect(text).toContain(whole.trim());
      }
  });
});

describe("the script", () => {
  test.each(variations)("%s: calls the class and prints the last step", (_, trace) => {
    const script = classScriptOf(trace.spec);
    const { result, calls } = classForm(trace.spec);
    expect(result).toBe(trace.steps.at(-1)?.name);
    expect(script).toContain(`torch.manual_seed(${trace.spec.seed})`);
    expect(script).toContain(calls.map(textOfLine).join("\n"));
    expect(script.trimEnd().split("\n").at(-1)).toBe(`print(${result}.detach())`);
    // The weights are drawn in the order of the notebook: the embedding, then the layers of the attention.
    expect(script.indexOf("embed = nn.Embedding")).toBeLessThan(
      script.indexOf(textOfLine(calls[0] ?? { parts: [], steps: [] })),
    );
    expect(script.split("\n").length).toBeLessThan(160);
  });
});
