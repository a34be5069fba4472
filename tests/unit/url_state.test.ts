import { describe, expect, test } from "vitest";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { formatUrl, type PageState, parseUrl } from "../../web/src/page/address/url_state.js";

const LANGUAGES = ["en", "ko"];
const parse = (search: string) => parseUrl(search, LANGUAGES);

const multi = { lesson: "multi-head" } as const;
/** Every field of a state. */
const BOTH_WAYS: readonly (readonly [address: string, state: PageState])[] = [
  [
    "?lesson=encoder-decoder&step=w_q.weight&t=0.25&lang=ko&theme=dark&seed=7&dModel=12&numHeads=3&padId=9" +
      "&vocabSize=50&tokens=1,2,3;;4&target=5;6,7;8&mask=padding&fill=-inf&batch=2&head=1&cell=scores[0,1,2,3]&compare=unscaled",
    {
      spec: {
        ...{ lesson: "encoder-decoder", seed: 7, dModel: 12, numHeads: 3, padId: 9, vocabSize: 50 },
        ...{ sequences: [[1, 2, 3], [], [4]], target: [[5], [6, 7], [8]] },
        ...{ mask: { padding: true, causal: false }, maskFill: "-inf" },
      },
      ...{ step: "w_q.weight", t: 0.25, lang: "ko", theme: "dark", batch: 2, head: 1 },
      cell: { name: "scores", index: [0, 1, 2, 3] },
      sheet: { kind: "compare", id: "unscaled" },
    },
  ],
  [
    "?lesson=transformer-block&step=ff_1&dModel=8&numHeads=2&bias=true&outputProjection=true" +
      "&positionalEncoding=false&dAttention=16&dFf=32&activation=relu&layerNorm=pre",
    {
      spec: {
        ...{ lesson: "transformer-block", dModel: 8, numHeads: 2, bias: true, outputProjection: true },
        ...{ positionalEncoding: false, dAttention: 16, feedForward: { dFf: 32, activation: "relu" } },
        layerNorm: "pre",
      },
      step: "ff_1",
    },
  ],
  [
    "?lesson=transformer-block&dAttention=none&feedForward=none&layerNorm=none",
    { spec: { lesson: "transformer-block", dAttention: null, feedForward: null, layerNorm: null } },
  ],
  ...(["class=gaps", "class=whole", "map=1", "root=64"] as const).map((sheet): [string, PageState] => {
    const [kind, id] = sheet.split("=") as [never, never];
    return [`?lesson=multi-head&step=output&${sheet}`, { spec: multi, step: "output", sheet: { kind, id } }];
  }),
  ["?lesson=multi-head&mode=lecture", { spec: multi, mode: "lecture" }],
  ["?lesson=multi-head&mode=locked", { spec: multi, mode: "locked" }],
  ["?lesson=multi-head&mode=locked&allow=play,ask", { spec: multi, mode: "locked", allow: ["play", "ask"] }],
  ["?lesson=multi-head&mode=locked&allow=none", { spec: multi, mode: "locked", allow: ["none"] }],
  ["?lesson=multi-head&weights=designed", { spec: multi, weights: "designed" }],
  [
    "?lesson=masked-multi-head&text=the%20dog&weights=trained",
    { spec: { lesson: "masked-multi-head" }, text: "the dog", weights: "trained" },
  ],
  ["?lesson=multi-head&seed=9007199254740991", { spec: { ...multi, seed: Number.MAX_SAFE_INTEGER } }],
  ["?lesson=multi-head&seed=-9007199254740991", { spec: { ...multi, seed: -Number.MAX_SAFE_INTEGER } }],
  ["?lesson=multi-head&mask=padding,causal", { spec: { ...multi, mask: { padding: true, causal: true } } }],
  ["?lesson=multi-head&mask=causal", { spec: { ...multi, mask: { padding: false, causal: true } } }],
  ["?lesson=multi-head&mask=none", { spec: { ...multi, mask: null } }],
];

