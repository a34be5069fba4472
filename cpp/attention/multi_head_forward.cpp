#include "attention/multi_head_forward.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attention/heads.h"
#include "attention/refusal.h"

namespace headsup {
namespace {

/// Rows of a kernel's tile: what columns of v are filled up to.
constexpr Index kTile = 4;
/// How many positions go through a linear layer at a time, and how many queries meet the keys. A multiple of every P.
constexpr Index kPositions = 128;

PackedLinear packed(const Kernel& kernel, const FloatTensor& weight, std::vector<float> bias) {
  bias.resize(filled_up(bias.size(), kernel.lanes));
  return {packed_rows(kernel, {weight.data.data(), weight.shape[0], weight.shape[1]}), std::move(bias)};
}

std::vector<float> bias_of(const LinearWeights& w) {
  return w.bias ? w.bias->data : std::vector<float>(w.weight.shape[0]);
}

/// Every number times `factor`.
std::vector<float> scaled(std::vector<float> numbers, float factor) {
  for (float& number : numbers) number *= factor;
  return numbers;
}

/// (H · ⌈K⌉₄, cols): each head's K rows of `rows` (H · K, cols), and zeros.
std::vector<float> filled_heads(const std::vector<float>& rows, Index num_heads, Index d_k, Index cols) {
  const Index room = filled_up(d_k, kTile) * cols;
  std::vector<float> filled(num_heads * room);
  for (Index h = 0; h < num_heads; ++h) {
    std::copy_n(rows.data() + h * d_k * cols, d_k * cols, filled.data() + h * room);
  }
  return filled;
}

void expect_linear(const char* field, const LinearWeights& w, const Shape& wants) {
  if (w.weight.shape != wants) refuse_shape(field, w.weight.shape, to_string(wants));
  if (w.bias && w.bias->shape != Shape{wants[0]}) {
    refuse_shape(field, w.bias->shape, to_string(Shape{wants[0]}));
  }
}

}  // namespace

PackedMultiHead::PackedMultiHead(const MultiHeadWeights& weights, Index heads, const Kernel& k)
    : kernel(&k), num_heads(heads) {
  const Shape& shape = weights.w_q.weight.shape;
  if (shape.size() != 2) refuse_shape("w_q", shape, "(A, D)");
  width = shape[0];
  d_model = shape[1];
  split_heads(FloatTensor({0, 0, width}), heads);  // refuses heads that do not divide
  expect_linear("w_q", weights.w_q, shape);
  expect_linear("w_k", weights.w_k, shape);
  expect_linear("w_v", weights.w_v, shape);
  if (!weights.w_0) refuse("missing", {{"field", "w_0"}, {"wants", "shape " + to_string({d_model, width})}});
  expect_linear("w_0", *weights.w_0, {d_model, width});

  const Index d_k = width / heads;
  const Index filled = heads * filled_up(d_k, kTile);
  const auto scale = static_cast<float>(1 / std::sqrt(static_cast<double>(d_k)));
  w_q = packed(k, {shape, scaled(weights.w_q.weight.data, scale)}, scaled(bias_of(weights.w_q), scale));
  w_k = packed(k, weights.w_k.weight, bias_of(weights.w_k));
  w_v = packed(k, {{filled, d_model}, filled_heads(weights.w_v.weight.data, heads, d_k, d_model)},
               filled_heads(bias_of(weights.w_v), heads, d_k, 1));
  w_0 = packed(k, weights.w_0->weight, bias_of(*weights.w_0));
}

namespace {

/// One forward pass. Everything it needs beside its operands and its output lies in one room.
class Pass {
 public:
  Pass(const PackedMultiHead& layer, const BatchView& query, const BatchView& key, const BatchView& value,
       const Masking& masking);
  FloatTensor run();

