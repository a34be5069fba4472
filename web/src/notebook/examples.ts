/** The programs that a reader can begin from: those of the lessons, and short ones that each show what people often get wrong. */

const files = import.meta.glob<string>("../../programs/*.py", { query: "?raw", import: "default" });

/** In the order of the page. The title of each is `notebook.examples.<id>`; docs/confusions.md says what it shows. */
const ids = {
  lesson: [
    "masked-self-attention",
    "multi-head",
    "masked-multi-head",
    "encoder-decoder",
    "transformer-block",
  ],
  heads: [
    "heads_view",
    "view_batch_heads",
    "heads_join",
    "view_not_contiguous",
    "shapes_do_not_match",
    "weight_out_in",
    "head_parameters",
    "output_projection",
  ],
  scores: [
    "scale_missing",
    "scale_d_model",
    "scale_q",
    "softmax_axis",
    "softmax_batch",
    "softmax_twice",
    "dropout_weights",
    "attention_sink",
  ],
  masks: [
    "true_or_false",
    "mask_upside_down",
    "triu_or_tril",
    "mask_added",
    "mask_weak",
    "mask_batch",
    "half_fill",
    "fill_twice",
    "sliding_window",
  ],
  padding: ["padded_query", "row_hidden", "nan_gradient", "padding_idx", "left_padding"],
  cross: ["cross_attention", "source_mask", "cross_swapped"],
  pytorch: [
    "multihead_attention",
    "batch_first",
    "average_weights",
    "need_weights",
    "is_causal",
    "which_mask",
    "mask_repeat",
    "sdpa_dropout",
    "other_numbers",
  ],
  positions: ["position_axis", "embedding_scale", "same_token", "rotary", "rope_halves"],
  writing: [
    "kv_cache",
    "causal_with_cache",
    "cache_chunk",
    "cache_positions",
    "cache_layers",
    "grouped_query",
    "gqa_repeat",
  ],
  training: ["training_loop", "targets_not_shifted", "loss_zero", "eval_mode"],
} as const;

export type ExampleGroup = keyof typeof ids;
export type ExampleId = (typeof ids)[ExampleGroup][number];
export const exampleGroups = Object.keys(ids) as readonly ExampleGroup[];

export interface Example {
  readonly id: ExampleId;
  readonly group: ExampleGroup;
  readonly load: () => Promise<string>;
}

export const examples: readonly Example[] = exampleGroups.flatMap((group) =>
  ids[group].map((id) => {
    const load = files[`../../programs/${id}.py`];
    if (!load) throw new Error(`no program ${id}`);
    return { id, group, load };
  }),
);

/** Whole attention layers, to compare one's own with. */
export const layers = examples.filter(({ id, group }) => group === "lesson" || id === "multihead_attention");
