/** A padding mask in which 1 means ignore: ids == pad_id. */

import { eq as scene } from "../draw/scenes/masks/compared_ids.js";
import { compared } from "./arithmetic.js";
import { comparedWithPadding, paintMask } from "./mask_bits.js";
import type { Operation } from "./operation.js";

export const eq: Operation = {
  ms: 4200,
  scene,
  arithmetic: compared("==", 1),
  formula: comparedWithPadding("="),
  questions: [paintMask],
};
