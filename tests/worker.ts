/** A worker ends with the process that started it, in the middle of a test too, and its browsers end with it. */
function endWorker(): void {
  process.exit();
}

// This file is run again for each test file of a worker.
for (const event of ["SIGTERM", "disconnect"] as const)
  if (!process.listeners(event as NodeJS.Signals).some(({ name }) => name === endWorker.name))
    process.once(event, endWorker);
