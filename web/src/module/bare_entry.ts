/** The types of `heads-up-attention/heads-up.js`, whose code is the generated glue itself. */
import type { BareModule, BareOptions } from "./bare.js";

export type * from "./bare.js";
export type { ErrorCode, ErrorDetails, HeadsUpError } from "./errors.js";
export type * from "./types.js";

/**
 * Starts the bare module in a page, a worker or Node. If that fails, it rejects with a HeadsUpError of the code
 * `module-failed`; `load()` also says why: no WebAssembly, no SIMD, or a policy that forbids it.
 */
declare const createHeadsUp: (options?: BareOptions) => Promise<BareModule>;
export default createHeadsUp;
