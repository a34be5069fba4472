/**
 * The leak lab in one engine: a newcomer's path through it, and its behaviour under adverse conditions. Chromium has all of
 * it; each language, width and condition is also tried in one of the others.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { Launch } from "../../page/engines/engine.js";
import { screenshotOnFailure, siteInEngine } from "../../page/engines/site_in_engine.js";
import { recordedComplaints } from "../../page/page_errors.js";
import { Reader } from "../reader.js";
import { inSandbox, withAndWithoutWorkers, withLessMotion, workerDies } from "./interruptions.js";
import { placeAxe, WIDTHS } from "./lab_axe.js";
import { walkAsNewcomer } from "./newcomer.js";

const PARTS = ["wide", "narrow", "workers", "dying", "calm", "framed"] as const;

export function walkLabIn(
  name: string,
  launch: Launch,
  parts: readonly (typeof PARTS)[number][] = PARTS,
): void {
  describe(name, () => {
    const site = siteInEngine(launch);
    let reader: Reader;
    beforeAll(() => {
      placeAxe(site.root);
      reader = new Reader(site.engine, "keyboard");
    });

    const testWalk = (what: string, body: () => Promise<void>, expected: readonly string[] = []): void =>
      test(what, { timeout: 300_000 }, async () => {
        screenshotOnFailure(reader.engine, `lab ${name} ${what}`);
        await body();
        const complaints = await reader.engine.evaluate(recordedComplaints);
        // A worker's uncaught error is also reported to its page.
        expect(complaints.filter((one) => !expected.some((text) => one.includes(text)))).toEqual([]);
      });

    const [wide, narrow] = WIDTHS;
    if (parts.includes("wide"))
      testWalk("serves a newcomer in English, on a wide screen", () =>
        walkAsNewcomer(reader, site.url, { lang: "en", width: wide, other: narrow }),
      );
    if (parts.includes("narrow"))
      testWalk("serves a newcomer in Korean, on a phone", () =>
        walkAsNewcomer(reader, site.url, { lang: "ko", width: narrow, other: wide }),
      );
    if (parts.includes("workers"))
      testWalk("trains to the same losses with and without a worker", () =>
        withAndWithoutWorkers(reader, site.url),
      );
    if (parts.includes("dying"))
      testWalk("recovers from a worker that dies", () => workerDies(reader, site.url, "ko"), ["uncaught: "]);
    if (parts.includes("calm"))
      test("with reduced motion nothing is animated", { timeout: 120_000 }, async () => {
        const calm = new Reader(await launch({ reducedMotion: true }), "keyboard");
        try {
          await withLessMotion(calm, site.url);
        } finally {
          await calm.engine.close();
        }
      });
    if (parts.includes("framed"))
      test("a sandboxed frame trains without a worker", { timeout: 120_000 }, () =>
        inSandbox(reader, site.root),
      );
  });
}
