#include "lesson/run_block.h"

#include "headsup/attention/embedding.h"
#include "headsup/attention/feed_forward.h"
#include "headsup/attention/layer_norm.h"
#include "headsup/attention/mask.h"
#include "headsup/attention/positional_encoding.h"
#include "lesson/record_attention.h"

namespace headsup {
namespace {

/// A tensor that later steps read, and the name under which it was recorded.
struct RecordedTensor {
  Name name;
  FloatTensor x;
};

/// Records the input of the block: the embedding, plus that of the positions where the spec has them.
RecordedTensor record_input(Recorder& r, const Embedded& source) {
  const Spec& spec = r.spec();
  if (!spec.positional_encoding) return {"embedding", source.embedding};
  // Positions count from 1; row 0 is for padding.
  const FloatTensor table = positional_encoding(source.ids.shape[1] + 1, spec.d_model);
  const IntTensor positions = position_ids(source.ids, spec.pad_id);
  const FloatTensor encoded = embedding(positions, table);
  FloatTensor sum = add(source.embedding, encoded);
  r.record("position_table", Op::sinusoid, "", "P D", table);
  r.record("positions", Op::position_ids, "ids", "B S", positions).origin =
      CompareOrigin{.pad_id = spec.pad_id};
  r.record("position_embedding", Op::embedding, "positions position_table", "B S D", encoded);
  r.record("input_sum", Op::add, "embedding position_embedding", "B S D", sum);
  return {"input_sum", std::move(sum)};
}

/// The masks of the block as its notebook has them, 1 = ignore; absent where the spec has none.
struct IgnoreMasks {
  std::optional<BoolTensor> padding;     ///< attn_pad_mask (B, L, L)
  std::optional<BoolTensor> subsequent;  ///< attn_dec_mask (B, L, L)
  std::optional<BoolTensor> combined;    ///< attn_mask (B, L, L), if there is either
};

/// The mask broadcast to a shape.
BoolTensor expanded(const BoolTensor& mask, const Shape& shape) {
  BoolTensor whole(shape);
  for (Index i = 0; i < whole.data.size(); ++i) {
    whole.data[i] = mask.data[broadcast_offset(mask.shape, shape, i)];
  }
  return whole;
}

IgnoreMasks ignore_masks(const Spec& spec, const IntTensor& ids) {
  const MaskSpec on = spec.mask.value_or(MaskSpec{});
  const Index length = ids.shape[1];
  const Shape shape = {ids.shape[0], length, length};
  IgnoreMasks masks;
  if (on.padding) masks.padding = expanded(invert_mask(padding_mask(ids, spec.pad_id)), shape);
  if (on.causal) masks.subsequent = expanded(subsequent_mask(length, length), shape);
  masks.combined = masks.padding ? masks.padding : masks.subsequent;
  if (masks.padding && masks.subsequent)
    masks.combined = join_ignore_masks(*masks.padding, *masks.subsequent);
  return masks;
}

void record_padding_mask(Recorder& r, const IgnoreMasks& masks) {
  if (!masks.padding) return;
  r.record("attn_pad_mask", Op::eq, "ids", "B T S", *masks.padding).origin =
      CompareOrigin{.pad_id = r.spec().pad_id};
}

void record_other_masks(Recorder& r, const IgnoreMasks& masks) {
  if (masks.subsequent) {
    // int32, because the notebook makes it from the ids: torch.ones_like(ids).triu(1).
    const IntTensor numbers(masks.subsequent->shape,
                            {masks.subsequent->data.begin(), masks.subsequent->data.end()});
    r.record("attn_dec_mask", Op::triu, "", "B T S", numbers);
  }
  if (!masks.combined) return;
  const char* both = masks.padding ? "attn_pad_mask attn_dec_mask" : "attn_dec_mask";
  r.record("attn_mask", Op::logical_or, masks.subsequent ? both : "attn_pad_mask", "B T S", *masks.combined);
}

/// The mask in the core's convention, 1 = attend.
std::optional<BoolTensor> attended(const std::optional<BoolTensor>& ignore) {
  if (!ignore) return std::nullopt;
  return invert_mask(*ignore);
}

const BoolTensor* pointer_to(const std::optional<BoolTensor>& mask) {
  return mask ? &*mask : nullptr;
}

/// Attention without weights: the input is query, key and value, and only padding is masked.
void record_warm_up(Recorder& r, const RecordedTensor& input, const IgnoreMasks& masks) {
  const Spec& spec = r.spec();
  const Index d_k = attention_width(spec) / spec.num_heads;
  const auto attend = attended(masks.padding);
  const Attention a = scaled_dot_product_attention(input.x, input.x, input.x, pointer_to(attend),
                                                   static_cast<float>(spec.mask_fill), d_k);
  const AttentionNames names = {.scores = "warmup_scores",
                                .masked_scores = "warmup_masked_scores",
                                .attention = "warmup_attention",
                                .values = "warmup_values",
                                .q = input.name,
                                .k = input.name,
                                .v = input.name,
                                .scores_axes = "B T S",
                                .values_axes = "B T D"};
  record_attention(r, a, names, {.name = "attn_pad_mask", .masked_bit = 1}, d_k);
}

/// Records multi-head self-attention of the input and returns its last step.
RecordedTensor record_heads(Recorder& r, const Parameters& p, const RecordedTensor& input,
                            const IgnoreMasks& masks) {
  const Spec& spec = r.spec();
  const auto attend = attended(masks.combined);
  MultiHead m =
      multi_head_attention(p.attention, spec.num_heads, input.x, input.x, input.x,
                           {.mask = pointer_to(attend), .fill = static_cast<float>(spec.mask_fill)});
  record_projections(r, m, input.name, input.name);
  record_other_masks(r, masks);
  record_multi_head(r, m, {.name = "attn_mask", .masked_bit = 1});
  return {"output", std::move(m.output ? *m.output : m.concat)};
}

RecordedTensor record_norm(Recorder& r, const char* name, const LayerNames& names, const NormWeights& w,
                           const RecordedTensor& from) {
  FloatTensor y = layer_norm(from.x, w.weight, w.bias);
  r.record(name, Op::layer_norm, "", "B T D", y).inputs = {from.name, names.weight, names.bias};
  return {name, std::move(y)};
}

RecordedTensor record_residual(Recorder& r, const char* name, const RecordedTensor& a,
                               const RecordedTensor& b) {
  FloatTensor sum = add(a.x, b.x);
  r.record(name, Op::add, "", "B T D", sum).inputs = {a.name, b.name};
  return {name, std::move(sum)};
}

RecordedTensor record_feed_forward(Recorder& r, const Parameters& p, const RecordedTensor& from) {
  const Activation activation = r.spec().feed_forward->activation;
  FeedForward ff = feed_forward(from.x, *p.conv1, *p.conv2, activation);
  record_layer(r, "ff_1", Op::conv1d, from.name, kConv1, "B F T", ff.ff_1);
  r.record("ff_2", activation == Activation::gelu ? Op::gelu : Op::relu, "ff_1", "B F T", ff.ff_2);
  record_layer(r, "ff_3", Op::conv1d, "ff_2", kConv2, "B T D", ff.ff_3);
  return {"ff_3", std::move(ff.ff_3)};
}

/// y = x + attention(x), z = y + feed_forward(y), with a norm after each sum (Vaswani et al. 2017, section 3.1).
void record_post_norm(Recorder& r, const Parameters& p, const RecordedTensor& input,
                      const IgnoreMasks& masks) {
  const RecordedTensor output = record_heads(r, p, input, masks);
  const RecordedTensor sum = record_residual(r, "residual_1", input, output);
  const RecordedTensor y = record_norm(r, "norm_1", kNorm1, *p.norm_1, sum);
  if (!r.spec().feed_forward) return;
  const RecordedTensor ff = record_feed_forward(r, p, y);
  record_norm(r, "norm_2", kNorm2, *p.norm_2, record_residual(r, "residual_2", y, ff));
}

/// The block with a norm before attention and feed-forward, and none after the sums (Xiong et al. 2020, "On Layer
/// Normalization in the Transformer Architecture").
void record_pre_norm(Recorder& r, const Parameters& p, const RecordedTensor& input,
                     const IgnoreMasks& masks) {
  const RecordedTensor normed = record_norm(r, "norm_1", kNorm1, *p.norm_1, input);
  const RecordedTensor y = record_residual(r, "residual_1", input, record_heads(r, p, normed, masks));
  if (!r.spec().feed_forward) return;
  const RecordedTensor normed_y = record_norm(r, "norm_2", kNorm2, *p.norm_2, y);
  record_residual(r, "residual_2", y, record_feed_forward(r, p, normed_y));
}

}  // namespace

void record_block(Recorder& r, const Parameters& p) {
  const Embedded source = record_source(r);
  const RecordedTensor input = record_input(r, source);
  const IgnoreMasks masks = ignore_masks(r.spec(), source.ids);
  record_padding_mask(r, masks);
  record_warm_up(r, input, masks);
  switch (r.spec().layer_norm) {
    case LayerNorm::none: {
      const RecordedTensor output = record_heads(r, p, input, masks);
      if (r.spec().feed_forward) record_feed_forward(r, p, output);
      return;
    }
    case LayerNorm::post:
      return record_post_norm(r, p, input, masks);
    case LayerNorm::pre:
      return record_pre_norm(r, p, input, masks);
  }
}

}  // namespace headsup
