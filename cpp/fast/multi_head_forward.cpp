#include "fast/multi_head_forward.h"

#include <algorithm>
#include <utility>

#include "headsup/tensor/refusal.h"

namespace headsup {
namespace {

/// How many positions go through a linear layer at a time, those of several short sentences together, and how many
/// queries meet the keys: a multiple of P. Weights are fetched once for all of them.
Index positions_at_a_time(const Kernel& kernel) {
  return std::max<Index>(128, 8 * kernel.lanes);
}

/// Neighbouring sentences that go through the linear layers together.
struct Sentences {
  Index first;
  Index count;
};

/// Neighbouring queries of one sentence.
struct Queries {
  Index place;  ///< of the first one in q
  Index count;
};

/// One forward pass. Everything it needs beside its operands and its output lies in one room.
///
/// Short sentences share panels, each beginning at a place that is a multiple of a tile's rows.
class Pass {
 public:
  Pass(const PackedMultiHead& layer, const BatchView& query, const BatchView& key, const BatchView& value,
       const Masking& masking);
  FloatTensor run();

 private:
  void share_out();
  const float* packed_positions(const BatchView& x, Sentences some, Index first, Index count, Index step);
  void project_panels(const PackedLinear& w, const float* x, Index count, float* out) const;
  void project_keys(Sentences some);
  void project_values(const float* x, Index first, Index count) const;
  Index row(Index place, Index rows) const;
  void attend(Index head, Queries queries);
  void attend_panel(Index head, Queries queries, Index panel);
  void meet(Index head, Queries queries, Index panel, Index block, Kept kept);
  void project_output(Sentences some, Index first, Index count);

