// The terms of gradients: for each operation, the products of a cell of the result's gradient with the derivative. The
// formulas are those of layers.h and attention.h, cell by cell.
#include <algorithm>
#include <array>
#include <iterator>

#include "tensor/elementary.h"
#include "training/walk/operations.h"

namespace headsup::training {
namespace {

using Gradient = GradientBuilder;

/// Calls visit(b, t) for each token of the batch.
void for_each_token(const Gradient& g, const auto& visit) {
  for (Index b = 0; b < g.given.shape()[0]; ++b) {
    for (Index t = 0; t < g.given.shape()[1]; ++t) visit(b, t);
  }
}

double bit(bool condition) {
  return condition ? 1 : 0;
}

/// ∂table[id, d] = Σ ∂y[b, t, d] over the tokens with this id
void embedding_table(const Gradient& g) {
  Index found = 0;
  for_each_token(g, [&](Index b, Index t) {
    if (g.input(0).at({b, t}) != static_cast<double>(g.index()[0])) return;
    g.cell({b, t, g.index()[1]}, 1);
    ++found;
  });
  g.target.fact("tokens", static_cast<double>(found));
}

/// ∂x = ∂y · (0 or 1 / (1 − p)), the same as forwards
void dropout_input(const Gradient& g) {
  g.cell(g.index(), dropout_factor(g.target, g.input(1)));
}

/// ∂x[b, t, i] = Σ_o ∂y[b, t, o] W[o, i]
void linear_input(const Gradient& g) {
  const Index width = g.given.shape().back();
  for (Index out = 0; out < width; ++out) {
    g.cell(with_last(g.index(), out), g.input(1).at({out, g.index().back()}));
  }
}

/// ∂W[o, i] = Σ ∂y[b, t, o] x[b, t, i] over the tokens
void linear_weight(const Gradient& g) {
  for_each_token(g, [&](Index b, Index t) {
    g.cell({b, t, g.index()[0]}, g.input(0).at({b, t, g.index()[1]}));
  });
}

/// ∂b[o] = Σ ∂y[b, t, o] over the tokens
void bias(const Gradient& g) {
  for_each_token(g, [&](Index b, Index t) { g.cell({b, t, g.index()[0]}, 1); });
}

/// ∂x[i] = Σ_j ∂y[j] w[j] r ((1 where i = j) − 1/D − x̂[i] x̂[j] / D)
void layer_norm_input(const Gradient& g) {
  const NormalRow row(row_at(g.input(0), g.index()));
  const Index i = g.index().back();
  const double share = 1 / static_cast<double>(row.x.size());
  for (Index j = 0; j < row.x.size(); ++j) {
    const double slope = bit(i == j) - share - row.normal(i) * row.normal(j) * share;
    g.cell(with_last(g.index(), j), g.input(1).at({j}) * row.rstd * slope);
  }
  g.target.fact("mean", row.mean);
  g.target.fact("rstd", row.rstd);
  g.target.fact("normal", row.normal(i));
}

/// ∂w[d] = Σ ∂y[b, t, d] x̂[b, t, d] over the tokens
void layer_norm_weight(const Gradient& g) {
  for_each_token(g, [&](Index b, Index t) {
    const Shape at = {b, t, g.index()[0]};
    g.cell(at, NormalRow(row_at(g.input(0), at)).normal(g.index()[0]));
  });
}

/// ∂q[b, i, d] = Σ_j ∂scores[b, h, i, j] k[b, j, d] / √K, h the head of column d
void scores_query(const Gradient& g) {
  const auto [b, i, d] = std::array{g.index()[0], g.index()[1], g.index()[2]};
  const HeadColumns heads(g.target.walk, g.input(0));
  for (Index j = 0; j < g.given.shape()[3]; ++j) {
    g.cell({b, heads.head_of(d), i, j}, g.input(1).at({b, j, d}) * heads.scale());
  }
}

/// ∂k[b, j, d] = Σ_i ∂scores[b, h, i, j] q[b, i, d] / √K
void scores_key(const Gradient& g) {
  const auto [b, j, d] = std::array{g.index()[0], g.index()[1], g.index()[2]};
  const HeadColumns heads(g.target.walk, g.input(0));
  for (Index i = 0; i < g.given.shape()[2]; ++i) {
    g.cell({b, heads.head_of(d), i, j}, g.input(0).at({b, i, d}) * heads.scale());
  }
}

/// ∂x = ∂y, but 0 where y is the fill: the fill is the same whatever the score was.
void masked_fill_input(const Gradient& g) {
  const bool masked = g.index()[3] > g.index()[2];
  g.cell(g.index(), bit(!masked));
  g.target.fact("masked", bit(masked));
}

/// ∂S[j] = Σ_k ∂P[k] P[j] ((1 where j = k) − P[k]), in each row
void softmax_input(const Gradient& g) {
  const std::span<const float> shares = row_at(g.forward, g.index());
  const Index j = g.index().back();
  const auto own = static_cast<double>(shares[j]);
  for (Index k = 0; k < shares.size(); ++k) {
    g.cell(with_last(g.index(), k), own * (bit(j == k) - static_cast<double>(shares[k])));
  }
  g.target.fact("share", own);
}

/// ∂P[b, h, i, j] = Σ ∂Y[b, i, d] V[b, j, d] over the columns d of head h
void weighted_sum_weights(const Gradient& g) {
  const auto [b, h, i, j] = std::array{g.index()[0], g.index()[1], g.index()[2], g.index()[3]};
  const HeadColumns heads(g.target.walk, g.input(1));
  for (Index d = heads.first(h); d < heads.first(h + 1); ++d) g.cell({b, i, d}, g.input(1).at({b, j, d}));
}

/// ∂V[b, j, d] = Σ_i P[b, h, i, j] ∂Y[b, i, d]
void weighted_sum_values(const Gradient& g) {
  const auto [b, j, d] = std::array{g.index()[0], g.index()[1], g.index()[2]};
  const Index head = HeadColumns(g.target.walk, g.input(1)).head_of(d);
  for (Index i = 0; i < g.given.shape()[1]; ++i) g.cell({b, i, d}, g.input(0).at({b, head, i, j}));
}

/// ∂a = ∂b = ∂y
void either_summand(const Gradient& g) {
  g.cell(g.index(), 1);
}

/// ∂x = ∂y (Φ(x) + x φ(x))
void gelu_input(const Gradient& g) {
  constexpr double kDensityAtZero = 0.3989422804014327;  // 1 / √(2π)
  const double x = g.input(0).at(g.index());
  const double cdf = normal_cdf(x);
  const double density = kDensityAtZero * exp_of_negative(-x * x / 2);
  g.cell(g.index(), cdf + x * density);
  g.target.fact("cdf", cdf);
  g.target.fact("density", density);
}

/// ∂x = ∂y where x > 0, else 0
void relu_input(const Gradient& g) {
  g.cell(g.index(), bit(g.input(0).at(g.index()) > 0));
}

/// ∂logits = (softmax(logits) − 1 at the target) / (how many count), 0 for tokens that do not
void cross_entropy_logits(const Gradient& g) {
  const Shape& index = g.index();
  const double target = g.input(1).at({index[0], index[1]});
  const bool counts = target != static_cast<double>(g.target.walk.spec.pad_id);
  const auto count = static_cast<double>(counted_targets(g.target.walk));
  const TrainingStep& shares = g.input(2);
  g.target.fact("counts", bit(counts));
  g.target.fact("count", count);
  g.target.fact("target", target);
  const double share = counts ? 1 / count : 0;
  g.target.word(shares.name.c_str(), index, shares.at(index), share, g.given.name);
  if (static_cast<double>(index[2]) == target) g.target.word("one_hot", index, 1, -share, g.given.name);
}

constexpr OperandGradient kGradients[] = {
    {"embedding", 1, embedding_table, {0, kNothing}},
    {"dropout", 0, dropout_input, {1, kNothing}},
    {"layer_norm", 0, layer_norm_input, {0, 1}},
    {"layer_norm", 1, layer_norm_weight, {0, kNothing}},
    {"layer_norm", 2, bias, {kNothing, kNothing}},
    {"linear", 0, linear_input, {1, kNothing}},
    {"linear", 1, linear_weight, {0, kNothing}},
    {"linear", 2, bias, {kNothing, kNothing}},
    {"scaled_dot_product", 0, scores_query, {1, kNothing}},
    {"scaled_dot_product", 1, scores_key, {0, kNothing}},
    {"masked_fill", 0, masked_fill_input, {kNothing, kNothing}},
    {"softmax", 0, softmax_input, {kResult, kNothing}},
    {"weighted_sum", 0, weighted_sum_weights, {1, kNothing}},
    {"weighted_sum", 1, weighted_sum_values, {0, kNothing}},
    {"add", 0, either_summand, {kNothing, kNothing}},
    {"add", 1, either_summand, {kNothing, kNothing}},
    {"gelu", 0, gelu_input, {0, kNothing}},
    {"relu", 0, relu_input, {0, kNothing}},
    {"cross_entropy", 0, cross_entropy_logits, {1, 2}},
};

}  // namespace

const OperandGradient* gradient_of(std::string_view op, Index operand) {
  const auto found = std::find_if(
      std::begin(kGradients), std::end(kGradients),
      [&](const OperandGradient& gradient) { return gradient.op == op && gradient.operand == operand; });
  return found == std::end(kGradients) ? nullptr : found;
}

}  // namespace headsup::training
