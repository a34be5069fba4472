/**
 * Steps that few lessons have. Their words load with the weights' words, by the same pattern in
 * scripts/lib/plugins/words.mjs.
 */
export const RARE = /^(readable_|norm|relu|attn_mask_single)/;