  const PackedMultiHead& layer_;
  const Kernel& kernel_;
  const BatchView& query_;
  const BatchView& key_;
  const BatchView& value_;
  Index queries_;
  Index keys_;
  Index lanes_;
  Index d_k_;
  Index rows_;           ///< of q and k in a panel: A, filled up
  Index head_rows_;      ///< of v, of one head: K, filled up
  Index query_step_;     ///< T, filled up: from a sentence's first place to the next one's
  Index key_step_;       ///< S, filled up
  Index positions_;      ///< how many go through a linear layer at a time
  Index together_;       ///< how many sentences share panels
  Index key_room_;       ///< their keys, filled up to panels
  Index key_place_ = 0;  ///< of the first key of the sentence whose turn it is
  MaskedBlocks masks_;
  FloatTensor output_;
  Room room_;
  const float* packed_ = nullptr;  ///< the first row that x_ has now
  Index packed_count_ = 0;         ///< how many of each sentence it has
  float* x_ = nullptr;             ///< panels of positions on their way into a linear layer
  float* q_ = nullptr;             ///< panels of queries (A, P)
  float* k_ = nullptr;             ///< panels of keys (A, P)
  float* v_ = nullptr;             ///< panels of columns (S, P)
  float* concat_ = nullptr;        ///< panels of queries (A, P)
  float* scores_ = nullptr;        ///< (keys of a block, P)
  float* maximum_ = nullptr;       ///< (P)
  float* sum_ = nullptr;           ///< (P)
  float* values_ = nullptr;        ///< (K, P)
};

Pass::Pass(const PackedMultiHead& layer, const BatchView& query, const BatchView& key, const BatchView& value,
           const Masking& masking)
    : layer_(layer),
      kernel_(*layer.kernel),
      query_(query),
      key_(key),
      value_(value),
      queries_(query.shape[1]),
      keys_(key.shape[1]),
      lanes_(kernel_.lanes),
      d_k_(layer.width / layer.num_heads),
      rows_(filled_up(layer.width, kTile)),
      head_rows_(filled_up(d_k_, kTile)),
      query_step_(filled_up(queries_, kTile)),
      key_step_(filled_up(keys_, kTile)),
      positions_(positions_at_a_time(kernel_)),
      together_(std::max<Index>(
          1, std::min(query.shape[0], positions_ / std::max<Index>(1, std::max(query_step_, key_step_))))),
      key_room_(filled_up(together_ * key_step_, lanes_)),
      masks_(masking, keys_, lanes_),
      output_({query.shape[0], queries_, layer.d_model}) {
  share_out();
}

void Pass::share_out() {
  const Index queries = std::min(positions_, filled_up(together_ * query_step_, lanes_));
  const Index positions = std::max(queries, std::min(positions_, key_room_));
  const std::pair<float**, Index> parts[] = {
      {&x_, positions * layer_.d_model},
      {&q_, queries * rows_},
      {&k_, key_room_ * rows_},
      {&v_, key_room_ * filled_up(layer_.num_heads * head_rows_, lanes_)},
      {&concat_, queries * layer_.width},
      {&scores_, kKeysOfBlock * lanes_},
      {&maximum_, lanes_},
      {&sum_, lanes_},
      {&values_, head_rows_ * lanes_},
  };
  Index total = 0;
  for (const auto& part : parts) total += part.second;
  room_ = Room(total);
  float* next = room_.data();
  for (const auto& [place, count] : parts) {
    *place = next;
    next += count;
  }
}

/// Positions [first, first + count) of each sentence, in panels, `step` places from one sentence to the next.
const float* Pass::packed_positions(const BatchView& x, Sentences some, Index first, Index count,
                                    Index step) {
  const float* rows = x.data + (some.first * x.shape[1] + first) * layer_.d_model;
  // Keys are packed already where they are the queries.
  if (rows == packed_ && count == packed_count_) return x_;
  packed_ = rows;
  packed_count_ = count;
  for (Index i = 0; i < some.count; ++i) {
    kernel_.pack_rows(rows + i * x.shape[1] * layer_.d_model, count, layer_.d_model, x_, i * step);
  }
  return x_;
}

/// Panels of positions (A, P) from panels of positions (D, P).
void Pass::project_panels(const PackedLinear& w, const float* x, Index count, float* out) const {
  const Index stride = layer_.d_model * lanes_;
  kernel_.multiply({w.weight.room.data(),
                    stride,
                    0,
                    layer_.width,
                    x,
                    stride,
                    count,
                    layer_.d_model,
                    out,
                    lanes_,
                    rows_ * lanes_,
                    false,
                    {Begin::rows, w.bias.data()},
                    kernel_.tile});
}

/// Panels of columns (S, P) from panels of positions (D, P).
void Pass::project_values(const float* x, Index first, Index count) const {
  const Index cols = layer_.num_heads * head_rows_;
  const Index panel = key_room_ * lanes_;
  const Index stride = layer_.d_model * lanes_;
  kernel_.multiply({x,
                    stride,
                    0,
                    count,
                    layer_.w_v.weight.room.data(),
                    stride,
                    cols,
                    layer_.d_model,
                    v_ + first * lanes_,
                    lanes_,
                    panel,
                    false,
                    {Begin::cols, layer_.w_v.bias.data()},
                    kernel_.tile});
}

void Pass::project_keys(Sentences some) {
  for (Index first = 0; first < keys_; first += positions_) {
    const Index count = std::min(positions_, keys_ - first);
    const Index places = (some.count - 1) * key_step_ + count;
    project_panels(layer_.w_k, packed_positions(key_, some, first, count, key_step_), places,
                   k_ + first * rows_);
    project_values(packed_positions(value_, some, first, count, key_step_), first, places);
  }
}

/// Where a place's first number is among panels of (rows, P).
Index Pass::row(Index place, Index rows) const {
  const Index lane = place % lanes_;
  return (place - lane) * rows + lane;
}

/// Queries of one panel and a block of keys.
void Pass::meet(Index head, Queries queries, Index panel, Index block, Kept kept) {
  const Index first = block * kKeysOfBlock;
  const Index place = key_place_ + first;
  const Index column = head * head_rows_;
  const Index stride = key_room_ * lanes_;
  kernel_.attend({q_ + row(queries.place, rows_) + head * d_k_ * lanes_,
                  k_ + (place - place % lanes_) * rows_ + head * d_k_ * lanes_,
                  rows_ * lanes_,
                  place % lanes_,
                  v_ + column / lanes_ * stride + place * lanes_,
                  stride,
                  column % lanes_,
                  d_k_,
                  std::min(kKeysOfBlock, keys_ - first),
                  queries.count,
                  kept,
                  kept == Kept::some ? masks_.keep(panel, block) : nullptr,
                  masks_.fill(),
                  scores_,
                  {maximum_, sum_, values_},
                  kernel_.tile});
}

/// A sentence's queries in one head, panel by panel: the head's keys and values stay near.
void Pass::attend(Index head, Queries queries) {
  const Index end = queries.place + queries.count;
  for (Index panel = 0, place = queries.place; place < end; ++panel) {
    const Index count = std::min(lanes_ - place % lanes_, end - place);
    attend_panel(head, {place, count}, panel);
    place += count;
  }
}

/// Queries of one panel meet every key, block by block. Blocks that are masked come last: by then it is known whether
/// they matter.
void Pass::attend_panel(Index head, Queries queries, Index panel) {
  const SoFar so_far = {maximum_, sum_, values_};
  // Without a key there is no weight: the average is 0, as a product over no numbers is.
  kernel_.begin(so_far, head_rows_, keys_ == 0 ? 1.0F : 0.0F);
  const Index blocks = filled_up(keys_, kKeysOfBlock) / kKeysOfBlock;
  for (Index block = 0; block < blocks; ++block) {
    const Kept kept = masks_.kept(panel, block);
    if (kept != Kept::none) meet(head, queries, panel, block, kept);
  }
  const bool settled = masks_.settled(maximum_, queries.count);
  for (Index block = 0; block < blocks; ++block) {
    if (masks_.kept(panel, block) != Kept::none || (settled && masks_.finite(block))) continue;
    meet(head, queries, panel, block, Kept::none);
  }
  // At the head's place of the concatenation.
  kernel_.finish(so_far, d_k_, queries.count,
                 concat_ + row(queries.place, layer_.width) + head * d_k_ * lanes_);
}

void Pass::project_output(Sentences some, Index first, Index count) {
  const Index stride = layer_.width * lanes_;
  // Where nothing lies between them, all sentences are one matrix.
  const bool adjacent = query_step_ == queries_;
  for (Index i = 0; i < (adjacent ? 1 : some.count); ++i) {
    const Index place = i * query_step_;
    float* out = output_.data.data() + ((some.first + i) * queries_ + first) * layer_.d_model;
    kernel_.multiply({concat_ + (place - place % lanes_) * layer_.width,
                      stride,
                      place % lanes_,
                      adjacent ? some.count * count : count,
                      layer_.w_0.weight.room.data(),
                      stride,
                      layer_.d_model,
                      layer_.width,
                      out,
                      layer_.d_model,
                      lanes_,
                      true,
                      {Begin::cols, layer_.w_0.bias.data()},
                      kernel_.tile});
  }
}

FloatTensor Pass::run() {
  for (Index batch = 0; batch < query_.shape[0]; batch += together_) {
    const Sentences some = {batch, std::min(together_, query_.shape[0] - batch)};
    project_keys(some);
    for (Index first = 0; first < queries_; first += positions_) {
      const Index count = std::min(positions_, queries_ - first);
      project_panels(layer_.w_q, packed_positions(query_, some, first, count, query_step_),
                     (some.count - 1) * query_step_ + count, q_);
      for (Index i = 0; i < some.count; ++i) {
        const Index place = i * query_step_;
        key_place_ = i * key_step_;
        masks_.begin(batch + i, v_ + key_place_ * lanes_, layer_.num_heads * head_rows_, key_room_);
        masks_.look(first, count, place % lanes_);
        for (Index head = 0; head < layer_.num_heads; ++head) attend(head, {place, count});
      }
      project_output(some, first, count);
    }
  }
  return std::move(output_);
}

/// `query` is null where it is the query itself whose shape is looked at.
void expect_batch(const char* field, const BatchView& x, const BatchView* query, const char* length,
                  const PackedMultiHead& layer) {
  if (x.shape.size() == 3 && x.shape[2] == layer.d_model &&
      (query == nullptr || x.shape[0] == query->shape[0])) {
    return;
  }
  const std::string batch = query == nullptr ? "B" : std::to_string(query->shape[0]);
  refuse_shape(field, x.shape, "(" + batch + ", " + length + ", " + std::to_string(layer.d_model) + ")");
}

void expect_mask(const BoolTensor& mask, const Shape& wants) {
  const auto fits = [&](Index axis) { return mask.shape[axis] == wants[axis] || mask.shape[axis] == 1; };
  if (mask.rank() == 3 && fits(0) && fits(1) && mask.shape[2] == wants[2]) return;
  const auto either = [&](Index axis) { return std::to_string(wants[axis]) + " or 1, "; };
  refuse_shape("mask", mask.shape, "(" + either(0) + either(1) + std::to_string(wants[2]) + ")");
}

}  // namespace

FloatTensor multi_head_forward(const PackedMultiHead& layer, const BatchView& query, const BatchView& key,
                               const BatchView& value, const Masking& masking) {
  expect_batch("query", query, nullptr, "T", layer);
  expect_batch("key", key, &query, "S", layer);
  expect_batch("value", value, &query, "S", layer);
  if (value.shape != key.shape) refuse_shape("value", value.shape, to_string(key.shape));
  if (masking.mask != nullptr) expect_mask(*masking.mask, {query.shape[0], query.shape[1], key.shape[1]});
  return Pass(layer, query, key, value, masking).run();
}

}  // namespace headsup
