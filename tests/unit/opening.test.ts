/** The size in which a lesson opens, and switching between sizes. */
import { describe, expect, test } from "vitest";
import {
  hasSizes,
  openingSpec,
  withExplicitSizes,
  withOpeningSizes,
  withoutSizes,
} from "../../web/src/lessons/lessons.js";
import type { LessonName, LessonSpec } from "../../web/src/module/types.js";
import { type Accepted, acceptedSpec } from "../../web/src/page/address/resolve.js";
import { parseUrl } from "../../web/src/page/address/url_state.js";
import type { Attributes } from "../../web/src/store/actions.js";
import type { Run } from "../../web/src/store/lesson_runner.js";
import { reduce } from "../../web/src/store/reduce/reducer.js";
import { initialState, type State } from "../../web/src/store/state.js";
import { elementCode, fileElementCode } from "../../web/src/views/take_away/embed_code.js";
import { tinyTrace } from "./traces.js";

const small: LessonSpec = { lesson: "multi-head", dModel: 8, numHeads: 2 };
const full = (spec: LessonSpec): Required<LessonSpec> => ({ ...tinyTrace().spec, ...spec });

describe("a lesson opens", () => {
  test("in a size whose numbers are readable", () => {
    expect(openingSpec("multi-head")).toEqual(small);
    expect(openingSpec("transformer-block")).toEqual({
      ...{ lesson: "transformer-block", dModel: 8, numHeads: 2 },
      feedForward: { dFf: 32 },
    });
    expect(openingSpec("masked-multi-head")).toEqual({ lesson: "masked-multi-head" });
  });

  test("with the other fields of the spec", () => {
    expect(withOpeningSizes({ lesson: "multi-head", seed: 7, numHeads: 4 })).toEqual({
      ...small,
      seed: 7,
      numHeads: 4,
    });
    expect(
      withOpeningSizes({ lesson: "transformer-block", feedForward: { activation: "relu" } }).feedForward,
    ).toEqual({
      ...{ dFf: 32, activation: "relu" },
    });
    expect(withOpeningSizes({ lesson: "transformer-block", feedForward: null }).feedForward).toBeNull();
  });

  test("in the size of the spec, if it names one", () => {
    const requestedSpec: LessonSpec = { lesson: "multi-head", dModel: 512 };
    expect(withOpeningSizes(requestedSpec)).toBe(requestedSpec);
  });

  test("unknown lessons are left for the core to refuse", () => {
    const requestedSpec = { lesson: "gpt" as LessonName };
    expect(withOpeningSizes(requestedSpec)).toEqual(requestedSpec);
  });
});

describe("switching sizes", () => {
  test("keeps all other fields", () => {
    const requestedSpec: LessonSpec = {
      ...{ lesson: "transformer-block", dModel: 8, numHeads: 2, seed: 7 },
      feedForward: { dFf: 32, activation: "relu" },
    };
    const own: LessonSpec = { lesson: "transformer-block", seed: 7, feedForward: { activation: "relu" } };
    expect(withoutSizes(requestedSpec)).toEqual(own);
    expect(withOpeningSizes(own)).toEqual(requestedSpec);
    expect(requestedSpec.feedForward).toEqual({ dFf: 32, activation: "relu" });
  });

  test("recognises the current size", () => {
    expect(hasSizes(full(small), { dModel: 8, numHeads: 2 })).toBe(true);
    expect(hasSizes(full({ ...small, numHeads: 4 }), { dModel: 8, numHeads: 2 })).toBe(false);
    const block = full({ ...openingSpec("transformer-block") });
    expect(hasSizes(block, { dModel: 8, numHeads: 2, feedForward: { dFf: 32 } })).toBe(true);
    expect(hasSizes(block, { dModel: 8, numHeads: 2, feedForward: { dFf: 64 } })).toBe(false);
  });
});

describe("an address contains the size on the screen", () => {
  test("for the small and for the tutorial's size, and opens in it", () => {
    const explicit = withExplicitSizes(
      { lesson: "multi-head" },
      full({ ...small, dModel: 512, numHeads: 8 }),
    );
    expect(explicit).toEqual({ lesson: "multi-head", dModel: 512, numHeads: 8 });
    expect(withOpeningSizes(explicit)).toBe(explicit);
    expect(withExplicitSizes({ lesson: "masked-multi-head" }, full({ lesson: "masked-multi-head" }))).toEqual(
      {
        lesson: "masked-multi-head",
      },
    );
  });

  test("names both parts of a mask of which the spec has one", () => {
    const spec: LessonSpec = { lesson: "masked-multi-head", mask: { padding: true } };
    const mask = { padding: true, causal: true };
    expect(withExplicitSizes(spec, full({ ...spec, mask }))).toEqual({ ...spec, mask });
  });

  test("and code that embeds a lesson names the same mask", () => {
    const spec: LessonSpec = { lesson: "masked-multi-head", mask: { padding: true } };
    const whole = full({ ...spec, mask: { padding: true, causal: true } });
    expect(elementCode(spec, whole, {})).toContain('mask="padding,causal"');
    expect(fileElementCode("lesson.json", spec, {})).toContain(
      'spec="{&quot;mask&quot;:{&quot;padding&quot;:true}}"',
    );
    expect(fileElementCode("lesson.json", { ...spec, mask: null }, {})).toContain('mask="none"');
  });

  const refusing =
    (field: string) =>
    (spec: LessonSpec): Accepted["trace"] => {
      if (field in spec && spec.numHeads === 3) throw new Error(field);
      return { ...tinyTrace(), spec: full(spec) };
    };
  const refusal = (error: unknown) => ({
    ...{ code: "x", message: String(error) },
    details: { field: (error as Error).message },
  });

  test("and opens small without a size, or if its size is refused", () => {
    const { state } = parseUrl("?lesson=multi-head&seed=7", ["en"]);
    expect(acceptedSpec(refusing("none"), state.spec, refusal).spec).toEqual({ ...small, seed: 7 });
    const bad = parseUrl("?lesson=multi-head&numHeads=3", ["en"]);
    const settled = acceptedSpec(refusing("numHeads"), bad.state.spec, refusal);
    expect(settled.spec).toEqual(small);
    expect(settled.problems).toHaveLength(1);
  });
});

