#include "fast/forward_pass.h"

#include <algorithm>
#include <utility>

#include "fast/masked_blocks.h"
#include "fast/workspace.h"

namespace headsup {
namespace {

/// A sequence's queries in a chunk, or the part of them in one panel.
struct QueryRange {
  Index slot;  ///< of the first one
  Index count;
};

class ForwardPass {
 public:
  ForwardPass(const PackedMultiHead& layer, const BatchView& query, const BatchView& key,
              const BatchView& value, const Masking& masking)
      : layer_(layer),
        kernel_(*layer.kernel),
        query_(query),
        key_(key),
        value_(value),
        sizes_(layer, query.shape[0], query.shape[1], key.shape[1]),
        masks_(masking, {sizes_.batch, layer.num_heads, sizes_.queries, sizes_.keys}, sizes_.lanes),
        output_(query.shape),
        workspace_(layer, sizes_) {}

  Tensor run();

 private:
  const float* pack_positions(const BatchView& x, SequenceGroup group, Index first, Index count,
                              Index stride);
  void project_into_positions(const PackedLinear& w, const float* x, Index slots, float* out) const;
  void project_into_columns(const PackedLinear& w, const float* x, Index slots, float* out) const;
  void project_keys_and_values(SequenceGroup group);
  void project_output(SequenceGroup group, Index first, Index count);
  void attend_sequence(Index index, Index batch, Index first_query, Index count);
  void attend_head(Index head, QueryRange queries);
  void attend_panel(Index head, QueryRange queries, Index panel);
  void attend_block(Index head, QueryRange queries, Index panel, Index block, MaskCoverage coverage);
  Index offset_in_panels(Index slot, Index rows) const;

