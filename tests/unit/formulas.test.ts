/** The formulas: every step of every kind of trace has one, in MathML Core and with this lesson's letters. */
import { describe, expect, test } from "vitest";
import { dark, light } from "../../web/src/draw/theme.js";
import type { LessonStep } from "../../web/src/lessons/lesson.js";
import { lessonNamed } from "../../web/src/lessons/lessons.js";
import type { Trace } from "../../web/src/module/types.js";
import { formulaOf } from "../../web/src/operations/operations.js";
import { type Variation, variation, variations } from "./traces.js";

const stepsOf = (trace: Trace): readonly LessonStep[] => lessonNamed(trace.spec.lesson).steps(trace);
const formula = (trace: Trace, step: LessonStep): string => formulaOf(trace, step.stage(trace));
const formulaNamed = (name: Variation, id: string): string => {
  const trace = variation(name);
  const step = stepsOf(trace).find((one) => one.id === id);
  return step ? formula(trace, step) : "";
};
/** The text of a formula without its elements. */
const plain = (name: Variation, id: string): string =>
  formulaNamed(name, id)
    .replace(/<[^>]*>/g, "")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&#x2061;/g, "");

const CORE = new Set(
  "mi mn mo mtext mspace mpadded mrow mfrac msqrt msub msup msubsup munder mtable mtr mtd".split(" "),
);
const CHILDREN: Readonly<Record<string, number>> = { mfrac: 2, msub: 2, msup: 2, munder: 2, msubsup: 3 };

/** Reads MathML strictly: every element closed, known to MathML Core, with as many children as it takes. */
function mathFaults(source: string): string[] {
  const faults: string[] = [];
  const open: { name: string; children: number }[] = [{ name: "math", children: 0 }];
  for (const [tag, close, name = "", attributes = ""] of source.matchAll(/<(\/?)(\w+)([^>]*)>/g)) {
    if (!close) {
      if (!CORE.has(name) || /style=|on\w+=/.test(attributes)) faults.push(tag);
      const parent = open.at(-1);
      if (parent) parent.children += 1;
      open.push({ name, children: 0 });
    } else {
      const closed = open.pop();
      if (closed?.name !== name) faults.push(`<${closed?.name}> closed by ${tag}`);
      if ((CHILDREN[name] ?? closed?.children) !== closed?.children)
        faults.push(`<${name}> with ${closed?.children} children`);
    }
  }
  return [...faults, ...open.slice(1).map(({ name }) => `<${name}> left open`)];
}

