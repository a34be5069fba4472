/** Where the training session runs: in a worker if there can be one, on the page's own thread otherwise. */
import type { Answer, Command } from "./messages.js";
import { Session } from "./session.js";
import { startLabWorker } from "./start_lab_worker.js";

export interface Engine {
  send(command: Command): void;
  close(): void;
}

export interface EngineHeard {
  answer(answer: Answer): void;
  /** The engine will not answer any more. */
  died(): void;
}

export type StartEngine = (heard: EngineHeard, mayUseWorker: boolean) => Engine;

/** Reports are this many times as long apart as one takes the page to show, so that a slow page has most frames to itself. */
const PACE = 10;
const SLOWEST_MS = 1000;

export const startEngine: StartEngine = (heard, mayUseWorker) => {
  const pacing: EngineHeard = {
    ...heard,
    answer(said) {
      const beganMs = performance.now();
      heard.answer(said);
      if (said.type !== "progress") return;
      // A timer comes after what the answer has rendered.
      setTimeout(() => {
        const ms = Math.min(SLOWEST_MS, PACE * (performance.now() - beganMs));
        engine.send({ type: "pace", ms });
      });
    },
  };
  const engine = (mayUseWorker && inWorker(pacing)) || onPage(pacing);
  return engine;
};

function inWorker({ answer, died }: EngineHeard): Engine | undefined {
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

function onPage({ answer }: EngineHeard): Engine {
  let isClosed = false;
  const session = new Session({
    load: async () => (await import("../module/training/page_entry.js")).loadTraining(),
    // As from a worker, an answer arrives after the slice that it was posted in.
    post: (said) => queueMicrotask(() => isClosed || answer(said)),
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
