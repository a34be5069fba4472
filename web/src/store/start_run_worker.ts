/** Starts the worker of background_runs.ts. Builds without a file for it put `undefined` in its place (vite.config.ts). */
export const startRunWorker = (): Worker | undefined =>
  new Worker(new URL("./run_worker.ts", import.meta.url), { type: "module" });
