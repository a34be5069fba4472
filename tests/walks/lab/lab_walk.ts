/** The leak lab in one engine: as a newcomer takes it, and what it does where the browser gets in its way. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { inRoot } from "../../../scripts/lib/paths.mjs";
import { serve } from "../../../scripts/lib/serve.mjs";
import { STRICT_CSP } from "../../page/browser.js";
import type { Launch } from "../../page/engines/engine.js";
import { profileFolder, removeFolder } from "../../page/engines/programs.js";
import { complaintsHeard, listeningSite } from "../../page/page_errors.js";
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

    const walk = (what: string, body: () => Promise<void>, expected: readonly string[] = []): void =>
      test(what, { timeout: 120_000 }, async () => {
        onTestFailed(async () => {
          const shots = inRoot("build/reports/walks");
          mkdirSync(shots, { recursive: true });
          const file = `lab-${name}-${what.replaceAll(/\W+/g, "_")}.png`;
          writeFileSync(path.join(shots, file), await reader.engine.screenshot());
        });
        await body();
        const complaints = await reader.engine.evaluate(complaintsHeard);
        // What a worker throws is reported to its page as well.
        expect(complaints.filter((one) => !expected.some((text) => one.includes(text)))).toEqual([]);
      });

    const [wide, narrow] = WIDTHS;
    walk("a newcomer in English, on a wide screen", () =>
      walkAsNewcomer(reader, server.url, { lang: "en", width: wide, other: narrow }),
    );
    walk("a newcomer in Korean, on a phone", () =>
      walkAsNewcomer(reader, server.url, { lang: "ko", width: narrow, other: wide }),
    );
    walk("hidden for an hour, in a worker and without one", () => hiddenForAnHour(reader, server.url));
    walk("a worker that dies twice", () => workerDies(reader, server.url, "ko"), ["uncaught: "]);

    test("with less motion nothing moves by itself", { timeout: 60_000 }, async () => {
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
