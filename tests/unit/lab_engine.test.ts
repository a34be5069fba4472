/** The page reports its missed frames to the training worker, which then reports progress less often. */
import { afterEach, expect, test, vi } from "vitest";
import { startEngine } from "../../web/src/lab/engine.js";
import type { Answer, Command } from "../../web/src/lab/messages.js";

afterEach(() => vi.unstubAllGlobals());

/** A worker that records the commands it receives, and a page that draws its frames at `framesMs`. */
function pageWithFrames(framesMs: readonly number[]) {
  const sent: Command[] = [];
  const listeners: ((event: { data: Answer }) => void)[] = [];
  class RecordingWorker {
    addEventListener(type: string, listener: (event: { data: Answer }) => void): void {
      if (type === "message") listeners.push(listener);
    }
    postMessage(command: Command): void {
      sent.push(command);
    }
    terminate(): void {}
  }
  const frames = [...framesMs];
  vi.stubGlobal("Worker", RecordingWorker);
  vi.stubGlobal("performance", { now: () => 0 });
  vi.stubGlobal("requestAnimationFrame", (draw: (ms: number) => void) => {
    const ms = frames.shift();
    if (ms !== undefined) queueMicrotask(() => draw(ms));
  });
  startEngine({ answer: () => {}, died: () => {} }, true);
  const say = (answer: Partial<Answer>): void => {
    for (const listener of listeners) listener({ data: answer as Answer });
  };
  return { sent, say };
}

const FRAME_MS = 1000 / 60;
/** The times of the eight frames after a report; the first `late` ones take three times as long as they should. */
const framesWith = (late: number): number[] => {
  let nowMs = 0;
  return Array.from({ length: 8 }, (_, i) => (nowMs += i < late ? 3 * FRAME_MS : FRAME_MS));
};

test.each([
  ["no frame is late", 0, 0],
  ["one is late", 1, 417],
  ["all are late", 8, 1000],
])(
  "when %s, reports are spaced so that 24 of 25 frames are on time, at most a second apart",
  async (_, late, apartMs) => {
    const { sent, say } = pageWithFrames(framesWith(late));
    say({ type: "progress" });
    say({ type: "progress" }); // arrives while frames are being counted
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    const [command] = sent;
    expect(command).toMatchObject({ type: "pace", ms: expect.closeTo(apartMs, 0) });
  },
);

test("a hidden page, which draws no frames, leaves the reports as they are", async () => {
  const { sent, say } = pageWithFrames([16]);
  say({ type: "progress" });
  await Promise.resolve();
  expect(sent).toEqual([]);
});
