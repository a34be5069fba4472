/** Loading a part of the code when it is first asked for. */

/** Loads once; after a failure, such as a lost network, the next call tries again. Never rejects: undefined means it failed. */
export function once<T>(load: () => Promise<T>): () => Promise<T | undefined> {
  let coming: Promise<T | undefined> | undefined;
  return () => {
    coming ??= load().catch(() => {
      coming = undefined;
      return undefined;
    });
    return coming;
  };
}
