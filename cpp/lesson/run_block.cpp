#include "lesson/run_block.h"

#include "headsup/attention/embedding.h"
#include "headsup/attention/feed_forward.h"
#include "headsup/attention/layer_norm.h"
#include "headsup/attention/mask.h"
#include "headsup/attention/positional_encoding.h"
#include "lesson/parameters.h"
#include "lesson/record_attention.h"

namespace headsup {
namespace {

/// Records the input of the block, the embedding plus that of the positions where the spec has them, and returns its name.
Name record_input(Recorder& r) {
  const Spec& spec = r.spec();
  if (!spec.positional_encoding) return "embedding";
  // Positions count from 1; row 0 is for padding.
  r.record("position_table", Op::sinusoid, "", "P D",
           positional_encoding(r.ints("ids").shape[1] + 1, spec.d_model));
  r.record("positions", Op::position_ids, "ids", "B S", position_ids(r.ints("ids"), spec.pad_id)).origin =
      CompareOrigin{.pad_id = spec.pad_id};
  r.record("position_embedding", Op::embedding, "positions position_table", "B S D",
           embedding(r.ints("positions"), r.floats("position_table")));
  r.record("input_sum", Op::add, "embedding position_embedding", "B S D",
           add(r.floats("embedding"), r.floats("position_embedding")));
  return "input_sum";
}

/// The masks as the notebook has them: 1 = ignore, and (B, L, L).
BoolTensor expanded(const BoolTensor& mask, const Recorder& r) {
  const Shape& ids = r.ints("ids").shape;
  BoolTensor whole({ids[0], ids[1], ids[1]});
  for (Index i = 0; i < whole.data.size(); ++i) {
    whole.data[i] = mask.data[broadcast_offset(mask.shape, whole.shape, i)];
  }
  return whole;
}

void record_padding_mask(Recorder& r) {
  if (!r.spec().mask || !r.spec().mask->padding) return;
  const std::int32_t pad_id = r.spec().pad_id;
  r.record("attn_pad_mask", Op::eq, "ids", "B T S",
           expanded(invert_mask(padding_mask(r.ints("ids"), pad_id)), r))
      .origin = CompareOrigin{.pad_id = pad_id};
}

void record_other_masks(Recorder& r) {
  const MaskSpec on = r.spec().mask.value_or(MaskSpec{});
  if (on.causal) {
    const Index length = r.ints("ids").shape[1];
    const BoolTensor later = expanded(subsequent_mask(length, length), r);
    // int32, because the notebook makes it from the ids: torch.ones_like(ids).triu(1).
    r.record("attn_dec_mask", Op::triu, "", "B T S",
             IntTensor(later.shape, {later.data.begin(), later.data.end()}));
    const IntTensor& recorded = r.ints("attn_dec_mask");
    const BoolTensor subsequent(recorded.shape, {recorded.data.begin(), recorded.data.end()});
    if (on.padding) {
      r.record("attn_mask", Op::logical_or, "attn_pad_mask attn_dec_mask", "B T S",
               join_ignore_masks(r.bits("attn_pad_mask"), subsequent));
    } else {
      r.record("attn_mask", Op::logical_or, "attn_dec_mask", "B T S", subsequent);
    }
  } else if (on.padding) {
    r.record("attn_mask", Op::logical_or, "attn_pad_mask", "B T S", r.bits("attn_pad_mask"));
  }
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
Name record_norm(Recorder& r, const char* name, const LayerNames& layer, Name from) {
  r.record(name, Op::layer_norm, "", "B T D",
           layer_norm(r.floats(from), r.floats(layer.weight), r.floats(layer.bias)))
      .inputs = {from, layer.weight, layer.bias};
  return name;
}

/// Records the sum of two steps and returns its name.
Name record_residual(Recorder& r, const char* name, Name a, Name b) {
  r.record(name, Op::add, "", "B T D", add(r.floats(a), r.floats(b))).inputs = {a, b};
  return name;
}

LinearWeights recorded_weights(const Recorder& r, const LayerNames& layer) {
  LinearWeights weights{.weight = r.floats(layer.weight), .bias = std::nullopt};
  if (r.spec().bias) weights.bias = r.floats(layer.bias);
  return weights;
}

/// Records the feed-forward layer of the step `from` and returns its last step.
Name record_feed_forward(Recorder& r, Name from) {
  const Activation activation = r.spec().feed_forward->activation;
  record_layer(r, "ff_1", Op::conv1d, from, kConv1, "B F T",
               conv1d_to_channels(r.floats(from), recorded_weights(r, kConv1)));
  r.record("ff_2", activation == Activation::gelu ? Op::gelu : Op::relu, "ff_1", "B F T",
           activate(r.floats("ff_1"), activation));
  record_layer(r, "ff_3", Op::conv1d, "ff_2", kConv2, "B T D",
               conv1d_to_positions(r.floats("ff_2"), recorded_weights(r, kConv2)));
  return "ff_3";
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
