#include "lesson/record_attention.h"

#include <utility>
#include <variant>

#include "headsup/attention/embedding.h"
#include "headsup/attention/heads.h"
#include "headsup/attention/linear.h"
#include "headsup/attention/mask.h"
#include "headsup/attention/padding.h"
#include "headsup/attention/scaled_dot_product.h"
#include "headsup/attention/softmax.h"

namespace headsup {
namespace {

/// The names of a batch of sequences: its field of the spec and its two steps.
struct BatchNames {
  const char* field;
  const char* ids;
  const char* ids_axes;
  const char* embedding;
  const char* embedding_inputs;
  const char* embedding_axes;
};
constexpr BatchNames kSourceNames = {.field = "sequences",
                                     .ids = "ids",
                                     .ids_axes = "B S",
                                     .embedding = "embedding",
                                     .embedding_inputs = "ids embedding.weight",
                                     .embedding_axes = "B S D"};
constexpr BatchNames kTargetNames = {.field = "target",
                                     .ids = "target_ids",
                                     .ids_axes = "B T",
                                     .embedding = "target_embedding",
                                     .embedding_inputs = "target_ids embedding.weight",
                                     .embedding_axes = "B T D"};

void record_batch(Recorder& r, const BatchNames& names, const Sequences& sequences) {
  PadOrigin origin{.field = names.field, .lengths = {}, .pad_id = r.spec().pad_id};
  for (const auto& sequence : sequences) origin.lengths.push_back(sequence.size());
  r.record(names.ids, Op::pad, "", names.ids_axes, pad(sequences, r.spec().pad_id)).origin =
      std::move(origin);
  r.record(names.embedding, Op::embedding, names.embedding_inputs, names.embedding_axes,
           embedding(r.ints(names.ids), r.floats(kTable)));
}

/// The recorded mask as masked_fill takes it for these scores: 1 = attend, with an axis for heads where they have one.
BoolTensor mask_of(const Recorder& r, const MaskStep& mask, const FloatTensor& scores) {
  const BoolTensor& bits = r.bits(mask.name);
  const BoolTensor attend = mask.masked_bit == 0 ? bits : invert_mask(bits);
  return scores.rank() == 4 ? mask_for_heads(attend, scores.shape) : attend;
}

}  // namespace

void record_source(Recorder& r) {
  record_batch(r, kSourceNames, r.spec().sequences);
}

void record_target(Recorder& r, const Sequences& target) {
  record_batch(r, kTargetNames, target);
}

void record_layer(Recorder& r, const char* name, Op op, Name x, const LayerNames& layer, const char* axes,
                  FloatTensor y) {
  Names& inputs = r.record(name, op, "", axes, std::move(y)).inputs;
  inputs = {x, layer.weight};
  if (r.spec().bias) inputs.emplace_back(layer.bias);
}

void record_linear(Recorder& r, const char* name, Name x, const LayerNames& layer, const char* axes) {
  const FloatTensor* bias = r.spec().bias ? &r.floats(layer.bias) : nullptr;
  record_layer(r, name, Op::linear, x, layer, axes, linear(r.floats(x), r.floats(layer.weight), bias));
}

void record_heads(Recorder& r, Name query, Name key) {
  const Index heads = r.spec().num_heads;
  record_linear(r, "q", query, kQ, "B T A");
  record_linear(r, "k", key, kK, "B S A");
  record_linear(r, "v", key, kV, "B S A");
  r.record("q_split", Op::view, "q", "B T H K", split_heads(r.floats("q"), heads));
  r.record("k_split", Op::view, "k", "B S H K", split_heads(r.floats("k"), heads));
  r.record("v_split", Op::view, "v", "B S H K", split_heads(r.floats("v"), heads));
  r.record("q_heads", Op::transpose, "q_split", "B H T K", transpose_heads(r.floats("q_split")));
  r.record("k_heads", Op::transpose, "k_split", "B H S K", transpose_heads(r.floats("k_split")));
  r.record("v_heads", Op::transpose, "v_split", "B H S K", transpose_heads(r.floats("v_split")));
}

void record_attention(Recorder& r, const AttentionNames& names, const MaskStep& mask, Index d_k) {
  Step& scores = r.record(names.scores, Op::scaled_dot_product, "", names.scores_axes,
                          scaled_dot_product(r.floats(names.q), r.floats(names.k), d_k));
  scores.inputs = {names.q, names.k};
  scores.origin = ScaleOrigin{.d_k = d_k};
  const char* softmax_input = names.scores;
  if (r.has(mask.name)) {
    const FloatTensor& unmasked = r.floats(names.scores);
    const auto fill = static_cast<float>(r.spec().mask_fill);
    Step& masked = r.record(names.masked_scores, Op::masked_fill, "", names.scores_axes,
                            masked_fill(unmasked, mask_of(r, mask, unmasked), fill));
    masked.inputs = {names.scores, mask.name};
    masked.origin = FillOrigin{.fill = fill, .masked_bit = mask.masked_bit};
    softmax_input = names.masked_scores;
  }
  r.record(names.attention, Op::softmax, softmax_input, names.scores_axes, softmax(r.floats(softmax_input)));
  r.record(names.values, Op::weighted_sum, "", names.values_axes,
           weighted_sum(r.floats(names.attention), r.floats(names.v)))
      .inputs = {names.attention, names.v};
}

void record_multi_head(Recorder& r, const MaskStep& mask) {
  constexpr AttentionNames kNames = {.scores = "scores",
                                     .masked_scores = "masked_scores",
                                     .attention = "attention",
                                     .values = "values",
                                     .q = "q_heads",
                                     .k = "k_heads",
                                     .v = "v_heads",
                                     .scores_axes = "B H T S",
                                     .values_axes = "B H T K"};
  record_attention(r, kNames, mask, r.floats("q_heads").last(0));
  r.record("values_merged", Op::transpose, "values", "B T H K", transpose_heads(r.floats("values")));
  r.record("concat", Op::view, "values_merged", "B T A", merge_heads(r.floats("values_merged")));
  if (r.spec().output_projection) record_linear(r, "output", "concat", k0, "B T D");
}

}  // namespace headsup
