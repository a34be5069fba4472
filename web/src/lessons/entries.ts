/** Entries that lessons share: the masks, the layers, the heads, the fill, and merging the heads. */
import { hasStep, stepOf } from "../draw/tensor_view.js";
import type { Trace } from "../module/types.js";
import type { Entry } from "./build.js";

const QKV = ["q", "k", "v"] as const;
const LAYERS = ["w_q", "w_k", "w_v", "w_0"] as const;

/** The opening step of every lesson; its text says what the lesson adds to the one before. */
export const openingEntry = (lesson: string): Entry => ({
  id: "opening",
  chapter: "opening",
  words: `opening_${lesson}`,
});

/** The masks. The words of the last one depend on whether the trace combines two masks. */
export const maskEntries: readonly Entry[] = [
  { id: "padding_mask", chapter: "masks" },
  { id: "nopeak_mask", chapter: "masks" },
  {
    id: "mask",
    chapter: "masks",
    words: (trace) => (stepOf(trace, "mask").op === "logical_and" ? "mask" : "mask_single"),
  },
];

/** The weight and the bias of each layer. */
export const layerEntries: readonly Entry[] = LAYERS.flatMap((layer): Entry[] => [
  {
    id: `${layer}.weight`,
    chapter: "projections",
    group: "parameters",
    words: layer === "w_0" ? "weight_output" : "weight",
    names: { weight: layer },
  },
  {
    id: `${layer}.bias`,
    chapter: "projections",
    group: "parameters",
    words: "bias",
    names: { weight: layer },
  },
]);

/** Splitting into heads; `axes` says which axis counts the tokens of q, k and v. */
export const headEntries = (axes: Readonly<Record<(typeof QKV)[number], string>>): readonly Entry[] => [
  ...QKV.map((tensor): Entry => headEntry(tensor, "split", axes[tensor])),
  ...QKV.map((tensor): Entry => headEntry(tensor, "heads", axes[tensor])),
  { id: "wrong_view", chapter: "heads", names: { axis: axes.q } },
];

const headEntry = (tensor: string, words: string, axis: string): Entry => ({
  id: `${tensor}_${words}`,
  chapter: "heads",
  group: words,
  words,
  names: { tensor, axis },
});

/** The bridge that gives the mask an axis for the heads, and the fill. A mask without a batch axis has different words. */
export const fillEntries: readonly Entry[] = [
  {
    id: "masks",
    chapter: "attention",
    words: (trace) => (stepOf(trace, "mask").axes[0] === "1" ? "masks_shared" : "masks"),
  },
  { id: "masked_scores", chapter: "attention" },
];

export const mergeEntries: readonly Entry[] = [
  { id: "values_merged", chapter: "output" },
  { id: "concat", chapter: "output" },
  { id: "output", chapter: "output" },
];

export const isMasked = (trace: Trace): boolean => hasStep(trace, "masked_scores");

/** The whole of multi-head self-attention, masked or not. */
export const selfAttentionEntries = (lesson: string): readonly Entry[] => [
  openingEntry(lesson),
  { id: "ids", chapter: "data" },
  { id: "embedding.weight", chapter: "data", words: "embedding_weight" },
  { id: "embedding", chapter: "data" },
  ...maskEntries,
  ...layerEntries,
  { id: "q", chapter: "projections" },
  { id: "k", chapter: "projections" },
  { id: "v", chapter: "projections" },
  ...headEntries({ q: "L", k: "L", v: "L" }),
  { id: "scores", chapter: "attention" },
  ...fillEntries,
  {
    id: "attention",
    chapter: "attention",
    words: (trace) => (isMasked(trace) ? "attention" : "attention_unmasked"),
  },
  { id: "values", chapter: "attention" },
  ...mergeEntries,
];

/** From q, k and v to the output, on the map. */
export const headsMap = `
    q_split          k_split          v_split   ·
    q_heads          k_heads          v_heads   ·
    ·                scores           ·         ·
    ·                masked_scores    ·         ·
    ·                attention        ·         ·
    ·                values           ·         ·
    ·                values_merged    ·         ·
    ·                concat           ·         ·
    ·                output           ·         ·`.trim();

export const selfAttentionMap = `
    ·                ids              ·         ·
    ·                embedding        nopeak_mask padding_mask
    q                k                v         mask
    ${headsMap}`;
