/** The scenes that follow soon after a lesson's first: what is made of the data, and masks. */
import { embedding } from "./data/embedding.js";
import { logicalAnd, logicalOr } from "./masks/logical_and.js";
import { notEqual } from "./masks/not_equal.js";
import { tril, triu } from "./masks/tril.js";

export const dataScenes = {
  embedding,
  logical_and: logicalAnd,
  logical_or: logicalOr,
  not_equal: notEqual,
  tril,
  triu,
} as const;
