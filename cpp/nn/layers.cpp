#include "nn/layers.h"

#include <array>
#include <utility>

#include "operations/operations.h"

namespace headsup::nn {
namespace {

std::vector<Index> with_parameters(Index x, const Layer& layer) {
  std::vector<Index> inputs = {x, layer.weight};
  if (layer.bias) inputs.push_back(*layer.bias);
  return inputs;
}

/// (B, H, T, K) from (B, T, H, K), or back.
Index swap_heads(Recorder& r, std::string name, Index x, Name axes) {
  return r.run(std::move(name), op::transpose, {x}, axes, {{"dim0", 1.0}, {"dim1", 2.0}});
}

}  // namespace

Layer layer(const Recorder& r, const std::string& name) {
  Layer found = {.weight = r.at(name + ".weight"), .bias = {}};
  if (r.has(name + ".bias")) found.bias = r.at(name + ".bias");
  return found;
}

Index linear(Recorder& r, std::string name, Index x, const Layer& layer, Name axes) {
  return r.run(std::move(name), op::linear, with_parameters(x, layer), axes);
}

Index conv1d(Recorder& r, std::string name, Index x, const Layer& layer, Name axes, Attributes transposes) {
  return r.run(std::move(name), op::conv1d, with_parameters(x, layer), axes, std::move(transposes));
}

Index layer_norm(Recorder& r, std::string name, Index x, const Layer& layer, Name axes) {
  return r.run(std::move(name), op::layer_norm, with_parameters(x, layer), axes,
               {{"normalized_shape", sizes({r[x].shape().back()})}});
}

Index dropout(Recorder& r, const std::string& name, Index x, double p, Generator& generator, Name axes) {
  Tensor draws(r[x].shape());
  for (float& draw : draws.floats()) draw = generator.rand();
  const Index drawn = r.record(name + "_draws", op::rand, axes, std::move(draws));
  return r.run(name + "_dropout", op::dropout, {x, drawn}, axes, {{"p", p}});
}

Index attention(Recorder& r, const std::string& prefix, const Heads& of, const std::optional<Mask>& mask,
                Index d_k, const AttentionAxes& axes) {
  Index scores =
      r.run(prefix + "scores", op::scaled_dot_product, {of.q, of.k}, axes.scores, {{"d_k", number(d_k)}});
  if (mask) {
    Attributes fill = {{"value", mask->fill}, {"masked_bit", mask->masked_bit}};
    // The mask holds for every head.
    if (r[scores].rank() == 4) fill.set("unsqueeze", 1.0);
    scores = r.run(prefix + "masked_scores", op::masked_fill, {scores, mask->step}, axes.scores, fill);
  }
  const Index shares = r.run(prefix + "attention", op::softmax, {scores}, axes.scores, {{"dim", -1.0}});
  return r.run(prefix + "values", op::weighted_sum, {shares, of.v}, axes.values);
}

Heads MultiHeadAttention::heads(Recorder& r, Index query, Index key) const {
  struct Part {
    const char* name;
    const char* layer;
    Index from;
    Name axes;
    Name split;
    Name heads;
  };
  const std::array parts = {Part{"q", "w_q", query, "B T A", "B T H K", "B H T K"},
                            Part{"k", "w_k", key, "B S A", "B S H K", "B H S K"},
                            Part{"v", "w_v", key, "B S A", "B S H K", "B H S K"}};
  std::array<Index, 3> made = {};
  for (Index i = 0; i < parts.size(); ++i) {
    made[i] =
        linear(r, prefix + parts[i].name, parts[i].from, layer(r, prefix + parts[i].layer), parts[i].axes);
  }
  for (Index i = 0; i < parts.size(); ++i) {
    const Shape& shape = r[made[i]].shape();
    made[i] = r.run(prefix + parts[i].name + "_split", op::view, {made[i]}, parts[i].split,
                    {{"shape", sizes({shape[0], shape[1], num_heads, shape[2] / num_heads})}});
  }
  for (Index i = 0; i < parts.size(); ++i) {
    made[i] = swap_heads(r, prefix + parts[i].name + "_heads", made[i], parts[i].heads);
  }
  return {.q = made[0], .k = made[1], .v = made[2]};
}

Index MultiHeadAttention::attend(Recorder& r, const Heads& heads, const std::optional<Mask>& mask) const {
  const Index values = attention(r, prefix, heads, mask, r[heads.q].shape().back(),
                                 {.scores = "B H T S", .values = "B H T K"});
  const Index merged = swap_heads(r, prefix + "values_merged", values, "B T H K");
  const Shape& shape = r[merged].shape();
  // The heads of a token lie apart.
  const Index concat = r.run(prefix + "concat", op::contiguous_view, {merged}, "B T A",
                             {{"shape", sizes({shape[0], shape[1], shape[2] * shape[3]})}});
  if (!r.has(prefix + "w_0.weight")) return concat;
  return linear(r, prefix + "output", concat, layer(r, prefix + "w_0"), "B T D");
}

}  // namespace headsup::nn