  const PackedMultiHead& layer_;
  const Kernel& kernel_;
  const BatchView& query_;
  const BatchView& key_;
  const BatchView& value_;
  ForwardSizes sizes_;
  MaskedBlocks masks_;
  Tensor output_;
  Workspace workspace_;
  Index first_key_slot_ = 0;            ///< of the current sequence
  const float* packed_rows_ = nullptr;  ///< the rows that workspace_.x holds, packed
  Index packed_count_ = 0;              ///< positions packed per sequence
};

Tensor ForwardPass::run() {
  if (output_.empty()) return std::move(output_);
  for (Index batch = 0; batch < sizes_.batch; batch += sizes_.group_size) {
    const SequenceGroup group = {.first = batch, .count = std::min(sizes_.group_size, sizes_.batch - batch)};
    project_keys_and_values(group);
    for (Index first = 0; first < sizes_.queries; first += sizes_.chunk_positions) {
      const Index count = std::min(sizes_.chunk_positions, sizes_.queries - first);
      const float* x = pack_positions(query_, group, first, count, sizes_.query_stride);
      project_into_positions(layer_.w_q, x, (group.count - 1) * sizes_.query_stride + count, workspace_.q);
      for (Index i = 0; i < group.count; ++i) attend_sequence(i, batch + i, first, count);
      project_output(group, first, count);
    }
  }
  return std::move(output_);
}

/// Packs positions [first, first + count) of each sequence, `stride` slots from one sequence to the next.
const float* ForwardPass::pack_positions(const BatchView& x, SequenceGroup group, Index first, Index count,
                                         Index stride) {
  const float* rows = x.data + (group.first * x.shape[1] + first) * layer_.d_model;
  // In self-attention key, value and query share memory, so they are packed once.
  if (rows == packed_rows_ && count == packed_count_) return workspace_.x;
  packed_rows_ = rows;
  packed_count_ = count;
  for (Index i = 0; i < group.count; ++i) {
    kernel_.pack_rows(rows + i * x.shape[1] * layer_.d_model, count, layer_.d_model, workspace_.x,
                      i * stride);
  }
  return workspace_.x;
}

/// Panels of positions (A, P) from panels of positions (D, P).
void ForwardPass::project_into_positions(const PackedLinear& w, const float* x, Index slots,
                                         float* out) const {
  const Index stride = layer_.d_model * sizes_.lanes;
  kernel_.multiply({.a = w.weight.floats.data(),
                    .a_panel_stride = stride,
                    .rows = layer_.d_attention,
                    .b = x,
                    .b_panel_stride = stride,
                    .cols = slots,
                    .depth = layer_.d_model,
                    .out = out,
                    .out_row_stride = sizes_.lanes,
                    .out_panel_stride = sizes_.attention_rows * sizes_.lanes,
                    .exact_size = false,
                    .initial = {.from = InitialSums::From::row_bias, .bias = w.bias.data()},
                    .fused_tile = kernel_.fused_tile});
}

/// Panels of columns (key slots, P) from panels of positions (D, P).
void ForwardPass::project_into_columns(const PackedLinear& w, const float* x, Index slots, float* out) const {
  const Index stride = layer_.d_model * sizes_.lanes;
  kernel_.multiply({.a = x,
                    .a_panel_stride = stride,
                    .rows = slots,
                    .b = w.weight.floats.data(),
                    .b_panel_stride = stride,
                    .cols = sizes_.value_columns,
                    .depth = layer_.d_model,
                    .out = out,
                    .out_row_stride = sizes_.lanes,
                    .out_panel_stride = sizes_.key_slots * sizes_.lanes,
                    .exact_size = false,
                    .initial = {.from = InitialSums::From::column_bias, .bias = w.bias.data()},
                    .fused_tile = kernel_.fused_tile});
}

void ForwardPass::project_keys_and_values(SequenceGroup group) {
  for (Index first = 0; first < sizes_.keys; first += sizes_.chunk_positions) {
    const Index count = std::min(sizes_.chunk_positions, sizes_.keys - first);
    const Index slots = (group.count - 1) * sizes_.key_stride + count;
    const float* key = pack_positions(key_, group, first, count, sizes_.key_stride);
    project_into_positions(layer_.w_k, key, slots, workspace_.k + first * sizes_.attention_rows);
    const float* value = pack_positions(value_, group, first, count, sizes_.key_stride);
    project_into_columns(layer_.w_v, value, slots, workspace_.v + first * sizes_.lanes);
  }
}

/// Queries [first_query, first_query + count) of the group's sequence `index`, in every head.
void ForwardPass::attend_sequence(Index index, Index batch, Index first_query, Index count) {
  const QueryRange queries = {.slot = index * sizes_.query_stride, .count = count};
  first_key_slot_ = index * sizes_.key_stride;
  masks_.start_sequence(batch, workspace_.v + first_key_slot_ * sizes_.lanes, sizes_.value_columns,
                        sizes_.key_slots);
  for (Index head = 0; head < layer_.num_heads; ++head) {
    if (head == 0 || masks_.heads_differ())
      masks_.cover(head, first_query, count, queries.slot % sizes_.lanes);
    attend_head(head, queries);
  }
}

/// Finishes a head before the next one, so that its keys and values stay in the cache.
void ForwardPass::attend_head(Index head, QueryRange queries) {
  const Index end = queries.slot + queries.count;
  for (Index panel = 0, slot = queries.slot; slot < end; ++panel) {
    const Index count = std::min(sizes_.lanes - slot % sizes_.lanes, end - slot);
    attend_panel(head, {.slot = slot, .count = count}, panel);
    slot += count;
  }
}

/// Fully masked blocks come last, because whether they have any weight depends on the other blocks.
void ForwardPass::attend_panel(Index head, QueryRange queries, Index panel) {
  const OnlineSoftmax& softmax = workspace_.softmax;
  // Without keys, the result is an empty sum: 0 / 1.
  kernel_.start_softmax(softmax, sizes_.value_rows, sizes_.keys == 0 ? 1.0F : 0.0F);
  for (Index block = 0; block < masks_.blocks(); ++block) {
    const MaskCoverage coverage = masks_.coverage(panel, block);
    if (coverage != MaskCoverage::none) attend_block(head, queries, panel, block, coverage);
  }
  const bool weightless = masks_.fill_is_weightless(softmax.running_max, queries.count);
  for (Index block = 0; block < masks_.blocks(); ++block) {
    if (masks_.coverage(panel, block) != MaskCoverage::none) continue;
    if (weightless && masks_.values_are_finite(block)) continue;
    attend_block(head, queries, panel, block, MaskCoverage::none);
  }
  float* head_of_concat = workspace_.concat + offset_in_panels(queries.slot, layer_.d_attention) +
                          head * sizes_.d_k * sizes_.lanes;
  kernel_.finish_softmax(softmax, sizes_.d_k, queries.count, head_of_concat);
}

void ForwardPass::attend_block(Index head, QueryRange queries, Index panel, Index block,
                               MaskCoverage coverage) {
  const Index slot = first_key_slot_ + masks_.first_key(block);
  const Index slot_in_panel = slot % sizes_.lanes;
  const Index first_row = head * sizes_.d_k * sizes_.lanes;  // of the head, in a panel of q or k
  const Index column = head * sizes_.value_rows;
  const Index v_panel_stride = sizes_.key_slots * sizes_.lanes;
  const bool is_partial = coverage == MaskCoverage::partial;
  kernel_.attend_block({.q = workspace_.q + offset_in_panels(queries.slot, sizes_.attention_rows) + first_row,
                        .k = workspace_.k + (slot - slot_in_panel) * sizes_.attention_rows + first_row,
                        .k_panel_stride = sizes_.attention_rows * sizes_.lanes,
                        .k_first_row = slot_in_panel,
                        .v = workspace_.v + column / sizes_.lanes * v_panel_stride + slot * sizes_.lanes,
                        .v_panel_stride = v_panel_stride,
                        .v_first_row = column % sizes_.lanes,
                        .d_k = sizes_.d_k,
                        .keys = masks_.key_count(block),
                        .queries = queries.count,
                        .coverage = coverage,
                        .attend_mask = is_partial ? masks_.attend_mask(panel, block) : nullptr,
                        .fill = masks_.fill(),
                        .scores = workspace_.scores,
                        .softmax = workspace_.softmax,
                        .fused_tile = kernel_.fused_tile});
}

void ForwardPass::project_output(SequenceGroup group, Index first, Index count) {
  const Index stride = layer_.d_attention * sizes_.lanes;
  // Without padding between them, all sequences of the group are one matrix.
  const bool is_one_matrix = sizes_.query_stride == sizes_.queries;
  for (Index i = 0; i < (is_one_matrix ? 1 : group.count); ++i) {
    const Index slot = i * sizes_.query_stride;
    const Index slot_in_panel = slot % sizes_.lanes;
    const Index row = (group.first + i) * sizes_.queries + first;
    kernel_.multiply({.a = workspace_.concat + (slot - slot_in_panel) * layer_.d_attention,
                      .a_panel_stride = stride,
                      .a_first_row = slot_in_panel,
                      .rows = is_one_matrix ? group.count * count : count,
                      .b = layer_.w_0.weight.floats.data(),
                      .b_panel_stride = stride,
                      .cols = layer_.d_model,
                      .depth = layer_.d_attention,
                      .out = output_.data<float>() + row * layer_.d_model,
                      .out_row_stride = layer_.d_model,
                      .out_panel_stride = sizes_.lanes,
                      .exact_size = true,
                      .initial = {.from = InitialSums::From::column_bias, .bias = layer_.w_0.bias.data()},
                      .fused_tile = kernel_.fused_tile});
  }
}

/// Where a slot's first float is in panels of (rows, P).
Index ForwardPass::offset_in_panels(Index slot, Index rows) const {
  const Index lane = slot % sizes_.lanes;
  return (slot - lane) * rows + lane;
}

}  // namespace

void expect_batches(const PackedMultiHead& layer, const BatchView& query, const BatchView& key,
                    const BatchView& value) {
  const auto is_batch = [&](const BatchView& x) {
    return x.shape.size() == 3 && x.shape[2] == layer.d_model;
  };
  const auto refuse_batch = [&](const char* field, const BatchView& x, const std::string& first_axes) {
    refuse_shape(field, x.shape, "(" + first_axes + ", " + std::to_string(layer.d_model) + ")");
  };
  if (!is_batch(query)) refuse_batch("query", query, "B, T");
  const auto expect = [&](const char* field, const BatchView& x) {
    if (is_batch(x) && x.shape[0] == query.shape[0]) return;
    refuse_batch(field, x, std::to_string(query.shape[0]) + ", S");
  };
  expect("key", key);
  expect("value", value);
  if (value.shape != key.shape) refuse_shape("value", value.shape, to_string(key.shape));
}

Tensor forward_pass(const PackedMultiHead& layer, const BatchView& query, const BatchView& key,
                    const BatchView& value, const Masking& masking) {
  expect_batches(layer, query, key, value);
  return ForwardPass(layer, query, key, value, masking).run();
}

}  // namespace headsup