 private:
  void share_out();
  const float* packed_positions(const BatchView& x, Index batch, Index first, Index count);
  void project_panels(const PackedLinear& w, const float* x, Index count, float* out) const;
  void project_keys(Index batch, Index first, Index count);
  void project_values(const float* x, Index first, Index count) const;
  void attend(Index head, Index count, Index panels);
  void meet(Index head, Index panel, Index block, Index count, Kept kept);
  void finish(Index head, Index panel);
  void project_output(Index batch, Index first, Index count);

  const PackedMultiHead& layer_;
  const Kernel& kernel_;
  const BatchView& query_;
  const BatchView& key_;
  const BatchView& value_;
  Index queries_;
  Index keys_;
  Index lanes_;
  Index d_k_;
  Index rows_;       ///< of q and k in a panel: A, filled up
  Index head_rows_;  ///< of v, of one head: K, filled up
  Index key_room_;   ///< S, filled up to panels
  MaskedBlocks masks_;
  FloatTensor output_;
  Room room_;
  float* x_ = nullptr;        ///< panels of positions on their way into a linear layer
  float* q_ = nullptr;        ///< panels of queries (A, P)
  float* k_ = nullptr;        ///< panels of keys (A, P)
  float* v_ = nullptr;        ///< panels of columns (S, P)
  float* concat_ = nullptr;   ///< panels of queries (A, P)
  float* scores_ = nullptr;   ///< (keys of a block, P)
  float* maximum_ = nullptr;  ///< (panels, P)
  float* sum_ = nullptr;      ///< (panels, P)
  float* values_ = nullptr;   ///< (panels, K, P)
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
      key_room_(filled_up(keys_, lanes_)),
      masks_(masking, keys_, lanes_),
      output_({query.shape[0], queries_, layer.d_model}) {
  share_out();
}

void Pass::share_out() {
  const Index queries = std::min(kPositions, filled_up(queries_, lanes_));
  const Index positions = std::max(queries, std::min(kPositions, key_room_));
  const Index panels = queries / lanes_;
  const std::pair<float**, Index> parts[] = {
      {&x_, positions * layer_.d_model},
      {&q_, queries * rows_},
      {&k_, key_room_ * rows_},
      {&v_, key_room_ * filled_up(layer_.num_heads * head_rows_, lanes_)},
      {&concat_, queries * layer_.width},
      {&scores_, kKeysOfBlock * lanes_},
      {&maximum_, queries},
      {&sum_, queries},
      {&values_, panels * head_rows_ * lanes_},
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

/// Positions [first, first + count) of a sentence, in panels.
const float* Pass::packed_positions(const BatchView& x, Index batch, Index first, Index count) {
  const float* rows = x.data + (batch * x.shape[1] + first) * layer_.d_model;
  kernel_.pack_rows(rows, count, layer_.d_model, x_);
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
                    {Begin::rows, w.bias.data()}});
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
                    {Begin::cols, layer_.w_v.bias.data()}});
}

void Pass::project_keys(Index batch, Index first, Index count) {
  const float* x = packed_positions(key_, batch, first, count);
  project_panels(layer_.w_k, x, count, k_ + first * rows_);
  if (value_.data != key_.data) x = packed_positions(value_, batch, first, count);
  project_values(x, first, count);
}

/// A panel of queries and a block of keys.
void Pass::meet(Index head, Index panel, Index block, Index count, Kept kept) {
  const Index first = block * kKeysOfBlock;
  const Index column = head * head_rows_;
  const Index stride = key_room_ * lanes_;
  kernel_.attend({q_ + (panel * rows_ + head * d_k_) * lanes_, k_ + first * rows_ + head * d_k_ * lanes_,
                  rows_ * lanes_, v_ + column / lanes_ * stride + first * lanes_, stride, column % lanes_,
                  d_k_, std::min(kKeysOfBlock, keys_ - first), std::min(lanes_, count - panel * lanes_), kept,
                  kept == Kept::some ? masks_.keep(panel, block) : nullptr, masks_.fill(), scores_,
                  maximum_ + panel * lanes_, sum_ + panel * lanes_, values_ + panel * head_rows_ * lanes_});
}

/// `count` queries of one head meet every key, block by block, so that a block is near while all of them meet it. Blocks
/// that are masked come last: by then it is known whether they matter.
void Pass::attend(Index head, Index count, Index panels) {
  std::fill_n(maximum_, panels * lanes_, -INFINITY);
  // Without a key there is no weight: the average is 0, as a product over no numbers is.
  std::fill_n(sum_, panels * lanes_, keys_ == 0 ? 1.0F : 0.0F);
  std::fill_n(values_, panels * head_rows_ * lanes_, 0.0F);
  const Index blocks = filled_up(keys_, kKeysOfBlock) / kKeysOfBlock;
  for (Index block = 0; block < blocks; ++block) {
    for (Index panel = 0; panel < panels; ++panel) {
      const Kept kept = masks_.kept(panel, block);
      if (kept != Kept::none) meet(head, panel, block, count, kept);
    }
  }
  for (Index panel = 0; panel < panels; ++panel) {
    const bool settled = masks_.settled(maximum_ + panel * lanes_, std::min(lanes_, count - panel * lanes_));
    for (Index block = 0; block < blocks; ++block) {
      if (masks_.kept(panel, block) != Kept::none || (settled && masks_.finite(block))) continue;
      meet(head, panel, block, count, Kept::none);
    }
    finish(head, panel);
  }
}

/// The sums of exp(score − maximum) · v become averages, at the head's place of the concatenation.
void Pass::finish(Index head, Index panel) {
  const float* sum = sum_ + panel * lanes_;
  const float* values = values_ + panel * head_rows_ * lanes_;
  float* concat = concat_ + (panel * layer_.width + head * d_k_) * lanes_;
  for (Index i = 0; i < d_k_ * lanes_; i += lanes_) {
    for (Index lane = 0; lane < lanes_; ++lane) concat[i + lane] = values[i + lane] / sum[lane];
  }
}

void Pass::project_output(Index batch, Index first, Index count) {
  const Index stride = layer_.width * lanes_;
  float* out = output_.data.data() + (batch * queries_ + first) * layer_.d_model;
  kernel_.multiply({concat_,
                    stride,
                    0,
                    count,
                    layer_.w_0.weight.room.data(),
                    stride,
                    layer_.d_model,
                    layer_.width,
                    out,
                    layer_.d_model,
                    lanes_,
                    true,
                    {Begin::cols, layer_.w_0.bias.data()}});
}

FloatTensor Pass::run() {
  for (Index batch = 0; batch < query_.shape[0]; ++batch) {
    for (Index first = 0; first < keys_; first += kPositions) {
      project_keys(batch, first, std::min(kPositions, keys_ - first));
    }
    masks_.begin(batch, v_, layer_.num_heads * head_rows_, key_room_);
    for (Index first = 0; first < queries_; first += kPositions) {
      const Index count = std::min(kPositions, queries_ - first);
      project_panels(layer_.w_q, packed_positions(query_, batch, first, count), count, q_);
      masks_.look(first, count);
      for (Index head = 0; head < layer_.num_heads; ++head) {
        attend(head, count, filled_up(count, lanes_) / lanes_);
      }
      project_output(batch, first, count);
    }
  }
  return std::move(output_);
}

void expect_batch(const char* field, const BatchView& x, const std::string& batch, const char* length,
                  const PackedMultiHead& layer) {
  const bool fits = x.shape.size() == 3 && x.shape[2] == layer.d_model &&
                    (batch == "B" || std::to_string(x.shape[0]) == batch);
  if (fits) return;
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
  expect_batch("query", query, "B", "T", layer);
  const Index batch = query.shape[0];
  expect_batch("key", key, std::to_string(batch), "S", layer);
  expect_batch("value", value, std::to_string(batch), "S", layer);
  if (value.shape != key.shape) refuse_shape("value", value.shape, to_string(key.shape));
  if (masking.mask != nullptr) expect_mask(*masking.mask, {batch, query.shape[1], key.shape[1]});
  return Pass(layer, query, key, value, masking).run();
}

}  // namespace headsup
