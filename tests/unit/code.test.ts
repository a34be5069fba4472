/** PyTorch beside the stage: for every kind of trace each step has its lines, in a window that fits. */
import { describe, expect, test } from "vitest";
import { codeOf, scriptOf } from "../../web/src/lessons/code.js";
import type { LessonStep } from "../../web/src/lessons/lesson.js";
import { lessonNamed } from "../../web/src/lessons/lessons.js";
import { writtenWeights } from "../../web/src/module/designed.js";
import type { Trace } from "../../web/src/module/types.js";
import { hu } from "./core.js";
import { type Variation, variation, variations } from "./traces.js";

/** Bridges that are not in the script: two warn of something it does not do, two repeat its output, one comes before it. */
const BESIDE_THE_SCRIPT = ["opening", "wrong_view", "conventions", "generation", "pieces"];
/**
 * Lessons whose steps are in script order; the others show masks and parameters where they are needed. Designed weights are
 * set once all layers have been drawn, and shown with their layer.
 */
const IN_ORDER = ["multi-head", "masked-multi-head", "encoder-decoder"];

const stepsOf = (trace: Trace): readonly LessonStep[] => lessonNamed(trace.spec.lesson).steps(trace);
const isInScript = ({ id }: LessonStep): boolean => !BESIDE_THE_SCRIPT.includes(id);

describe("the window", () => {
  test.each(variations)("%s: is short and marks the step's own lines", (_, trace) => {
    for (const { id } of stepsOf(trace)) {
      const { code, current } = codeOf(trace, id);
      expect(code.length, id).toBeGreaterThanOrEqual(2);
      expect(code.length, id).toBeLessThanOrEqual(6);
      expect(current.length, id).toBeGreaterThan(0);
      for (const line of current) expect(code[line], id).toMatch(/\S/);
      for (const line of code) expect(line.length, `${id}: ${line}`).toBeLessThanOrEqual(53);
    }
  });

  test.each(variations)("%s: is a part of the script, in the order of the steps", (_, trace) => {
    const script = scriptOf(trace);
    let reached = -1;
    for (const { id } of stepsOf(trace).filter(isInScript)) {
      const { code, current } = codeOf(trace, id);
      const at = script.indexOf(`${code.join("\n")}\n`);
      expect(at, `${id} is a part of the script`).toBeGreaterThanOrEqual(0);
      if (!IN_ORDER.includes(trace.spec.lesson) || writtenWeights(trace)) continue;
      const place = script.slice(0, at).split("\n").length + Math.min(...current);
      expect(place, `${id} comes after the step before it`).toBeGreaterThanOrEqual(reached);
      reached = place;
    }
  });

  test.each(variations)("%s: assigns the step that it is shown for", (_, trace) => {
    for (const { id } of stepsOf(trace)) {
      const { code, current } = codeOf(trace, id);
      const [made = ""] = {
        opening: ["values"],
        conventions: ["attend"],
        generation: ["row"],
        "embedding.weight": ["embed"],
      }[id] ?? [id.startsWith("norm") && id.includes(".") ? `layer_${id.split(".")[0]}` : id.split(".")[0]];
      const assigned = current.map((line) => code[line]?.trim() ?? "");
      expect(
        assigned.some(
          (line) =>
            line.startsWith(`${made} =`) ||
            line.includes(`${made}[`) ||
            line.startsWith(`${made}.weight.data[`) ||
            line.startsWith(`${made}.bias.data`),
        ),
        `${id}: ${assigned}`,
      ).toBe(true);
    }
  });
});

describe("a bridge's code", () => {
  const linesOf = (name: Variation, id: string): string => codeOf(variation(name), id).code.join("\n");

  test("names the length of its own lesson's sentence, L or T", () => {
    expect(linesOf("multi-head", "wrong_view")).toContain("q.view(B, num_heads, L, d_k)");
    expect(linesOf("encoder-decoder", "wrong_view")).toContain("q.view(B, num_heads, T, d_k)");
  });

  test("calls attention as one function, with the lesson's own tensors and mask", () => {
    expect(linesOf("multi-head", "opening")).toContain("(\n    q_heads, k_heads, v_heads)");
    expect(linesOf("masked", "opening")).toContain("v_heads, mask.unsqueeze(1))");
    expect(linesOf("one head", "opening")).toContain("(\n    q, k, v, mask)");
    expect(linesOf("block", "opening")).toContain("v_heads,\n    ~attn_mask.unsqueeze(1))");
  });

  test("computes one row of the output per generated token, and masks padding if the lesson does", () => {
    expect(linesOf("one head", "generation")).toContain("softmax(dim=-1) @ v  # = values[:, n-1]");
    const padded = linesOf("one head, both masks", "generation");
    expect(padded).toContain("w_q(x), k, v, padding_mask[..., :k.size(1)])");
    // Rows of padding before the first token differ from those of `values`.
    expect(padded).not.toContain("values[");
  });

  test("fills with the lesson's own fill", () => {
    expect(linesOf("block", "conventions")).toContain("masked_fill(attn_mask.unsqueeze(1), -1e9)");
    expect(linesOf("block, relu", "conventions")).toContain("-math.inf");
  });
});

describe("the script", () => {
  test.each(variations)("%s: mentions nothing that this trace lacks", (_, trace) => {
    const script = scriptOf(trace);
    expect(script).not.toMatch(/undefined|null|NaN|# \(\)/);
    expect(script).toContain(`torch.manual_seed(${trace.spec.seed})`);
  });

  test.each<[Variation, string]>([
    ["no bias", "nn.Linear(d_model, d_model, bias=False)"],
    ["no mask", "attention = scores.softmax(dim=-1)"],
    ["masked", "masked_fill(~masks, -1e12)"],
    ["another width", "masked_fill(~masks, -math.inf)"],
    ["another width", "w_0 = nn.Linear(d_attention, d_model)"],
    ["causal mask only", "mask = nopeak_mask"],
    ["encoder-decoder", "q = w_q(target_embedding)"],
    ["one head", "masked_fill(~mask, -math.inf)"],
    ["block", "masked_fill(masks, -1e9)"],
    ["block, relu", "F.relu(ff_1)"],
    ["block, norms before", "q = w_q(norm_1)"],
  ])("%s: has %s", (name, line) => {
    expect(scriptOf(variation(name))).toContain(line);
  });
});

test("with designed weights the window shows the line that sets them, not the one that draws", () => {
  const trace = variation("designed weights");
  const marked = (id: string): string[] => {
    const { code, current } = codeOf(trace, id);
    return current.map((line) => code[line]?.trim() ?? "");
  };
  for (const layer of ["w_q", "w_k", "w_v", "w_0"])
    expect(marked(`${layer}.weight`)).toContain(`${layer}.weight.data[row, column] = number`);
  expect(marked("embedding.weight")).toContain("embed.weight.data[row, column] = number");
});

test("the script names the numbers of the page that it does not set", () => {
  const trace = hu.run(
    { lesson: "multi-head" },
    {},
    { changes: [{ name: "values", index: [":", 1], value: 0 }] },
  );
  const [first, second, ...rest] = scriptOf(trace).split("\n");
  expect([first, second]).toEqual([
    "# Not in this script, but set by hand on the page:",
    "# values[:, 1] = 0",
  ]);
  expect(rest.join("\n")).toBe(scriptOf(hu.run({ lesson: "multi-head" })));
});