describe("the element", () => {
  const changed = (state: State, attributes: Attributes): State =>
    reduce(state, { type: "attributes", changed: attributes });
  const requestedSpec = (...changes: Attributes[]): LessonSpec | undefined =>
    changes.reduce(changed, initialState).data?.spec;

  test("without a spec opens small", () => {
    expect(requestedSpec({ lesson: "multi-head" })).toEqual(small);
    expect(requestedSpec({ lesson: "multi-head", seed: 7 })).toEqual({ ...small, seed: 7 });
  });

  test("opens another lesson small too, but uses the exact sizes of a spec", () => {
    const spec: LessonSpec = { lesson: "masked-multi-head", seed: 7 };
    expect(requestedSpec({ spec }, { lesson: "multi-head" })).toEqual(small);
    const own: LessonSpec = { lesson: "multi-head" };
    expect(requestedSpec({ spec: own })).toBe(own);
  });

  test("applies a new seed to the current lesson, and uses the attributes again without a spec", () => {
    expect(requestedSpec({ lesson: "multi-head" }, { seed: 7 })).toEqual({ ...small, seed: 7 });
    const spec: LessonSpec = { lesson: "multi-head", seed: 9, sequences: [[5]] };
    expect(requestedSpec({ seed: 7 }, { spec }, { spec: undefined })).toEqual({ ...small, seed: 7 });
  });

  const given: Attributes = { seed: 7, sequences: [[1, 2, 3]], dModel: 4, numHeads: 1, mask: null };

  test("keeps its other attributes when its lesson changes", () => {
    const whole = { lesson: "encoder-decoder", ...given };
    expect(requestedSpec({ lesson: "masked-multi-head", ...given }, { lesson: "encoder-decoder" })).toEqual(
      expect.objectContaining(whole),
    );
    expect(requestedSpec({ lesson: "encoder-decoder", ...given })).toEqual(expect.objectContaining(whole));
    const oneByOne = Object.entries({ ...given, lesson: "encoder-decoder" as const });
    expect(requestedSpec(...oneByOne.map(([name, value]): Attributes => ({ [name]: value })))).toEqual(
      expect.objectContaining(whole),
    );
    expect(requestedSpec(given, { seed: undefined }, { lesson: "encoder-decoder" })).not.toHaveProperty(
      "seed",
    );
  });

  test("keeps a spec without a lesson for the next one, and what an attribute said after it", () => {
    const spec = { mask: null, seed: 3 } as unknown as LessonSpec;
    expect(requestedSpec({ spec }, { seed: 7 }, { lesson: "multi-head" })).toEqual({
      ...{ lesson: "multi-head", mask: null, seed: 7 },
    });
  });

  test("goes back to its attributes without a lesson file, also a refused one", () => {
    const asked: Attributes = { lesson: "encoder-decoder", ...given };
    const coming = changed(changed(initialState, asked), { src: "mine.json" });
    const wrong = { name: "mine.json", problems: [] };
    for (const state of [
      coming,
      reduce(coming, { type: "fileRead", id: coming.lastId, read: wrong }),
      changed(changed(initialState, { ...asked, src: "mine.json" }), {}),
    ])
      expect(changed(state, { src: "" }).data?.spec).toEqual(requestedSpec(asked));
  });

  test("goes back to its last attributes that were not refused", () => {
    const error = { code: "x", message: "x", details: {} };
    const shown = { ...tinyTrace(), spec: full({ lesson: "multi-head" }) };
    const first = changed({ ...initialState, seen: true }, { lesson: "multi-head", seed: 7 });
    const run = { spec: first.data?.spec, trace: shown, steps: [] } as unknown as Run;
    const standing = reduce(first, { type: "computed", id: first.lastId, run });
    const asking = changed(standing, { numHeads: 3 });
    const refused = reduce(asking, { type: "refused", id: asking.lastId, error });
    expect(changed(refused, { lesson: "encoder-decoder" }).data?.spec).toEqual(
      requestedSpec({ lesson: "encoder-decoder", seed: 7 }),
    );
  });
});
