/** Setup of every worker of the JavaScript tests. */
import { setImmediate } from "node:timers/promises";
import { afterEach } from "vitest";

/** Ends the worker and its browsers when its parent process ends, even in the middle of a test. */
function endWorker(): void {
  process.exit();
}

// This file is run again for each test file of a worker.
for (const event of ["SIGTERM", "disconnect"] as const)
  if (!process.listeners(event as NodeJS.Signals).some(({ name }) => name === endWorker.name))
    process.once(event, endWorker);

// Tests that never wait would keep the worker from answering its parent process, which gives up on a silent worker after a
// minute. On a busy machine a file with several hundred such tests takes longer than that.
afterEach(() => setImmediate());

/** A poll that times out reports only the timeout. This adds the first line of its cause: the last failed check. */
afterEach(({ task }) => {
  for (const error of task.result?.errors ?? []) {
    const seen = (error.cause as Error | undefined)?.message.split("\n", 1)[0];
    if (seen && error.stack) error.stack = error.stack.replace(error.message, `${error.message} ${seen}`);
  }
});
