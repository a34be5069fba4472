#include "lesson/run_block.h"

#include "lesson/parameters.h"
#include "lesson/record_attention.h"
#include "operations/operations.h"

namespace headsup {
namespace {

/// Records the input of the block, the embedding plus that of the positions where the spec has them, and returns its name.
Name record_input(Recorder& r) {
  const Spec& spec = r.spec();
  if (!spec.positional_encoding) return "embedding";
  // Positions count from 1; row 0 is for padding.
  r.run("position_table", op::sinusoid, {}, "P D",
        {{"length", number(r["ids"].size(1) + 1)}, {"d_model", number(spec.d_model)}});
  r.run("positions", op::position_ids, {"ids"}, "B S", {{"pad_id", static_cast<double>(spec.pad_id)}});
  r.run("position_embedding", op::embedding, {"positions", "position_table"}, "B S D");
  return r.run("input_sum", op::add, {"embedding", "position_embedding"}, "B S D");
}

/// (B, L, L): the masks of the notebook, 1 = ignore.
std::vector<std::int64_t> mask_sizes(const Recorder& r) {
  const Shape& ids = r["ids"].shape();
  return sizes({ids[0], ids[1], ids[1]});
}

void record_padding_mask(Recorder& r) {
  if (!r.spec().mask || !r.spec().mask->padding) return;
  r.run("attn_pad_mask", op::eq, {"ids"}, "B T S",
        {{"other", static_cast<double>(r.spec().pad_id)}, {"unsqueeze", 1.0}, {"size", mask_sizes(r)}});
}

void record_other_masks(Recorder& r) {
  const MaskSpec on = r.spec().mask.value_or(MaskSpec{});
  Names masks;
  if (on.padding) masks.emplace_back("attn_pad_mask");
  if (on.causal) {
    // Whole numbers, because the notebook makes it from the ids: torch.ones_like(ids).triu(1).
    masks.push_back(r.run("attn_dec_mask", op::triu, {}, "B T S",
                          {{"size", mask_sizes(r)}, {"dtype", "int64"}, {"diagonal", 1.0}}));
  }
  if (!masks.empty()) r.run("attn_mask", op::logical_or, masks, "B T S");
}

/// Attention without weights: the input is query, key and value, and only padding is masked.
void record_warm_up(Recorder& r, Name input) {
  const AttentionNames names = {.scores = "warmup_scores",
                                .masked_scores = "warmup_masked_scores",
                                .attention = "warmup_attention",
                                .values = "warmup_values",
                                .q = input,
                                .k = input,
                                .v = input,
                                .scores_axes = "B T S",
                                .values_axes = "B T D"};
  record_attention(r, names, {.name = "attn_pad_mask", .masked_bit = 1},
                   attention_width(r.spec()) / r.spec().num_heads);
}

/// Records multi-head self-attention of the step `input` and returns its last step.
Name record_self_attention(Recorder& r, Name input) {
  record_heads(r, input, input);
  record_other_masks(r);
  record_multi_head(r, {.name = "attn_mask", .masked_bit = 1});
  return r.spec().output_projection ? "output" : "concat";
}

/// Records a layer norm of the step `from` and returns its name.
Name record_norm(Recorder& r, Name name, const LayerNames& layer, Name from) {
  return r.run(name, op::layer_norm, {from, layer.weight, layer.bias}, "B T D",
               {{"normalized_shape", sizes({r.spec().d_model})}});
}

/// Records the sum of two steps and returns its name.
Name record_residual(Recorder& r, Name name, Name a, Name b) {
  return r.run(name, op::add, {a, b}, "B T D");
}

/// Records the feed-forward layer of the step `from` and returns its last step. Conv1d takes and gives (B, channels, L): the
/// notebook transposes the tokens before the first one and after the second.
Name record_feed_forward(Recorder& r, Name from) {
  const bool is_gelu = r.spec().feed_forward->activation == Activation::gelu;
  record_layer(r, "ff_1", op::conv1d, from, kConv1, "B F T", {{"transposes_input", 1.0}});
  r.run("ff_2", is_gelu ? op::gelu : op::relu, {"ff_1"}, "B F T");
  return record_layer(r, "ff_3", op::conv1d, "ff_2", kConv2, "B T D", {{"transposes_result", 1.0}});
}

/// y = x + attention(x), z = y + feed_forward(y), with a norm after each sum (Vaswani et al. 2017, section 3.1).
void record_post_norm(Recorder& r, Name input) {
  const Name output = record_self_attention(r, input);
  const Name y = record_norm(r, "norm_1", kNorm1, record_residual(r, "residual_1", input, output));
  if (!r.spec().feed_forward) return;
  const Name ff = record_feed_forward(r, y);
  record_norm(r, "norm_2", kNorm2, record_residual(r, "residual_2", y, ff));
}

/// The block with a norm before attention and feed-forward, and none after the sums (Xiong et al. 2020, "On Layer
/// Normalization in the Transformer Architecture").
void record_pre_norm(Recorder& r, Name input) {
  const Name output = record_self_attention(r, record_norm(r, "norm_1", kNorm1, input));
  const Name y = record_residual(r, "residual_1", input, output);
  if (!r.spec().feed_forward) return;
  const Name ff = record_feed_forward(r, record_norm(r, "norm_2", kNorm2, y));
  record_residual(r, "residual_2", y, ff);
}

}  // namespace

void record_block(Recorder& r) {
  record_source(r);
  const Name input = record_input(r);
  record_padding_mask(r);
  record_warm_up(r, input);
  switch (r.spec().layer_norm) {
    case LayerNorm::none: {
      const Name output = record_self_attention(r, input);
      if (r.spec().feed_forward) record_feed_forward(r, output);
      return;
    }
    case LayerNorm::post:
      return record_post_norm(r, input);
    case LayerNorm::pre:
      return record_pre_norm(r, input);
  }
}

}  // namespace headsup
