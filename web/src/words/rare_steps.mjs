/**
 * The steps of readable weights, and of a block with layer norms, another activation or one mask. Few lessons have them, so
 * their words load with the weights' words: the build (scripts/lib/plugins/words.mjs) and the page share this pattern.
 */
export const RARE = /^(readable_|norm|relu|attn_mask_single)/;