describe("an address", () => {
  test.each(BOTH_WAYS)("is written and read the same: %.60s", (address, state) => {
    expect(formatUrl(state)).toBe(address);
    expect(parse(address)).toEqual({ state, problems: [] });
  });

  test("says the range of a whole number only if it got one", () => {
    const wants = (search: string) => parse(search).problems[0]?.details["wants"];
    const range = "-9007199254740991 … 9007199254740991";
    for (const name of ["seed", "dModel", "dAttention"])
      expect(wants(`?lesson=multi-head&${name}=99999999999999999999`)).toBe(range);
    expect(wants("?lesson=multi-head&seed=many")).toBe("integer");
    expect(wants("?lesson=multi-head&dAttention=many")).toBe("integer, none");
  });

  test("reads −0 as 0, as it writes it", () => {
    const { state } = parse("?lesson=multi-head&seed=-0&tokens=5;-0&fill=-0");
    expect(state.spec).toEqual({ lesson: "multi-head", seed: 0, sequences: [[5], [0]], maskFill: 0 });
    expect(parse(formatUrl(state)).state).toEqual(state);
  });

  test("contains sentences instead of their ids", () => {
    const text = "The cat & 나는\n\n😀";
    const state: PageState = { spec: { lesson: "transformer-block", sequences: [[1]] }, text };
    const { state: read, problems } = parse(formatUrl(state));
    expect(read).toEqual({ spec: { lesson: "transformer-block" }, text });
    expect(problems).toEqual([]);
    expect(() => formatUrl({ ...state, text: "\ud83d" })).not.toThrow();
  });

  test.each([
    [`?lesson=transformer-block&text=${"a".repeat(601)}`, "text-too-long", "601"],
    ["?lesson=transformer-block&text=hello&tokens=1,2", "bad-url-value", "1,2"],
  ])("reports what is wrong with %.60s", (search, code, got) => {
    const { state, problems } = parse(search);
    expect(problems).toMatchObject([{ code, details: { got } }]);
    expect(state.spec.sequences).toBeUndefined();
    expect(state.text).toBe(search.includes("tokens") ? "hello" : undefined);
  });

  test.each(lessonNames)("can have sentences in %s", (lesson) => {
    const { state, problems } = parse(`?lesson=${lesson}&text=hello`);
    expect(problems).toEqual([]);
    expect(state).toEqual({ spec: { lesson }, text: "hello" });
  });

  test("accepts 600 letters, however many bytes they take", () => {
    expect(parse(`?lesson=transformer-block&text=${encodeURIComponent("😀".repeat(600))}`).problems).toEqual(
      [],
    );
  });

  test("switches a layer on by one of its parts", () => {
    expect(parse("?lesson=transformer-block&activation=relu").state.spec.feedForward).toEqual({
      activation: "relu",
    });
    expect(parse("?lesson=transformer-block&dFf=16").state.spec.feedForward).toEqual({ dFf: 16 });
  });

  test("prefers a layer's width to a contradicting none", () => {
    const { state, problems } = parse("?lesson=transformer-block&feedForward=none&dFf=16");
    expect(state.spec.feedForward).toEqual({ dFf: 16 });
    expect(problems.map(({ details }) => details["field"])).toEqual(["feedForward"]);
  });

  test("accepts drawn weights without a name", () => {
    expect(parse("?weights=random")).toEqual({
      state: { spec: { lesson: "masked-multi-head" } },
      problems: [],
    });
  });

  test.each([
    ["lesson=encoder-decoder", "designed, random"],
    ["lesson=multi-head", "designed, random"],
    ["src=lessons/mine.json", "random"],
  ])("refuses trained weights in %s, which has none", (other, wants) => {
    const { state, problems } = parse(`?${other}&weights=trained`);
    expect(state.weights).toBeUndefined();
    expect(problems).toMatchObject([
      { code: "bad-url-value", details: { field: "weights", got: "trained", wants } },
    ]);
  });

  test("leaves out defaults", () => {
    expect(formatUrl({ spec: { lesson: "masked-multi-head" }, step: "ids", t: 1, batch: 0, head: 0 })).toBe(
      "?lesson=masked-multi-head&step=ids",
    );
  });

  test("leaves out a moment that rounds to the end", () => {
    expect(formatUrl({ spec: { lesson: "multi-head" }, t: 0.99996 })).toBe("?lesson=multi-head");
    expect(formatUrl({ spec: { lesson: "multi-head" }, t: 0.99994 })).toBe("?lesson=multi-head&t=0.9999");
  });

  test("without parameters opens the first lesson", () => {
    expect(parse("")).toEqual({ state: { spec: { lesson: "masked-multi-head" } }, problems: [] });
  });

  test.each([
    ["62 13, 47;60", [[62, 13, 47], [60]]],
    [";5;", [[], [5], []]],
    ["-0", [[0]]],
    ["- 5", undefined],
    [", ;", undefined],
    [`${"1".repeat(19_999)}x`, undefined],
    [`${"1".repeat(100_000)}x`, undefined],
  ])("reads ids with spaces, commas and semicolons between them: %.20s", (text, ids) => {
    expect(parse(`?tokens=${text}`).state.spec.sequences).toEqual(ids);
  });

  test("passes whole numbers that only the core can check", () => {
    expect(parse("?seed=-1&numHeads=3&tokens=500,-2").problems).toEqual([]);
  });
});

describe("the mode of a page", () => {
  test("reports unknown allowances and keeps the others", () => {
    const { state, problems } = parse("?mode=locked&allow=all,play");
    expect(state.allow).toEqual(["play"]);
    expect(problems.map(({ details }) => details["got"])).toEqual(["all"]);
  });
});

