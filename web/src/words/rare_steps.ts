/** The steps that few lessons have. Their words come with those of the weights, by the same rule (scripts/lib/plugins/words.mjs). */
export const RARE = /^(readable_|norm|relu|attn_mask_single)/;
