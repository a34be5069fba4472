/**
 * What a reader must be able to see (stage_rules.ts), in every step of every lesson as it opens, on all stages. The steps that break a
 * rule are in stage_rules_known.json, a list that may only become shorter. With MEASURE=file, everything found is written there.
 */

import { appendFileSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Tokens } from "../../web/src/draw/picture.js";
import { light, paletteOf } from "../../web/src/draw/theme.js";
import { designedSpec, designedWords, namesOfNumbers } from "../../web/src/lessons/designed.js";
import { lessons, openingSpec } from "../../web/src/lessons/lessons.js";
import { canShowDesigned, lessonNames } from "../../web/src/lessons/opening.js";
import type { LessonName, Trace } from "../../web/src/module/types.js";
import { sampled } from "../sampled.js";
import { hu } from "./core.js";
import { type Offence, offencesOf, recoloured, STAGE_SIZES } from "./stage_rules.js";

interface Data {
  readonly trace: Trace;
  readonly tokens?: Tokens;
}

/** The designed model as the page opens with it, with the names of its rows and columns. */
function designed(lesson: LessonName, lang: string): Data {
  const spec = designedSpec(lesson, lang);
  const trace = hu.run(spec, hu.designedWeights(spec)) as Trace;
  const words = designedWords(lesson, lang);
  const spoken = (sentences: readonly (readonly number[])[]): string[][] =>
    sentences.map((ids) => ids.map((id) => words[id] || String(id)));
  const { sequences, target } = trace.spec;
  const numbers = namesOfNumbers(trace, lang);
  return { trace, tokens: { source: spoken(sequences), ...(target && { target: spoken(target) }), numbers } };
}

/** The data that lessons can open with. */
const DATA: Readonly<Record<string, (lesson: LessonName) => Data>> = {
  tutorial: (lesson) => ({ trace: hu.run(openingSpec(lesson)) as Trace }),
  "designed English": (lesson) => designed(lesson, "en"),
  "designed Korean": (lesson) => designed(lesson, "ko"),
};

/** Steps by what breaks a rule there: "tutorial multi-head", "digits on desktop", "ids embedding". */
type Known = Readonly<Record<string, Readonly<Record<string, string>>>>;
const known = JSON.parse(readFileSync(new URL("stage_rules_known.json", import.meta.url), "utf8")) as Known;

/** Each thing that breaks a rule once, with its first and last moment. */
function summary(offences: readonly Offence[]): string[] {
  const spans = new Map<string, [from: number, to: number]>();
  for (const { rule, at, what } of offences) {
    const key = `${rule}: ${what}`;
    spans.set(key, [spans.get(key)?.[0] ?? at, at]);
  }
  return [...spans].map(([key, [from, to]]) => `${key} (t ${from}–${to})`);
}

describe.each(sampled(Object.entries(DATA), 2))("with %s data", (data, run) => {
  test.each(lessonNames.filter((name) => data === "tutorial" || canShowDesigned(name)))(
    "%s can be read in every step, on every stage",
    (lesson) => {
      const { trace, tokens } = run(lesson);
      const colours = new Map<string, string>();
      const found: Record<string, string[]> = {};
      const report: string[] = [];
      const broken = (rule: string, id: string, lines: readonly string[]): void => {
        if (lines.length === 0) return;
        found[rule] = [...(found[rule] ?? []), id];
        report.push(
          ...lines.map((line) => `${data} ${lesson} · ${id} · ${rule.split(" on ")[1] ?? ""} · ${line}`),
        );
      };
      for (const { id, stage } of lessons[lesson].steps(trace)) {
        const step = stage(trace);
        const input = { hu, trace, tokens, step, theme: paletteOf(light), focus: { batch: 0, head: 0 } };
        for (const [on, { digits, ...size }] of Object.entries(STAGE_SIZES)) {
          const offences = offencesOf({ ...input, ...size }, digits);
          for (const rule of new Set(offences.map((one) => one.rule)))
            broken(`${rule} on ${on}`, id, summary(offences.filter((one) => one.rule === rule)));
        }
        broken(
          "colour",
          id,
          recoloured({ ...input, ...STAGE_SIZES.desktop }, colours).map((name) => `colour: ${name}`),
        );
      }
      if (process.env["MEASURE"]) appendFileSync(process.env["MEASURE"], `${report.join("\n")}\n`);
      if (process.env["MEASURE"])
        appendFileSync(`${process.env["MEASURE"]}.json`, `${JSON.stringify([`${data} ${lesson}`, found])}\n`);
      const listed = known[`${data} ${lesson}`] ?? {};
      const fresh = Object.entries(found).flatMap(([rule, ids]) =>
        ids.filter((id) => !listed[rule]?.split(" ").includes(id)).map((id) => `${rule}: ${id}`),
      );
      const mended = Object.entries(listed).flatMap(([rule, ids]) =>
        ids
          .split(" ")
          .filter((id) => !found[rule]?.includes(id))
          .map((id) => `${rule}: ${id}`),
      );
      expect(mended, "take these off the list").toEqual([]);
      expect(
        fresh,
        report.filter((line) => fresh.some((one) => line.includes(` ${one.split(": ")[1]} `))).join("\n"),
      ).toEqual([]);
    },
    240_000,
  );
});
