/** A smoke test of one engine: the page opens, and a step plays. `npm run walks` covers the rest. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve } from "../../scripts/lib/serve.mjs";
import { STRICT_CSP } from "./browser.js";
import type { Engine, Launch } from "./engines/engine.js";
import { profileFolder, removeFolder } from "./engines/programs.js";
import { listeningSite, recordedComplaints } from "./page_errors.js";
import { lessonReady, played, stepState } from "./page_state.js";

export function smokeIn(name: string, launch: Launch): void {
  describe(name, () => {
    const folder = profileFolder();
    let server: Awaited<ReturnType<typeof serve>>;
    let engine: Engine;
    beforeAll(async () => {
      const root = listeningSite(folder);
      server = await serve({ root, headers: { "Content-Security-Policy": STRICT_CSP } });
      engine = await launch();
    });
    afterAll(async () => {
      await engine?.close();
      await server?.close();
      removeFolder(folder);
    });

    test("a lesson opens, plays a step and goes on to the next", async () => {
      await engine.open(`${server.url}?lesson=masked-self-attention&t=0&lang=en`);
      expect(await engine.evaluate(lessonReady)).toBe("");
      await engine.press("Space");
      expect(await engine.evaluate(played)).toBe(true);
      await engine.press("ArrowRight");
      const [seen] = await engine.evaluate(stepState, []);
      expect(seen).toMatchObject({ heading: expect.stringMatching(/^2 · /), alerts: "" });
      expect(seen?.painted).toBeGreaterThan(0.001);
      expect(await engine.evaluate(recordedComplaints)).toEqual([]);
    });

    test("opening waits for a slow page while the previous page still changes its address", async () => {
      const slow = createServer((_, response) => {
        setTimeout(() => response.setHeader("Content-Type", "text/html").end("<title>slow</title>"), 400);
      });
      await new Promise<void>((done) => slow.listen(0, "127.0.0.1", done));
      const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}/`;
      try {
        await engine.open(`${url}?first`);
        await engine.evaluate(() => {
          Object.assign(window, { isLeft: true });
          setTimeout(() => history.replaceState(null, "", "?written"), 100);
        });
        await engine.open(`${url}?second`);
        expect(await engine.evaluate(() => ["isLeft" in window, location.search])).toEqual([
          false,
          "?second",
        ]);
      } finally {
        slow.closeAllConnections();
        slow.close();
      }
    });
  });
}
