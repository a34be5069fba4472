/** The colours of a tensor's numbers: shares are scaled to the largest one, and all real numbers of a lesson share a scale. */

import { describe, expect, it } from "vitest";
import { legend } from "../../web/src/draw/marks/legend.js";
import { operand, tensorsOf } from "../../web/src/draw/operand.js";
import type { SceneInput, StageStep } from "../../web/src/draw/picture.js";
import {
  contrast,
  diverging,
  kindOf,
  rangeIn,
  rangeOf,
  scaleOf,
  sequential,
  topOf,
} from "../../web/src/draw/scale.js";
import { stepOf } from "../../web/src/draw/tensor_view.js";
import { light } from "../../web/src/draw/theme.js";
import { draw } from "../../web/src/operations/operations.js";
import { cells, STAGES, sceneOf, texts } from "./picture_checks.js";
import { tinyTrace } from "./traces.js";

const trace = tinyTrace({
  lesson: "multi-head",
  sequences: [Array.from({ length: 20 }, (_, i) => 1 + i)],
  mask: null,
  vocabSize: 30,
});
const inputOf = (name: string): SceneInput => sceneOf(trace, name);

describe("the scale of shares", () => {
  it.each([
    [[0.043, 0.061], 0.07],
    [[0.2], 0.2],
    [[Math.fround(0.2)], 0.2],
    [[0.31], 0.4],
    [[0.96, 0.04], 1],
    [[1, 0], 1],
    [[0, 0], 1],
    [[Number.NaN], 1],
    [[0.0098], 0.01],
  ])("of %j ends at %d", (data, top) => {
    expect(topOf({ data: Float32Array.from(data) }, light)).toBe(top);
  });

  it("gives the largest share the full colour, with the same scale in all heads and sentences", () => {
    const attention = stepOf(trace, "attention");
    const top = topOf(attention, light);
    expect(top).toBeLessThan(0.5);
    const scale = scaleOf(attention, trace, light);
    expect(scale(top).fill).toBe(sequential(light)(1).fill);
    expect(operand(inputOf("attention"), attention).scale(top / 2).fill).toBe(scale(top / 2).fill);
  });
});

describe("the scale of real numbers", () => {
  it("is the same for a parameter, the inputs and the result of every operation", () => {
    for (const name of ["q", "scores", "values"]) {
      const input = inputOf(name);
      const reals = tensorsOf(trace, input.step).filter((one) => kindOf(one) === "reals");
      for (const one of reals)
        expect(operand(input, one).scale(0.4), one.name).toEqual(diverging(rangeIn(trace), light)(0.4));
    }
  });

  it("gives the largest number the full colour, and one tenth of it a colour that can be seen", () => {
    const range = rangeIn(trace);
    expect(range).toBe(
      Math.max(...trace.steps.filter((s) => kindOf(s) === "reals").map((s) => rangeOf(s, light))),
    );
    const scale = scaleOf(stepOf(trace, "q"), trace, light);
    expect(scale(range).fill).toBe(diverging(1, light)(1).fill);
    expect(contrast(scale(range / 10).fill, light.paper)).toBeGreaterThan(1.2);
  });
});

describe("the legend", () => {
  const textsOf = (name: string): string[] => {
    const step = stepOf(trace, name);
    const beside = tensorsOf(trace, step as StageStep).slice(1);
    return texts({ ...STAGES[0], marks: legend(step, trace, light, 0, 0, 330, beside) });
  };

  it("has one bar per scale on the stage, those of inputs first", () => {
    const top = String(topOf(stepOf(trace, "attention"), light));
    expect(textsOf("scores")).toHaveLength(2);
    expect(textsOf("attention").slice(2)).toEqual(["0", top]);
    expect(textsOf("values").slice(0, 2)).toEqual(["0", top]);
    expect(textsOf("values")).toHaveLength(4);
  });
});

describe("softmax", () => {
  it("explains row 0 first", () => {
    const input = inputOf("attention");
    const [scores] = tensorsOf(trace, input.step).slice(1);
    const early = cells(draw(input, 0.25)).filter(({ ref }) => ref?.name === scores?.name);
    // The cells of the explained row are drawn a second time, in the lines above.
    const rows = early.map(({ ref }) => ref?.index.slice(0, 3).join() ?? "");
    const count = (wanted: string): number => rows.filter((row) => row === wanted).length;
    expect(count("0,0,0")).toBeGreaterThan(count("0,0,1"));
  });
});
