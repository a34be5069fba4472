/** In which sizes a lesson opens, and how it comes from one size to the other. */
import { describe, expect, test } from "vitest";
import { inOwnSizes, isIn, opened, openingSpec, withSizesSaid } from "../../web/src/lessons/lessons.js";
import type { LessonName, LessonSpec } from "../../web/src/module/types.js";
import { type Settled, settleSpec } from "../../web/src/page/address/settle.js";
import { parseUrl } from "../../web/src/page/address/url_state.js";
import { settledSpec } from "../../web/src/store/settled_spec.js";
import { tinyTrace } from "./trace_fixture.js";

const small: LessonSpec = { lesson: "multi-head", dModel: 8, numHeads: 2 };
const full = (spec: LessonSpec): Required<LessonSpec> => ({ ...tinyTrace().spec, ...spec });

describe("a lesson opens", () => {
  test("in sizes whose numbers can be read", () => {
    expect(openingSpec("multi-head")).toEqual(small);
    expect(openingSpec("transformer-block")).toEqual({
      ...{ lesson: "transformer-block", dModel: 8, numHeads: 2 },
      feedForward: { dFf: 32 },
    });
    expect(openingSpec("masked-multi-head")).toEqual({ lesson: "masked-multi-head" });
  });

  test("with what is asked for besides", () => {
    expect(opened({ lesson: "multi-head", seed: 7, numHeads: 4 })).toEqual({
      ...small,
      seed: 7,
      numHeads: 4,
    });
    expect(opened({ lesson: "transformer-block", feedForward: { activation: "relu" } }).feedForward).toEqual({
      ...{ dFf: 32, activation: "relu" },
    });
    expect(opened({ lesson: "transformer-block", feedForward: null }).feedForward).toBeNull();
  });

  test("as it is asked for where a size is named", () => {
    const asked: LessonSpec = { lesson: "multi-head", dModel: 512 };
    expect(opened(asked)).toBe(asked);
  });

  test("a name that is no lesson's is the core's to refuse", () => {
    const asked = { lesson: "gpt" as LessonName };
    expect(opened(asked)).toEqual(asked);
  });
});

describe("from one size to the other", () => {
  test("all else stays", () => {
    const asked: LessonSpec = {
      ...{ lesson: "transformer-block", dModel: 8, numHeads: 2, seed: 7 },
      feedForward: { dFf: 32, activation: "relu" },
    };
    const own: LessonSpec = { lesson: "transformer-block", seed: 7, feedForward: { activation: "relu" } };
    expect(inOwnSizes(asked)).toEqual(own);
    expect(opened(own)).toEqual(asked);
    expect(asked.feedForward).toEqual({ dFf: 32, activation: "relu" });
  });

  test("it is known in which of them a lesson stands", () => {
    expect(isIn(full(small), { dModel: 8, numHeads: 2 })).toBe(true);
    expect(isIn(full({ ...small, numHeads: 4 }), { dModel: 8, numHeads: 2 })).toBe(false);
    const block = full({ ...openingSpec("transformer-block") });
    expect(isIn(block, { dModel: 8, numHeads: 2, feedForward: { dFf: 32 } })).toBe(true);
    expect(isIn(block, { dModel: 8, numHeads: 2, feedForward: { dFf: 64 } })).toBe(false);
  });
});

describe("an address says the size that is on the screen", () => {
  test("both the small one and the tutorial's own, and opens with it", () => {
    const said = withSizesSaid({ lesson: "multi-head" }, full({ ...small, dModel: 512, numHeads: 8 }));
    expect(said).toEqual({ lesson: "multi-head", dModel: 512, numHeads: 8 });
    expect(opened(said)).toBe(said);
    expect(withSizesSaid({ lesson: "masked-multi-head" }, full({ lesson: "masked-multi-head" }))).toEqual({
      lesson: "masked-multi-head",
    });
  });

  const refusing =
    (field: string) =>
    (spec: LessonSpec): Settled["trace"] => {
      if (field in spec && spec.numHeads === 3) throw new Error(field);
      return { ...tinyTrace(), spec: full(spec) };
    };
  const refusal = (error: unknown) => ({
    ...{ code: "x", message: String(error) },
    details: { field: (error as Error).message },
  });

  test("one without a size opens small; what is refused in it gives way to the small size", () => {
    const { state } = parseUrl("?lesson=multi-head&seed=7", ["en"]);
    expect(settleSpec(refusing("none"), state.spec, refusal).spec).toEqual({ ...small, seed: 7 });
    const bad = parseUrl("?lesson=multi-head&numHeads=3", ["en"]);
    const settled = settleSpec(refusing("numHeads"), bad.state.spec, refusal);
    expect(settled.spec).toEqual(small);
    expect(settled.problems).toHaveLength(1);
  });
});

describe("the element", () => {
  const changed = (...names: string[]) => ({ has: (name: string) => names.includes(name) });

  test("without a spec opens small", () => {
    const asked = { lesson: "multi-head", seed: undefined, spec: undefined } as const;
    expect(settledSpec(asked, changed("lesson"))).toEqual(small);
    expect(settledSpec({ ...asked, seed: 7 }, changed("lesson", "seed"))).toEqual({ ...small, seed: 7 });
  });

  test("opens another lesson small too, and takes a spec at its word", () => {
    const spec: LessonSpec = { lesson: "masked-multi-head", seed: 7 };
    expect(settledSpec({ lesson: "multi-head", seed: 7, spec }, changed("lesson"))).toEqual(small);
    const own: LessonSpec = { lesson: "multi-head" };
    expect(settledSpec({ lesson: "multi-head", seed: undefined, spec: own }, changed("spec"))).toBe(own);
  });
});
