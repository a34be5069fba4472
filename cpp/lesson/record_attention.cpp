#include "lesson/record_attention.h"

#include <utility>
#include <variant>

#include "headsup/attention/embedding.h"
#include "headsup/attention/padding.h"

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

Embedded record_batch(Recorder& r, const BatchNames& names, const Sequences& sequences) {
  PadOrigin origin{.field = names.field, .lengths = {}, .pad_id = r.spec().pad_id};
  for (const auto& sequence : sequences) origin.lengths.push_back(sequence.size());
  Embedded batch;
  batch.ids = pad(sequences, r.spec().pad_id);
  batch.embedding = embedding(batch.ids, std::get<FloatTensor>(r.trace()[kTable].tensor));
  r.record(names.ids, Op::pad, "", names.ids_axes, batch.ids).origin = std::move(origin);
  r.record(names.embedding, Op::embedding, names.embedding_inputs, names.embedding_axes, batch.embedding);
  return batch;
}

}  // namespace

Embedded record_source(Recorder& r) {
  return record_batch(r, kSourceNames, r.spec().sequences);
}

Embedded record_target(Recorder& r, const Sequences& target) {
  return record_batch(r, kTargetNames, target);
}

void record_layer(Recorder& r, const char* name, Op op, Name x, const LayerNames& layer, const char* axes,
                  const FloatTensor& y) {
  Names& inputs = r.record(name, op, "", axes, y).inputs;
  inputs = {x, layer.weight};
  if (r.spec().bias) inputs.emplace_back(layer.bias);
}

void record_projections(Recorder& r, const MultiHead& m, Name query, Name key) {
  record_layer(r, "q", Op::linear, query, kQ, "B T A", m.q.projected);
  record_layer(r, "k", Op::linear, key, kK, "B S A", m.k.projected);
  record_layer(r, "v", Op::linear, key, kV, "B S A", m.v.projected);
  r.record("q_split", Op::view, "q", "B T H K", m.q.split);
  r.record("k_split", Op::view, "k", "B S H K", m.k.split);
  r.record("v_split", Op::view, "v", "B S H K", m.v.split);
  r.record("q_heads", Op::transpose, "q_split", "B H T K", m.q.heads);
  r.record("k_heads", Op::transpose, "k_split", "B H S K", m.k.heads);
  r.record("v_heads", Op::transpose, "v_split", "B H S K", m.v.heads);
}

void record_attention(Recorder& r, const Attention& a, const AttentionNames& names, const MaskStep& mask,
                      Index d_k) {
  Step& scores = r.record(names.scores, Op::scaled_dot_product, "", names.scores_axes, a.scores);
  scores.inputs = {names.q, names.k};
  scores.origin = ScaleOrigin{.d_k = d_k};
  const char* softmax_input = names.scores;
  if (a.masked_scores) {
    Step& masked = r.record(names.masked_scores, Op::masked_fill, "", names.scores_axes, *a.masked_scores);
    masked.inputs = {names.scores, mask.name};
    masked.origin = FillOrigin{.fill = static_cast<float>(r.spec().mask_fill), .masked_bit = mask.masked_bit};
    softmax_input = names.masked_scores;
  }
  r.record(names.attention, Op::softmax, softmax_input, names.scores_axes, a.attention);
  r.record(names.values, Op::weighted_sum, "", names.values_axes, a.values).inputs = {names.attention,
                                                                                      names.v};
}

void record_multi_head(Recorder& r, const MultiHead& m, const MaskStep& mask) {
  constexpr AttentionNames kNames = {.scores = "scores",
                                     .masked_scores = "masked_scores",
                                     .attention = "attention",
                                     .values = "values",
                                     .q = "q_heads",
                                     .k = "k_heads",
                                     .v = "v_heads",
                                     .scores_axes = "B H T S",
                                     .values_axes = "B H T K"};
  record_attention(r, m.attention, kNames, mask, m.q.heads.last(0));
  r.record("values_merged", Op::transpose, "values", "B T H K", m.values_merged);
  r.record("concat", Op::view, "values_merged", "B T A", m.concat);
  if (m.output) record_layer(r, "output", Op::linear, "concat", k0, "B T D", *m.output);
}

}  // namespace headsup
