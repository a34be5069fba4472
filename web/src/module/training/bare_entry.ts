/** The declarations of `heads-up-attention/heads-up-training.js`, whose code is the generated glue itself. */
import type { BareOptions } from "../bare.js";
import type { BareTraining } from "./bare.js";

export type { BareOptions } from "../bare.js";
export type { ErrorCode, ErrorDetails, HeadsUpError } from "../errors.js";
export type * from "./bare.js";
export type * from "./types.js";

/** Starts training's bare module, in a page, a worker and Node alike; its options are those of the lessons' module. */
declare const createHeadsUpTraining: (options?: BareOptions) => Promise<BareTraining>;
export default createHeadsUpTraining;
