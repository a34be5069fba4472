/** The worker that runs the training session, so that the page's thread only draws. */
import { loadTraining } from "../module/training/page_entry.js";
import type { Command } from "./messages.js";
import { Session } from "./session.js";

/** Schedules work by messages, because browsers delay timers. Commands that arrived earlier are handled first. */
const channel = new MessageChannel();
const queue: (() => void)[] = [];
channel.port1.onmessage = () => queue.shift()?.();

const session = new Session({
  load: loadTraining,
  post: (answer) => self.postMessage(answer),
  nowMs: () => performance.now(),
  later(work) {
    queue.push(work);
    channel.port2.postMessage(undefined);
  },
});

self.addEventListener("message", ({ data }: MessageEvent<Command>) => session.handle(data));
