/** The performance targets, which the tables show beside the measurements. */

/** In Chromium: the ratios of each peer's best time to ours. */
export const AGAINST = {
  "onnxruntime-web": { W8: 2.5, W512: 1.4, WL: 1.3, "WL causal": 1.7 },
  "tfjs-backend-wasm": { W8: 10, W512: 3, WL: 6, "WL causal": 8 },
};
/** Natively: the ratios of the better time of onnxruntime-node and PyTorch to ours. */
export const AGAINST_NATIVE = { W8: 2, W512: 1, WL: 1, "WL causal": 1.5 };
/** Training: steps a second in Node and Chromium, and the ratio of each peer's time to ours in every engine. */
export const TRAINING = {
  stepsPerSecond: 600,
  against: { "jax-js": 3, "tfjs-backend-wasm": 12, PyTorch: 3 },
};
export const SHARE_OF_CEILING = 0.82;
/** The longest times of lessons in Chromium, with all steps kept. */
export const LESSONS_MS = { "masked-multi-head": 0.5, "multi-head, d_model 512": 40 };
