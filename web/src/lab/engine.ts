/** Runs the training session: in a worker if possible, else on the page's own thread. */
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

export const startEngine: StartEngine = (listener, mayUseWorker) =>
  (mayUseWorker && inWorker(listener)) || onPage(listener);

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