describe("an unknown parameter", () => {
  test("is reported once, and the rest is used", () => {
    const { state, problems } = parse("?seed=7&flavour=1&flavour=2&heads3d=yes");
    expect(state.spec.seed).toBe(7);
    expect(problems).toEqual([
      {
        code: "unknown-in-url",
        message: "unknown in the address: flavour, heads3d",
        details: { got: "flavour, heads3d" },
      },
    ]);
  });

  test("is ignored if it is a common tracking parameter", () => {
    expect(parse("?utm_source=a&utm_medium=b&fbclid=c&gclid=d").problems).toEqual([]);
  });
});

describe("a bad value is left out and reported", () => {
  const long = "9".repeat(100_000);
  test.each([
    ["lesson", "<script>alert(1)</script>"],
    ["lesson", "__proto__"],
    ["seed", "NaN"],
    ["seed", "1e400"],
    ["seed", "4.5"],
    ["seed", "9007199254740992"],
    ["seed", "-9007199254740992"],
    ["class", "half"],
    ["map", "2"],
    ["weights", "learned"],
    ["seed", ""],
    ["dModel", long],
    ["numHeads", "two"],
    ["tokens", "62,13,x"],
    ["tokens", ";;"],
    ["tokens", ""],
    ["tokens", long],
    ["tokens", "1e400"],
    ["target", "[1]"],
    ["mask", "all"],
    ["mask", "constructor"],
    ["fill", "-Infinity"],
    ["fill", "1e400"],
    ["fill", ""],
    ["bias", "yes"],
    ["outputProjection", "1"],
    ["positionalEncoding", ""],
    ["dAttention", "wide"],
    ["dAttention", "2.5"],
    ["dFf", "many"],
    ["activation", "tanh"],
    ["activation", "constructor"],
    ["feedForward", "512"],
    ["layerNorm", "both"],
    ["lang", "xx"],
    ["theme", "pink"],
    ["t", "2"],
    ["t", "-0.1"],
    ["t", "NaN"],
    ["batch", "first"],
    ["head", "0.5"],
    ["mode", "fullscreen"],
    ["allow", "everything"],
    ["cell", "scores"],
    ["cell", `scores[${"1,".repeat(50)}1]`],
    ["cell", "scores[-1]"],
  ])("%s=%.40s", (field, value) => {
    const { state, problems } = parse(`?${field}=${encodeURIComponent(value)}`);
    expect(state).toEqual({ spec: { lesson: "masked-multi-head" } });
    expect(problems).toHaveLength(1);
    const [problem] = problems;
    expect(problem?.code).toBe("bad-url-value");
    expect(problem?.details["field"]).toBe(field);
    expect(problem?.details["wants"]).toBeTruthy();
    expect(problem?.message.length).toBeLessThan(200);
    expect(value.startsWith(problem?.details["got"]?.slice(0, 20) ?? "?")).toBe(true);
  });

  test("several at once", () => {
    expect(parse("?seed=x&mask=y&t=z").problems.map(({ details }) => details["field"])).toEqual([
      "seed",
      "mask",
      "t",
    ]);
  });

  test("broken escapes do not throw", () => {
    expect(() => parse("?step=%E0%A4%A&tokens=%%%")).not.toThrow();
  });
});

describe("the address of a lesson file", () => {
  test.each([
    "lesson.json",
    "lessons/a b.json",
    "../x/lesson.json",
    "/courses/3/lesson.json",
    "./a.json?v=2",
  ])("%s is on the page's server, and is written as it was read", (src) => {
    const { state, problems } = parse(`?src=${encodeURIComponent(src)}&step=scores&seed=3`);
    expect(problems).toEqual([]);
    expect(state).toMatchObject({ src, step: "scores", spec: { seed: 3 } });
    expect(parse(formatUrl(state))).toEqual({ state, problems: [] });
    expect(formatUrl(state)).not.toContain("lesson=");
  });

  test.each([
    ...[
      "https://third.example/a.json",
      "http:third.example",
      "https:third.example",
      "//third.example/a.json",
    ],
    ...["\\\\third.example\\a", "/\\third.example/a.json", "\t//third.example", "/\t/third.example"],
    ...["file:///etc/passwd", "blob:x", ""],
    ...["data:application/json,{}", "javascript:alert(1)", "https://page.invalid:1/a", "//", "http://["],
  ])("%j is refused", (src) => {
    const { state, problems } = parse(`?src=${encodeURIComponent(src)}`);
    expect(state.src).toBeUndefined();
    expect(problems).toMatchObject([{ code: "bad-url-value", details: { field: "src" } }]);
  });

  test("cannot be combined with a lesson parameter", () => {
    const { state, problems } = parse("?src=a.json&lesson=multi-head");
    expect(state.src).toBe("a.json");
    expect(problems).toMatchObject([{ details: { field: "lesson", got: "multi-head" } }]);
  });
});