describe("the formula", () => {
  test.each(variations)("%s: is MathML Core with axes in the theme's colours", (_, trace) => {
    for (const step of stepsOf(trace)) {
      const source = formula(trace, step);
      expect(source, step.id).toMatch(/^<m/);
      expect(mathFaults(source), step.id).toEqual([]);
      expect(source, step.id).not.toMatch(/undefined|NaN|<mtext class="name"><\/mtext>|<mrow><\/mrow>/);
      for (const [, letter = ""] of source.matchAll(/axis-(\w+)/g))
        for (const theme of [light, dark]) expect(theme.axes, step.id).toHaveProperty(letter);
    }
  });

  test.each(variations)("%s: names the step that it makes, or the letter that books give it", (_, trace) => {
    const letters = ["q", "k", "v", "embedding", "target_embedding", "conventions", "generation", "opening"];
    for (const step of stepsOf(trace))
      if (!letters.includes(step.id) && !step.id.includes("."))
        expect(formula(trace, step), step.id).toContain(`class="name">${step.id}<`);
  });

  test("colours the letters of this lesson", () => {
    expect(formulaNamed("masked", "scores")).toContain('class="axis-L"');
    expect(formulaNamed("encoder-decoder", "scores")).toContain('class="axis-T"');
    expect(formulaNamed("encoder-decoder", "scores")).toContain('class="axis-S"');
    expect(formulaNamed("encoder-decoder", "scores")).not.toContain('class="axis-L"');
    expect(formulaNamed("masked", "masked_scores")).toContain("<msup><mn>10</mn><mn>12</mn></msup>");
    expect(formulaNamed("another width", "masked_scores")).toContain("∞");
  });

  test.each<[Variation, string, string]>([
    // Heads, one head, and the warm-up without any layer.
    ["masked", "scores", "scoreshL×L=QhL×KKh⊤K×Ldk"],
    ["one head", "scores", "scoresL×L=QL×KK⊤K×Ldk"],
    ["block", "warmup_scores", "warmup_scoresL×L=input_sumL×Dinput_sum⊤D×Ldk"],
    ["masked", "values", "valueshL×K=attentionhL×LVhL×K"],
    ["one head", "values", "valuesL×K=attentionL×LVL×K"],
    ["block", "warmup_values", "warmup_valuesL×D=warmup_attentionL×Linput_sumL×D"],
    // Which bit lets a score pass.
    ["masked", "masked_scores", "masked_scoresi,j={scoresi,jmasksi,j=1−1012masksi,j=0"],
    ["block", "masked_scores", "masked_scoresi,j={scoresi,jmasksi,j=0−109masksi,j=1"],
    ["one head", "demo_masked_scores", "demo_masked_scorest,s={demo_scorest,sdemo_maskt,s=1−∞demo_maskt,s=0"],
    ["encoder-decoder, padding mask", "padding_mask", "padding_maskb,1,s=(idsb,s≠pad_id)"],
    ["block", "attn_pad_mask", "attn_pad_maskb,i,j=(idsb,j=pad_id)"],
    ["one head", "demo_mask", "demo_maskt,s=(s≤t)"],
    ["block", "attn_dec_mask", "attn_dec_maskb,i,j=(j>i)"],
    ["block", "attn_mask", "attn_maskb,i,j=attn_pad_maskb,i,j∨attn_dec_maskb,i,j"],
    ["block, causal mask", "attn_mask", "attn_maskb,i,j=(attn_dec_maskb,i,j>0)"],
    ["block, padding mask", "attn_mask", "attn_maskb,i,j=attn_pad_maskb,i,j"],
    ["block", "masks", "masksb,1,i,j=attn_maskb,i,j"],
    ["block", "conventions", "attendb,i,j=¬attn_maskb,i,j"],
    // Positions.
    ["block", "position_table", "position_tablep,2i=sinp100002i/Dposition_tablep,2i+1=cosp100002i/D"],
    ["block", "positions", "positionsb,l={0idsb,l=pad_idl+1idsb,l≠pad_id"],
    ["block", "position_embedding", "position_embeddingb,l=position_tablepp=positionsb,l"],
    ["block", "input_sum", "input_sumb,l,d=embeddingb,l,d+position_embeddingb,l,d"],
    // Layers.
    ["block", "conv1.weight", "W1F×D×1∼U(−1D,1D)"],
    ["block", "conv2.bias", "b2D∼U(−1F,1F)"],
    ["block", "q", "QL×D=input_sumL×DWQ⊤D×D+bQD"],
    ["block", "ff_1", "ff_1F×L=W1F×Doutput⊤D×L+b1F"],
    ["block", "ff_3", "ff_3L×D=(W2D×Fff_2F×L+b2D)⊤"],
    ["block", "ff_2", "ff_2b,f,l=x·Φ(x)x=ff_1b,f,l"],
    ["block, relu", "ff_2", "ff_2b,f,l=max(0,x)x=ff_1b,f,l"],
    ["block, norms after", "norm_1", "norm_1b,l=x−μσ2+ε⊙γ1+β1x=residual_1b,l"],
    ["block, norms after", "norm_2.weight", "γ2d=1"],
    ["given weights", "w_k.bias", "bKD=w_k.bias"],
    // Padding only where a sentence is shorter than another.
    ["masked", "ids", "idsb,l={sequencesb,ll<lenbpad_idl≥lenb"],
    ["one head", "ids", "idsb,l=sequencesb,l"],
    // Bridges.
    ["multi-head", "wrong_view", "wrong_viewb,h,l,k=qb,⌊n/D⌋,nmodDn=(h·L+l)·K+k"],
    ["one head", "opening", "valuesL×K=softmax(QL×KK⊤K×Ldk)VL×K"],
    ["masked", "opening", "valueshL×K=softmax(QhL×KKh⊤K×Ldk)VhL×K"],
    ["one head", "generation", "valuesi=∑j≤iattentioni,jVj"],
  ])("%s: %s is %s", (name, id, text) => {
    expect(plain(name, id)).toBe(text);
  });
});
