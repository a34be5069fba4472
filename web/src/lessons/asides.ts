/** The figure that illustrates each note, by the key of the step's words and the key of the note. */
import type { AsideName } from "../draw/asides/asides.js";

export type NoteKey = "note" | "note2";

export const figures: Readonly<Record<string, Partial<Readonly<Record<NoteKey, AsideName>>>>> = {
  demo_masked_scores: { note2: "in_place" },
  demo_attention: { note: "softmax_dim" },
  position_table: { note: "position_products" },
  padding_mask: { note: "only_keys" },
  attn_pad_mask: { note: "only_keys" },
  warmup_scores: { note: "scale_slip" },
  warmup_masked_scores: { note: "in_place" },
  warmup_attention: { note: "only_keys" },
  heads: { note: "strides" },
  masked_scores: { note: "full_row" },
  masked_scores_ignored: { note: "full_row" },
  attention: { note: "softmax_dim", note2: "only_keys" },
  one_head_attention: { note: "softmax_dim", note2: "full_row" },
  attention_unmasked: { note: "softmax_dim", note2: "padding_share" },
  cross_attention: { note: "padding_share", note2: "softmax_dim" },
  concat: { note: "strides" },
};

export const figureOf = (words: string, note: NoteKey): AsideName | undefined => figures[words]?.[note];
