/** Keeps weights from the reader's files in IndexedDB, because they are large. All functions reject if nothing may be stored. */
import { isLessonName } from "../lessons/lessons.js";
import type { LessonName } from "../module/types.js";
import type { LessonWeights } from "../module/weights/state_dict.js";
import { asObject } from "../spec/as_object.js";
import type { ChosenWeights, ModelRead } from "../store/lesson_runner.js";

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

const bytesOf = ({ tensors }: ChosenWeights): number =>
  Object.values(typeof tensors === "string" ? {} : tensors).reduce(
    (sum, tensor) => sum + ("data" in tensor ? tensor.data.length * Float32Array.BYTES_PER_ELEMENT : 0),
    0,
  );

/** Keys sort by time, so the first are the oldest. */
export async function keepWeights(key: string, weights: ChosenWeights): Promise<void> {
  if (bytesOf(weights) > MOST_BYTES) return;
  await withStore("readwrite", async (store) => {
    const keys = await result(store.getAllKeys());
    for (const old of keys.slice(0, Math.max(0, keys.length + 1 - MOST_FILES))) store.delete(old);
    await result(store.put(weights, key));
  });
}

export const keptWeights = async (key: string): Promise<ChosenWeights | undefined> =>
  ownWeightsOf(await withStore("readonly", (store) => result<unknown>(store.get(key))));

/** Stored values are not trusted: undefined for what is not the weights of a file. The core checks the tensors. */
export function ownWeightsOf(kept: unknown): ChosenWeights | undefined {
  const { name, lesson, tensors, words, model } = asObject(kept);
  const areWeights = typeof name === "string" && isLesson(lesson) && isObject(tensors);
  if (!areWeights || !(words === undefined || isListOf("string", words))) return undefined;
  if (!(model === undefined || isModel(model))) return undefined;
  const weights = { name, lesson, tensors: tensors as LessonWeights };
  return { ...weights, ...(words ? { words } : {}), ...(model ? { model } : {}) };
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const isLesson = (value: unknown): value is LessonName => typeof value === "string" && isLessonName(value);

const isListOf = <T extends "string" | "number">(
  type: T,
  value: unknown,
): value is readonly (T extends "string" ? string : number)[] =>
  Array.isArray(value) && value.every((item) => typeof item === type);

function isModel(value: unknown): value is ModelRead {
  const { tokens, sequences, before } = asObject(value);
  const areLists = Array.isArray(sequences) && sequences.every((ids) => isListOf("number", ids));
  return isListOf("number", tokens) && areLists && isLesson(asObject(before)["lesson"]);
}

export const forgetWeights = (key?: string): Promise<void> =>
  withStore("readwrite", (store) => result(key === undefined ? store.clear() : store.delete(key)));
