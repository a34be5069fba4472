/** Runs the training session: in a worker if possible, else on the page's own thread. */
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
  /** Called when the engine has failed and will not answer any more. */
  died(): void;
}

export type StartEngine = (listener: EngineListener, mayUseWorker: boolean) => Engine;

const FRAME_MS = 1000 / 60;
/** A frame this long after the previous one is late. */
const LATE_MS = 1.25 * FRAME_MS;
/**
 * The number of frames in which the changes of a report are drawn: text, three panels of curves, the attention of three
 * models.
 */
const FRAMES_PER_REPORT = 8;
/** At most one in this many frames should be late. */
const FRAMES_PER_LATE = 25;
/** The longest time between reports, so that a reader sees the curves grow even if all frames are late. */
const MOST_MS = 1000;

export const startEngine: StartEngine = (listener, mayUseWorker) => {
  let isCounting = false;
  const pacedListener: EngineListener = {
    ...listener,
    answer(reply) {
      const startMs = performance.now();
      listener.answer(reply);
      if (reply.type !== "progress" || isCounting) return;
      isCounting = true;
      void lateFrames(startMs).then((late) => {
        isCounting = false;
        engine.send({ type: "pace", ms: Math.min(MOST_MS, late * FRAMES_PER_LATE * FRAME_MS) });
      });
    },
  };
  const engine = (mayUseWorker && inWorker(pacedListener)) || onPage(pacedListener);
  return engine;
};

/** Counts the late frames among the next ones; a hidden page has no frames until it is shown. */
async function lateFrames(startMs: number): Promise<number> {
  let [late, previousMs] = [0, startMs];
  for (let i = 0; i < FRAMES_PER_REPORT; i++) {
    const frameMs = await nextFrame();
    if (frameMs - previousMs > LATE_MS) late += 1;
    previousMs = frameMs;
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
    // An answer arrives after the slice in which it was posted, as it does from a worker.
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
