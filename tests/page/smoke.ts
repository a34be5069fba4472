/** A smoke test of one engine: the page opens, and a step plays. `npm run walks` covers the rest. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import type { Launch } from "./engines/engine.js";
import { siteInEngine } from "./engines/site_in_engine.js";
import { recordedComplaints } from "./page_errors.js";
import { lessonReady, recordedMoments, recordMoments, stepState } from "./page_state.js";

export function smokeIn(name: string, launch: Launch): void {
  describe(name, () => {
    const site = siteInEngine(launch);

    test("a lesson opens, plays a step and goes on to the next", async () => {
      const { engine, url } = site;
      await engine.open(`${url}?lesson=masked-self-attention&t=0&lang=en`);
      await expect.poll(() => engine.evaluate(lessonReady)).toBe("");
      await engine.evaluate(recordMoments);
      await engine.press("Space");
      const moves = async () => (await engine.evaluate(recordedMoments)).some((t) => t > 0 && t < 1);
      await expect.poll(moves).toBe(true);
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
      const { engine } = site;
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
