/** The worker that trains: a session of its own, so that the page's thread only draws. */
import { loadTraining } from "../module/training/page_entry.js";
import type { Answer, Command } from "./messages.js";
import { RUN_KEYS } from "./runs.js";
import { Session } from "./session.js";

/** Unlike a timer, a message is not delayed by browsers; commands that arrived before it are handled first. */
const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.onmessage = () => waiting.shift()?.();

const session = new Session({
  load: loadTraining,
  post: (answer) => self.postMessage(answer, { transfer: checkpointsIn(answer) }),
  nowMs: () => performance.now(),
  later(work) {
    waiting.push(work);
    channel.port2.postMessage(undefined);
  },
});

/** The memory of checkpoints, which only the page keeps: handed over instead of copied. */
const checkpointsIn = (answer: Answer): ArrayBufferLike[] =>
  answer.type === "progress"
    ? answer.progress.checkpoints.flatMap(({ states }) => RUN_KEYS.map((key) => states[key].numbers.buffer))
    : [];

self.addEventListener("message", ({ data }: MessageEvent<Command>) => session.handle(data));
