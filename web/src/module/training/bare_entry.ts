/** The types of `heads-up-attention/heads-up-training.js`, whose code is the generated glue itself. */
import type { BareOptions } from "../bare.js";
import type { BareTraining } from "./bare.js";

export type { BareOptions } from "../bare.js";
export type { ErrorCode, ErrorDetails, HeadsUpError } from "../errors.js";
export type * from "./bare.js";
export type * from "./types.js";

/** Starts the bare training module in a page, a worker or Node, with the same options as the lessons' module. */
declare const createHeadsUpTraining: (options?: BareOptions) => Promise<BareTraining>;
export default createHeadsUpTraining;
