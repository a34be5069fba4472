/**
 * The names of each lesson's steps with the lesson's own data, which is what students open. A list, because only a run of
 * the core would give them; tests/unit/classroom.test.ts compares it with such a run.
 */
const layers = ["w_q", "w_k", "w_v", "w_0"].map((layer) => `${layer}.weight ${layer}.bias`).join(" ");
const heads = "q k v q_split k_split v_split q_heads k_heads v_heads wrong_view scores";
const end = "attention values values_merged concat output";

const names = {
  "masked-self-attention":
    "opening demo_scores demo_mask demo_masked_scores demo_attention ids embedding.weight embedding " +
    "w_q.weight w_k.weight w_v.weight q k v scores nopeak_mask masked_scores attention values generation",
  "multi-head": `opening ids embedding.weight embedding ${layers} ${heads} ${end}`,
  "masked-multi-head":
    "opening ids embedding.weight embedding padding_mask nopeak_mask mask " +
    `${layers} ${heads} masks masked_scores ${end}`,
  "encoder-decoder": `opening ids embedding.weight embedding target_ids target_embedding ${layers} ${heads} ${end}`,
  "transformer-block":
    "opening pieces ids embedding.weight embedding position_table positions position_embedding input_sum attn_pad_mask " +
    "warmup_scores warmup_masked_scores warmup_attention warmup_values attn_dec_mask attn_mask conventions " +
    `${layers} ${heads} masks masked_scores ${end} conv1.weight conv1.bias ff_1 ff_2 conv2.weight conv2.bias ff_3`,
};

export const lessonSteps: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(names).map(([lesson, text]) => [lesson, text.split(" ")]),
);
