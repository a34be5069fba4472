/** Starts the worker that trains. Builds without a file for it put `undefined` in its place (scripts/vite/shared.ts). */
export const startLabWorker = (): Worker | undefined =>
  new Worker(new URL("./lab_worker.ts", import.meta.url), { type: "module" });
