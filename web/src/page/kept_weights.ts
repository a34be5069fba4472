/** Keeps weights from the reader's files in IndexedDB, because they are large. All functions reject if nothing may be stored. */
import type { OwnWeights } from "../store/lesson_runner.js";

const DATABASE = "heads-up";
const STORE = "weights";
/** The four matrices of the widest layer that a lesson takes. */
const MOST_BYTES = 70_000_000;
/** Older files are deleted. */
const MOST_FILES = 3;

const result = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function withStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const opening = indexedDB.open(DATABASE);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await result(opening);
  try {
    return await work(database.transaction(STORE, mode).objectStore(STORE));
  } finally {
    database.close();
  }
}

const bytesOf = ({ tensors }: OwnWeights): number =>
  Object.values(typeof tensors === "string" ? {} : tensors).reduce(
    (sum, tensor) => sum + ("data" in tensor ? tensor.data.length * Float32Array.BYTES_PER_ELEMENT : 0),
    0,
  );

/** Keys sort by time, so the first are the oldest. */
export async function keepWeights(key: string, weights: OwnWeights): Promise<void> {
  if (bytesOf(weights) > MOST_BYTES) return;
  await withStore("readwrite", async (store) => {
    const keys = await result(store.getAllKeys());
    for (const old of keys.slice(0, Math.max(0, keys.length + 1 - MOST_FILES))) store.delete(old);
    await result(store.put(weights, key));
  });
}

export const keptWeights = (key: string): Promise<OwnWeights | undefined> =>
  withStore("readonly", (store) => result<OwnWeights | undefined>(store.get(key)));

export const forgetWeights = (key?: string): Promise<void> =>
  withStore("readwrite", (store) => result(key === undefined ? store.clear() : store.delete(key)));
