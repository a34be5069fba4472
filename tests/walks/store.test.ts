/** The store under random actions of many readers; `npm test` tries fewer. */
import { test } from "vitest";
import { testRandomReaders } from "../module/store_property.js";

test(
  "after 50 random actions the URL and the undo history reproduce the state, 200 times",
  () => testRandomReaders(200),
  300_000,
);
