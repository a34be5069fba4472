/** What the page tells its training worker of the frames that it misses. */
import { afterEach, expect, test, vi } from "vitest";
import { startEngine } from "../../web/src/lab/engine.js";
import type { Answer, Command } from "../../web/src/lab/messages.js";

afterEach(() => vi.unstubAllGlobals());

/** A worker that remembers what it is sent; its page draws its frames at `framesMs`. */
function pageWithFrames(framesMs: readonly number[]) {
  const sent: Command[] = [];
  const listeners: ((event: { data: Answer }) => void)[] = [];
  class StillWorker {
    addEventListener(type: string, heard: (event: { data: Answer }) => void): void {
      if (type === "message") listeners.push(heard);
    }
    postMessage(command: Command): void {
      sent.push(command);
    }
    terminate(): void {}
  }
  const frames = [...framesMs];
  vi.stubGlobal("Worker", StillWorker);
  vi.stubGlobal("performance", { now: () => 0 });
  vi.stubGlobal("requestAnimationFrame", (draw: (ms: number) => void) => {
    const ms = frames.shift();
    if (ms !== undefined) queueMicrotask(() => draw(ms));
  });
  startEngine({ answer: () => {}, died: () => {} }, true);
  const say = (answer: Partial<Answer>): void => {
    for (const heard of listeners) heard({ data: answer as Answer });
  };
  return { sent, say };
}

test.each([
  ["no frame is late", [16, 33, 50], 0],
  ["one is late", [16, 66, 83], 333],
  ["all are late", [50, 100, 150], 1000],
])(
  "when %s, reports are far enough apart for 19 of 20 frames to be in time",
  async (_, framesMs, apartMs) => {
    const { sent, say } = pageWithFrames(framesMs);
    say({ type: "progress" });
    say({ type: "progress" }); // its frames are those that are being counted
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
