/** The weights of the reader's files that a page keeps in storage, for tests that reload it. */
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** The keys of the kept weights, oldest first. */
export const keptKeys = (page: Page): Promise<IDBValidKey[]> =>
  page.evaluate(async () => {
    // Opening a database before the page does would create it without the page's object store.
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === "heads-up")) return [];
    return new Promise<IDBValidKey[]>((resolve) => {
      const opening = indexedDB.open("heads-up");
      opening.onsuccess = () => {
        const database = opening.result;
        const keys = database.transaction("weights").objectStore("weights").getAllKeys();
        keys.onsuccess = () => {
          database.close();
          resolve(keys.result);
        };
      };
    });
  });

/** Waits until the weights of the current history entry are in storage. */
export const weightsKept = (page: Page): Promise<void> =>
  expect
    .poll(async () => {
      const key: string = await page.evaluate(() => history.state?.weights);
      return (await keptKeys(page)).includes(key);
    })
    .toBe(true);
