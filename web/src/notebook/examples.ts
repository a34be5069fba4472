/** The programs that a reader can begin from: those of the lessons, common mistakes, and what comes after the lessons. */

const files = import.meta.glob<string>("../../programs/*.py", { query: "?raw", import: "default" });

/** In the order of the page. The words of each are `notebook.examples.<id>`. */
const ids = {
  lesson: [
    "masked-self-attention",
    "multi-head",
    "masked-multi-head",
    "encoder-decoder",
    "transformer-block",
  ],
  // Each has one mistake, which a hint or PyTorch's error names.
  mistake: [
    "heads_view",
    "heads_join",
    "view_not_contiguous",
    "shapes_do_not_match",
    "scale_missing",
    "softmax_axis",
    "mask_upside_down",
    "mask_added",
    "row_hidden",
    "targets_not_shifted",
  ],
  more: ["cross_attention", "kv_cache", "rotary", "grouped_query", "sliding_window", "training_loop"],
} as const;

export type ExampleGroup = keyof typeof ids;
export type ExampleId = (typeof ids)[ExampleGroup][number];

export interface Example {
  readonly id: ExampleId;
  readonly group: ExampleGroup;
  readonly load: () => Promise<string>;
}

export const examples: readonly Example[] = (Object.keys(ids) as ExampleGroup[]).flatMap((group) =>
  ids[group].map((id) => {
    const load = files[`../../programs/${id}.py`];
    if (!load) throw new Error(`no program ${id}`);
    return { id, group, load };
  }),
);
