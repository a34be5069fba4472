/** Starts the worker of background_runs.ts. Builds without a file for it put `undefined` in its place (scripts/vite/shared.ts). */
export const startRunWorker = (): Worker | undefined =>
  new Worker(new URL("./run_worker.ts", import.meta.url), { type: "module" });
