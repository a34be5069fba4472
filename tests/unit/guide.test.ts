/** The instructor's guide: every address in it is valid, and all its languages agree. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { canCompare } from "../../web/src/lessons/comparisons.js";
import { lessonNamed, openingSpec } from "../../web/src/lessons/lessons.js";
import { questionsOf } from "../../web/src/lessons/questions/questions.js";
import type { Trace } from "../../web/src/module/types.js";
import { examples } from "../../web/src/notebook/examples.js";
import { viewProblems } from "../../web/src/page/address/resolve.js";
import { parseUrl } from "../../web/src/page/address/url_state.js";
import { hu } from "./core.js";

const folder = new URL("../../docs/guide/", import.meta.url);
const guides = readdirSync(folder)
  .filter((file) => file.endsWith(".md"))
  .map((file): [language: string, text: string] => [
    file.split(".")[1] ?? "",
    readFileSync(new URL(file, folder), "utf8"),
  ]);
const addresses = (text: string): string[] =>
  [...text.matchAll(/`(\?[^`]+)`/g)].map(([, address = ""]) => address);
const isNotebook = (address: string): boolean => new URLSearchParams(address).has("code");
const rows = (text: string): string[] => text.split("\n").filter((line) => /^\| \d/.test(line));

test.each(guides)("%s: the page knows each address and its step", (_language, text) => {
  expect(addresses(text).length).toBeGreaterThan(30);
  for (const address of addresses(text)) {
    if (isNotebook(address)) continue;
    const { state, problems } = parseUrl(address, ["ko", "en"]);
    expect(problems, address).toEqual([]);
    if (state.src) continue;
    const trace = hu.run({ ...openingSpec(state.spec.lesson), ...state.spec }) as Trace;
    const steps = lessonNamed(state.spec.lesson).steps(trace);
    expect(viewProblems(state, trace, steps), address).toEqual([]);
    if (state.sheet?.kind === "compare") expect(canCompare(state.step ?? ""), address).toBe(true);
  }
});

test.each(guides)("%s: an address of the notebook names an example, or nothing", (_language, text) => {
  const names = addresses(text)
    .filter(isNotebook)
    .map((address) => new URLSearchParams(address).get("code"));
  expect(names.length).toBeGreaterThan(5);
  expect(["", ...examples.map(({ id }) => id)]).toEqual(expect.arrayContaining(names));
});

test("the plans open each step before it plays, except beside a comparison or a mistake", () => {
  const planned = rows(guides[0]?.[1] ?? "")
    .flatMap(addresses)
    .filter((address) => !isNotebook(address));
  const states = planned.map((address) => parseUrl(address, []).state);
  const plain = states.filter(({ sheet }) => !sheet);
  expect(plain.length).toBeGreaterThan(20);
  for (const { spec, step, t } of plain) expect(t, `${spec.lesson} ${step}`).toBe(0);
});

test("the exam asks, before its result is shown, for a number that depends on the seed", () => {
  const [exam = expect.fail("no exam"), ...others] = addresses(guides[0]?.[1] ?? "").filter((address) =>
    address.includes("mode=locked"),
  );
  expect(others).toEqual([]);
  const { spec, step, t, allow } = parseUrl(exam, []).state;
  expect({ t, allow }).toEqual({ t: 0, allow: ["questions"] });
  const answers = [7, 8, 9, 10].map((seed) => {
    const trace = hu.run({ ...openingSpec(spec.lesson), ...spec, seed }) as Trace;
    const shown = lessonNamed(spec.lesson)
      .steps(trace)
      .find(({ id }) => id === step);
    const asked = shown ? questionsOf(hu, trace, shown) : [];
    return asked.find(({ kind }) => kind === "number")?.answer;
  });
  expect(answers).not.toContain(undefined);
  expect(new Set(answers).size).toBe(answers.length);
});

test("all languages have the same sections, plans and addresses", () => {
  const [first, ...others] = guides;
  expect(guides.map(([language]) => language).sort()).toEqual(["en", "ko"]);
  const outline = (text: string): unknown => [
    [...text.matchAll(/^(#+) /gm)].map(([, level]) => level),
    addresses(text),
    rows(text).map((row) => [row.split("|").length, /^\| (\d+)/.exec(row)?.[1]]),
    [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target),
  ];
  for (const [, text] of others) expect(outline(text)).toEqual(outline(first?.[1] ?? ""));
});

test.each(guides)("%s: the minutes of a plan add up to those in its heading", (_language, text) => {
  const plans = text.split(/^### /m).slice(1);
  expect(plans).toHaveLength(6);
  for (const plan of plans) {
    const [heading = ""] = plan.split("\n");
    const sum = rows(plan.split(/^## /m)[0] ?? "").reduce(
      (all, row) => all + Number(/\d+/.exec(row)?.[0]),
      0,
    );
    expect(String(sum), heading).toBe([...heading.matchAll(/(\d+)/g)].at(-1)?.[1]);
  }
});

test("the files it refers to exist", () => {
  for (const file of ["examples/own-lesson/lesson.json", "web/public/lesson.schema.json", "CITATION.cff"])
    expect(existsSync(new URL(`../../${file}`, import.meta.url)), file).toBe(true);
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const citation = readFileSync(new URL("../../CITATION.cff", import.meta.url), "utf8");
  expect(citation).toContain(`version: ${version}`);
});
