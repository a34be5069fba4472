#pragma once
// The table of operations: the name of each, how its numbers are explained, and how they are recomputed.

#include <utility>

#include "headsup/trace/explain.h"

/// Every operation, in the order of Op: its name, how it is explained (operations.cpp) and how its value is computed from
/// the explanation (recompute.cpp). A macro, so that a program that only explains need not link the other column.
// clang-format off
#define HEADSUP_OPERATIONS(row) \
  row(normal, explain_normal, recompute_normal) \
  row(uniform, explain_uniform, recompute_uniform) \
  row(given, explain_given, first_term) \
  row(constant, explain_constant, first_term) \
  row(pad, explain_pad, first_term) \
  row(embedding, explain_embedding, recompute_embedding) \
  row(sinusoid, explain_sinusoid, sine_or_cosine) \
  row(position_ids, explain_position_ids, recompute_position_ids) \
  row(add, explain_elementwise, recompute_add) \
  row(not_equal, explain_comparison, recompute_not_equal) \
  row(eq, explain_comparison, recompute_eq) \
  row(tril, explain_triangle, recompute_tril) \
  row(triu, explain_triangle, recompute_triu) \
  row(logical_and, explain_elementwise, recompute_logical_and) \
  row(logical_or, explain_elementwise, recompute_logical_or) \
  row(linear, explain_linear, sum_of_products_and_bias) \
  row(view, explain_view, first_term) \
  row(transpose, explain_transpose, first_term) \
  row(scaled_dot_product, explain_scaled_dot_product, recompute_scaled_dot_product) \
  row(masked_fill, explain_masked_fill, recompute_masked_fill) \
  row(softmax, explain_softmax, recompute_softmax) \
  row(weighted_sum, explain_weighted_sum, sum_of_products_and_bias) \
  row(conv1d, explain_conv1d, sum_of_products_and_bias) \
  row(gelu, explain_gelu, recompute_gelu) \
  row(relu, explain_elementwise, recompute_relu) \
  row(layer_norm, explain_layer_norm, recompute_layer_norm)
// clang-format on

namespace headsup {

/// An explanation in progress, and functions that add its terms and facts.
struct ExplanationBuilder {
  const Trace& trace;
  const Step& step;
  Explanation& out;      ///< name, index, value and op are set
  ReplayCache* replays;  ///< may be null

  const Step& input(Index i) const { return trace[step.inputs[i]]; }
  bool has_input(Index i) const { return i < step.inputs.size(); }

  /// Adds a cell of a step as a term.
  void cell(const Step& from, const Shape& index) const;
  /// Adds the cell of a step that is broadcast to the explained one as a term.
  void broadcast_cell(const Step& from) const { broadcast_cell(from, out.index); }
  void broadcast_cell(const Step& from, const Shape& index) const;
  /// Adds a term that is not a cell, such as "padId".
  void term(Name name, const Shape& index, double value) const;
  void term(Name name, double value) const { term(name, {}, value); }
  /// Adds a fact to `detail`.
  void fact(Name name, Fact value) const { out.detail.emplace_back(name, std::move(value)); }
  void facts(const Facts& more) const { out.detail.insert(out.detail.end(), more.begin(), more.end()); }
};

/// Adds the terms and the facts of the builder's step.
void explain_with(const ExplanationBuilder& builder);

// Shared by explaining and recomputing.

inline double bit(bool condition) {
  return condition ? 1 : 0;
}

inline double term(const Explanation& e, Index i) {
  return e.terms[i].value;
}

/// Of terms in pairs; an odd last one is ignored.
inline std::vector<double> products_of(const std::vector<Term>& terms) {
  std::vector<double> products(terms.size() / 2);
  for (Index i = 0; i < products.size(); ++i) products[i] = terms[2 * i].value * terms[2 * i + 1].value;
  return products;
}

}  // namespace headsup
