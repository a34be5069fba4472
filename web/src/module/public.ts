/** What both builds of the package export besides `load`. */
export type { MaskFill } from "./answer.js";
export { type ErrorDetails, HeadsUpError } from "./errors.js";
export { type AttentionOptions, type AttentionResult, HeadsUp } from "./heads_up.js";
export type { LoadOptions } from "./load.js";
export { type ForwardOptions, MultiHeadAttention, type MultiHeadOptions } from "./multi_head.js";
export type { Nested, TensorLike } from "./tensor_input.js";
export type * from "./types.js";
