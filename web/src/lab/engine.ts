/** Where the training session runs: in a worker if there can be one, on the page's own thread otherwise. */
import { nextFrame } from "../timeline/frames.js";
import type { Answer, Command } from "./messages.js";
import { Session } from "./session.js";
import { startLabWorker } from "./start_lab_worker.js";

export interface Engine {
  send(command: Command): void;
  close(): void;
}

export interface EngineListener {
  answer(answer: Answer): void;
  /** The engine will not answer any more. */
  died(): void;
}

export type StartEngine = (listener: EngineListener, mayUseWorker: boolean) => Engine;

const FRAME_MS = 1000 / 60;
/** A frame that comes this much after the one before missed its time. */
const LATE_MS = 1.25 * FRAME_MS;
/** What a report changes is drawn in the frames after it: text, three panels of curves, the attention of three models. */
const DRAWN_IN = 8;
/** At most one in this many frames may be late. */
const FRAMES_PER_LATE = 25;
/** However late the frames are, a reader should see the curves grow. */
const MOST_MS = 1000;

export const startEngine: StartEngine = (listener, mayUseWorker) => {
  let isCounting = false;
  const pacing: EngineListener = {
    ...listener,
    answer(reply) {
      const beganMs = performance.now();
      listener.answer(reply);
      if (reply.type !== "progress" || isCounting) return;
      isCounting = true;
      void lateFrames(beganMs).then((late) => {
        isCounting = false;
        engine.send({ type: "pace", ms: Math.min(MOST_MS, late * FRAMES_PER_LATE * FRAME_MS) });
      });
    },
  };
  const engine = (mayUseWorker && inWorker(pacing)) || onPage(pacing);
  return engine;
};

/** How many of the next frames are late; a page that is hidden has none until it is shown. */
async function lateFrames(fromMs: number): Promise<number> {
  let [late, beforeMs] = [0, fromMs];
  for (let i = 0; i < DRAWN_IN; i++) {
    const frameMs = await nextFrame();
    if (frameMs - beforeMs > LATE_MS) late += 1;
    beforeMs = frameMs;
  }
  return late;
}

function inWorker({ answer, died }: EngineListener): Engine | undefined {
  if (typeof Worker === "undefined") return undefined;
  let worker: Worker | undefined;
  try {
    worker = startLabWorker();
  } catch {
    return undefined; // file://, or a content security policy
  }
  if (!worker) return undefined;
  worker.addEventListener("message", ({ data }: MessageEvent<Answer>) => answer(data));
  worker.addEventListener("error", died);
  worker.addEventListener("messageerror", died);
  return { send: (command) => worker.postMessage(command), close: () => worker.terminate() };
}

function onPage({ answer }: EngineListener): Engine {
  let isClosed = false;
  const session = new Session({
    load: async () => (await import("../module/training/page_entry.js")).loadTraining(),
    // As from a worker, an answer arrives after the slice that it was posted in.
    post: (reply) => queueMicrotask(() => isClosed || answer(reply)),
    nowMs: () => performance.now(),
    later: (work) => setTimeout(work),
  });
  return {
    send: (command) => session.handle(command),
    close() {
      isClosed = true;
      session.close();
    },
  };
}
