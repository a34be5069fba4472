/** The worker that runs the training session, so that the page's thread only draws. */
import { loadTraining } from "../module/training/page_entry.js";
import type { Answer, Command } from "./messages.js";
import { RUN_KEYS } from "./runs.js";
import { Session } from "./session.js";

/** Schedules work by messages, because browsers delay timers. Commands that arrived earlier are handled first. */
const channel = new MessageChannel();
const queue: (() => void)[] = [];
channel.port1.onmessage = () => queue.shift()?.();

const session = new Session({
  load: loadTraining,
  post: (answer) => self.postMessage(answer, { transfer: checkpointsIn(answer) }),
  nowMs: () => performance.now(),
  later(work) {
    queue.push(work);
    channel.port2.postMessage(undefined);
  },
});

/** The buffers of checkpoints, which are transferred instead of copied, because only the page keeps checkpoints. */
const checkpointsIn = (answer: Answer): ArrayBufferLike[] =>
  answer.type === "progress"
    ? answer.progress.checkpoints.flatMap(({ states }) => RUN_KEYS.map((key) => states[key].numbers.buffer))
    : [];

self.addEventListener("message", ({ data }: MessageEvent<Command>) => session.handle(data));
