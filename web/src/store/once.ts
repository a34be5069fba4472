/** Loads a part of the code on first use. */

/** Loads once; after a failure, such as a lost network, the next call tries again. Never rejects: undefined means it failed. */
export function once<T>(load: () => Promise<T>): () => Promise<T | undefined> {
  let loading: Promise<T | undefined> | undefined;
  return () => {
    loading ??= load().catch(() => {
      loading = undefined;
      return undefined;
    });
    return loading;
  };
}
