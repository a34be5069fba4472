/** The leak lab in one engine: a newcomer's path through it, and its behaviour under adverse conditions. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { inRoot } from "../../../scripts/lib/paths.mjs";
import { serve } from "../../../scripts/lib/serve.mjs";
import { STRICT_CSP } from "../../page/browser.js";
import type { Launch } from "../../page/engines/engine.js";
import { profileFolder, removeFolder } from "../../page/engines/programs.js";
import { listeningSite, recordedComplaints } from "../../page/page_errors.js";
import { Reader } from "../reader.js";
import { hiddenForAnHour, inSandbox, withLessMotion, workerDies } from "./interruptions.js";
import { placeAxe, WIDTHS } from "./lab_axe.js";
import { walkAsNewcomer } from "./newcomer.js";

type Server = Awaited<ReturnType<typeof serve>>;

export function walkLabIn(name: string, launch: Launch): void {
  describe(name, () => {
    const folder = profileFolder();
    let server: Server;
    let reader: Reader;
    beforeAll(async () => {
      const root = listeningSite(folder);
      placeAxe(root);
      server = await serve({ root, headers: { "Content-Security-Policy": STRICT_CSP } });
      reader = new Reader(await launch(), "keyboard");
    });
    afterAll(async () => {
      await reader?.engine.close();
      await server?.close();
      removeFolder(folder);
    });

    const testWalk = (what: string, body: () => Promise<void>, expected: readonly string[] = []): void =>
      test(what, { timeout: 120_000 }, async () => {
        onTestFailed(async () => {
          const shots = inRoot("build/reports/walks");
          mkdirSync(shots, { recursive: true });
          const file = `lab-${name}-${what.replaceAll(/\W+/g, "_")}.png`;
          writeFileSync(path.join(shots, file), await reader.engine.screenshot());
        });
        await body();
        const complaints = await reader.engine.evaluate(recordedComplaints);
        // A worker's uncaught error is also reported to its page.
        expect(complaints.filter((one) => !expected.some((text) => one.includes(text)))).toEqual([]);
      });

    const [wide, narrow] = WIDTHS;
    testWalk("serves a newcomer in English, on a wide screen", () =>
      walkAsNewcomer(reader, server.url, { lang: "en", width: wide, other: narrow }),
    );
    testWalk("serves a newcomer in Korean, on a phone", () =>
      walkAsNewcomer(reader, server.url, { lang: "ko", width: narrow, other: wide }),
    );
    testWalk("resumes after an hour in a hidden page, with and without a worker", () =>
      hiddenForAnHour(reader, server.url),
    );
    testWalk("recovers from a worker that dies twice", () => workerDies(reader, server.url, "ko"), [
      "uncaught: ",
    ]);

    test("with reduced motion nothing is animated", { timeout: 60_000 }, async () => {
      const calm = new Reader(await launch({ reducedMotion: true }), "keyboard");
      try {
        await withLessMotion(calm, server.url);
      } finally {
        await calm.engine.close();
      }
    });

    test("a sandboxed frame trains without a worker", { timeout: 60_000 }, () =>
      inSandbox(reader, path.join(folder, "site")),
    );
  });
}
