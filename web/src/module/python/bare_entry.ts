/** The types of `heads-up-attention/heads-up-python.js`, whose code is the generated glue itself. */
import type { BareOptions } from "../bare.js";
import type { BarePython } from "./bare.js";

export type { BareOptions } from "../bare.js";
export type { ErrorCode, ErrorDetails, HeadsUpError } from "../errors.js";
export type * from "./bare.js";
export type * from "./types.js";

/** Starts the bare module of the interpreter in a page, a worker or Node, with the same options as the lessons' module. */
declare const createHeadsUpPython: (options?: BareOptions) => Promise<BarePython>;
export default createHeadsUpPython;
