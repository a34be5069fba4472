/** The exports of both builds of the package, besides `load`. */
export type * from "./bare.js";
export { at, type NestedNumbers, toNested } from "./cells.js";
export { type ErrorCode, type ErrorDetails, HeadsUpError } from "./errors.js";
export type { HeadsUp, MultiHeadAttention, MultiHeadOptions, ScriptForm } from "./heads_up.js";
export type { LoadOptions } from "./load_package.js";
export type { ProgramExplanation } from "./python/bare.js";
export type * from "./python/types.js";
export type { Nested, TensorLike } from "./tensor_input.js";
export { traceToJson, traceToNpz } from "./trace_files.js";
export type * from "./training/types.js";
export type * from "./types.js";
export { readWeights, type WeightFile, type WeightsInput } from "./weights/read_weights.js";
export { inferSpec, type LessonWeights, lessonWeights, type NamedTensors } from "./weights/state_dict.js";
export type { StateDict, WeightTensor } from "./weights/state_dict_builder.js";
