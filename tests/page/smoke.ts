/** A smoke test of one engine: the page opens, and a step plays. `npm run walks` covers the rest. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import type { NotebookStore } from "../../web/src/notebook/notebook_store.js";
import { fragmentOf } from "../../web/src/notebook/program_link.js";
import type { Launch } from "./engines/engine.js";
import { siteInEngine } from "./engines/site_in_engine.js";
import { recordedComplaints } from "./page_errors.js";
import { lessonReady, recordedMoments, recordMoments, stepState } from "./page_state.js";

const PROGRAM = "import torch\nx = torch.tensor([[1., 2.], [3., 4.]])\nscores = x @ x\nprint(scores)\n";

interface NotebookPage extends HTMLElement {
  readonly store: NotebookStore;
}

/** What the notebook's page shows; evaluated in the page. */
const notebookShows = () => {
  const page = document.querySelector("heads-up-notebook") as NotebookPage | null;
  const root = page?.shadowRoot;
  const text = (selector: string): string => root?.querySelector(selector)?.textContent ?? "";
  const canvas = root?.querySelector("heads-up-program-stage")?.shadowRoot?.querySelector("canvas");
  const data = canvas?.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  let painted = 0;
  for (let i = 0; i < data.length; i += 4) if (data[i] !== data[0]) painted++;
  const { progress } = page?.store.state.playback ?? { progress: 0 };
  return {
    ...{ title: text(".head h2"), t: progress, answer: text(".answer"), printed: text("pre") },
    painted: painted / Math.max(1, data.length / 4),
    code: root?.querySelector("heads-up-code")?.shadowRoot?.textContent ?? "",
  };
};

const askNotebook = () => {
  const page = document.querySelector("heads-up-notebook") as NotebookPage;
  page.store.dispatch({ type: "ask", cell: { name: "scores", index: [0, 1] } });
};

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

    test("a program in the address runs, plays, and says where a number comes from", async () => {
      const { engine, url } = site;
      await engine.open(`${url}?code&lang=en${await fragmentOf(PROGRAM)}`);
      await expect.poll(() => engine.evaluate(notebookShows)).toMatchObject({ title: "scores", t: 1 });
      await engine.press("Space");
      await expect.poll(async () => (await engine.evaluate(notebookShows)).t).toBeLessThan(1);
      await expect.poll(async () => (await engine.evaluate(notebookShows)).t, { timeout: 15_000 }).toBe(1);
      await engine.evaluate(askNotebook);
      await expect.poll(async () => (await engine.evaluate(notebookShows)).answer).toContain("scores[0, 1]");
      const { painted, code, printed } = await engine.evaluate(notebookShows);
      expect(painted).toBeGreaterThan(0.01);
      expect(code).toContain("(i 2, i 2)");
      expect(printed).toContain("tensor([[ 7., 10.]");
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
