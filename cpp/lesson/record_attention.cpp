#include "lesson/record_attention.h"

#include <utility>

#include "headsup/attention/padding.h"
#include "operations/operations.h"

namespace headsup {
namespace {

/// The names of a batch of sequences: its field of the spec and its two steps.
struct BatchNames {
  Name field;
  Name ids;
  Name ids_axes;
  Name embedding;
  Name embedding_axes;
};
constexpr BatchNames kSourceNames = {.field = "sequences",
                                     .ids = "ids",
                                     .ids_axes = "B S",
                                     .embedding = "embedding",
                                     .embedding_axes = "B S D"};
constexpr BatchNames kTargetNames = {.field = "target",
                                     .ids = "target_ids",
                                     .ids_axes = "B T",
                                     .embedding = "target_embedding",
                                     .embedding_axes = "B T D"};

void record_batch(Recorder& r, const BatchNames& names, const Sequences& sequences) {
  const std::int32_t pad_id = r.spec().pad_id;
  std::vector<std::int64_t> lengths;
  for (const auto& sequence : sequences) lengths.push_back(static_cast<std::int64_t>(sequence.size()));
  r.record(
      names.ids, op::pad, names.ids_axes, pad(sequences, pad_id),
      {{"field", names.field}, {"lengths", std::move(lengths)}, {"pad_id", static_cast<double>(pad_id)}});
  r.run(names.embedding, op::embedding, {names.ids, kTable}, names.embedding_axes);
}

/// (B, L, H, K) from (B, L, A).
void record_split(Recorder& r, Name x, Name split, Name axes) {
  const Shape& shape = r[x].shape();
  const Index count = r.spec().num_heads;
  r.run(split, op::view, {x}, axes, {{"shape", sizes({shape[0], shape[1], count, shape[2] / count})}});
}

/// (B, H, L, K) from (B, L, H, K), or back.
void record_transpose(Recorder& r, Name x, Name transposed, Name axes) {
  r.run(transposed, op::transpose, {x}, axes, {{"dim0", 1.0}, {"dim1", 2.0}});
}

}  // namespace

void record_source(Recorder& r) {
  record_batch(r, kSourceNames, r.spec().sequences);
}

void record_target(Recorder& r, const Sequences& target) {
  record_batch(r, kTargetNames, target);
}

Name record_layer(Recorder& r, Name name, const Operation& operation, Name x, const LayerNames& layer,
                  Name axes, Attributes attributes) {
  Names inputs = {x, layer.weight};
  if (r.spec().bias) inputs.push_back(layer.bias);
  return r.run(name, operation, inputs, axes, std::move(attributes));
}

void record_heads(Recorder& r, Name query, Name key) {
  record_layer(r, "q", op::linear, query, kQ, "B T A");
  record_layer(r, "k", op::linear, key, kK, "B S A");
  record_layer(r, "v", op::linear, key, kV, "B S A");
  record_split(r, "q", "q_split", "B T H K");
  record_split(r, "k", "k_split", "B S H K");
  record_split(r, "v", "v_split", "B S H K");
  record_transpose(r, "q_split", "q_heads", "B H T K");
  record_transpose(r, "k_split", "k_heads", "B H S K");
  record_transpose(r, "v_split", "v_heads", "B H S K");
}

void record_attention(Recorder& r, const AttentionNames& names, const MaskStep& mask, Index d_k) {
  r.run(names.scores, op::scaled_dot_product, {names.q, names.k}, names.scores_axes, {{"d_k", number(d_k)}});
  Name scores = names.scores;
  if (r.has(mask.name)) {
    Attributes fill = {{"value", r.spec().mask_fill}, {"masked_bit", mask.masked_bit}};
    // The mask holds for every head.
    if (r[names.scores].rank() == 4) fill.set("unsqueeze", 1.0);
    scores = r.run(names.masked_scores, op::masked_fill, {names.scores, mask.name}, names.scores_axes, fill);
  }
  r.run(names.attention, op::softmax, {scores}, names.scores_axes, {{"dim", -1.0}});
  r.run(names.values, op::weighted_sum, {names.attention, names.v}, names.values_axes);
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
  record_attention(r, kNames, mask, r["q_heads"].size(-1));
  record_transpose(r, "values", "values_merged", "B T H K");
  const Shape& merged = r["values_merged"].shape();
  // The heads of a token lie apart.
  r.run("concat", op::contiguous_view, {"values_merged"}, "B T A",
        {{"shape", sizes({merged[0], merged[1], merged[2] * merged[3]})}});
  if (r.spec().output_projection) record_layer(r, "output", op::linear, "concat", k0, "B T D");
}

}  // namespace headsup
