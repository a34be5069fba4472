/** The lab's settings, typed and in the URL: which are refused, and what the URL contains. */
import { expect, test } from "vitest";
import { defaultSettings, readSettings, typedSettings } from "../../web/src/lab/settings.js";
import { labUrl, readLabUrl } from "../../web/src/page/lab/lab_address.js";

const defaults = defaultSettings("en");

test.each([
  ["learningRate", "0", "out-of-range"],
  ["learningRate", "-0.1", "out-of-range"],
  ["learningRate", "\u22120.1", "out-of-range"],
  ["learningRate", "1e9", "out-of-range"],
  ["learningRate", "fast", "wrong-type"],
  ["learningRate", " ", "missing"],
  ["seed", "", "missing"],
  ["batchSize", "0", "out-of-range"],
  ["batchSize", "2.5", "wrong-type"],
  ["dModel", "4096", "out-of-range"],
  ["numHeads", "3", "heads-do-not-divide"],
  ["layers", "5", "out-of-range"],
  ["tiedHead", "yes", "unknown-value"],
  ["dropout", "1", "out-of-range"],
  ["seed", "-1", "out-of-range"],
  ["task", "poetry", "unknown-value"],
] as const)("%s %j is refused: %s", (name, text, code) => {
  const { settings, problems } = readSettings({ [name]: text }, defaults);
  expect(problems.map((problem) => [problem.code, problem.details["field"]])).toEqual([[code, name]]);
  expect(settings).toEqual(defaults);
});

test("typed settings are read back unchanged", () => {
  const sizes = { dModel: 48, numHeads: 4, tiedHead: true, dropout: 0.25 };
  const settings = { ...defaults, ...sizes, task: "sort", learningRate: 0.01 } as const;
  expect(readSettings(typedSettings(settings), defaults)).toEqual({ settings, problems: [] });
});

test("a URL reproduces the settings it was made from, in each language", () => {
  const settings = {
    ...defaults,
    task: "reverse",
    seed: 7,
    layers: 2,
    tiedHead: true,
    dropout: 0.1,
  } as const;
  for (const lang of ["en", "ko"]) {
    const url = labUrl(settings, lang, "dark");
    expect(url).toBe(
      `?lesson=leak-lab&lang=${lang}&theme=dark&task=reverse&layers=2&tiedHead=true&dropout=0.1&seed=7`,
    );
    expect(readLabUrl(url, lang)).toEqual({ settings, problems: [] });
  }
});

test("a URL names its task, because the default depends on the language", () => {
  const url = labUrl(defaultSettings("ko"), "en", undefined);
  expect(readLabUrl(url, "en").settings.task).toBe("sentences-ko");
});

test("unusable and unknown parts of a URL are reported, and the rest is used", () => {
  const { settings, problems } = readLabUrl(
    "?lesson=leak-lab&seed=7&layers=x&batchSize=999&step=scores",
    "en",
  );
  expect(settings).toEqual({ ...defaults, seed: 7 });
  expect(problems.map(({ code }) => code).sort()).toEqual(["out-of-range", "unknown-in-url", "wrong-type"]);
});
