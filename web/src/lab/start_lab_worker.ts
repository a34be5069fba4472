/** Starts the worker that trains. In builds without a separate file for it, this returns undefined (scripts/vite/shared.ts). */
export const startLabWorker = (): Worker | undefined =>
  new Worker(new URL("./lab_worker.ts", import.meta.url), { type: "module" });
