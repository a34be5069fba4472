#pragma once
// One function an op, for explain.cpp alone. Each fills in `terms` and `detail` of an explanation whose name,
// index, value and op are set.

#include "headsup/trace/explain.h"

namespace headsup::explain_ops {

/// What every function needs: the trace, the step, and the explanation under way.
struct Context {
  const Trace& trace;
  const Step& step;
  Explanation& out;

  /// The step's i-th input.
  const Step& input(Index i) const { return trace[step.inputs[i]]; }
  bool has_input(Index i) const { return i < step.inputs.size(); }
  // Adds a term: the cell of a step, or a leaf. Not inline, because every op has several.
  void cell(const Step& from, const Shape& index) const;
  void leaf(const char* name, double value) const;
  void leaf(Name name, const Shape& index, double value) const;
  void fact(const char* name, double value) const;
  void fact(const char* name, const char* word) const;
  /// Adds the cell of a step that is broadcast to the explained one.
  void broadcast_cell(const Step& from, const Shape& index) const;
};

// explain_draws.cpp
void normal(const Context& c);
void uniform(const Context& c);
void given(const Context& c);
void constant(const Context& c);
// explain_moves.cpp
void pad(const Context& c);
void embedding(const Context& c);
void view(const Context& c);
void transpose(const Context& c);
// explain_positions.cpp
void sinusoid(const Context& c);
void position_ids(const Context& c);
// explain_masks.cpp
void compare(const Context& c);
void triangle(const Context& c);
void logical(const Context& c);
void masked_fill(const Context& c);
// explain_products.cpp
void linear(const Context& c);
void scaled_dot_product(const Context& c);
void softmax(const Context& c);
void weighted_sum(const Context& c);
void conv1d(const Context& c);
// explain_layers.cpp
void add(const Context& c);
void gelu(const Context& c);
void relu(const Context& c);
void layer_norm(const Context& c);

/// `index` with another last place.
Shape with_last(Shape index, Index last);

}  // namespace headsup::explain_ops
