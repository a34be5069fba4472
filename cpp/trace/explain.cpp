#include "trace/explain.h"

#include <cassert>
#include <cmath>

#include "attention/refusal.h"
#include "trace/explain_ops.h"

namespace headsup {
namespace explain_ops {

void Context::leaf(Name name, const std::vector<Index>& index, double value) const {
  out.terms.push_back({name, index, value});
}
void Context::leaf(const char* name, double value) const {
  leaf(name, {}, value);
}
void Context::cell(const Step& from, const std::vector<Index>& index) const {
  leaf(from.name, index, from.at(index));
}
void Context::fact(const char* name, double value) const {
  out.detail.emplace_back(name, value);
}
void Context::fact(const char* name, const char* word) const {
  out.detail.emplace_back(name, Name(word));
}

}  // namespace explain_ops
namespace {

void explain_op(const explain_ops::Context& c) {
  switch (c.step.op) {
    case Op::normal:
      return explain_ops::normal(c);
    case Op::uniform:
      return explain_ops::uniform(c);
    case Op::pad:
      return explain_ops::pad(c);
    case Op::embedding:
      return explain_ops::embedding(c);
    case Op::not_equal:
      return explain_ops::not_equal(c);
    case Op::tril:
      return explain_ops::tril(c);
    case Op::logical_and:
      return explain_ops::logical_and(c);
    case Op::linear:
      return explain_ops::linear(c);
    case Op::view:
      return explain_ops::view(c);
    case Op::transpose:
      return explain_ops::transpose(c);
    case Op::scaled_dot_product:
      return explain_ops::scaled_dot_product(c);
    case Op::masked_fill:
      return explain_ops::masked_fill(c);
    case Op::softmax:
      return explain_ops::softmax(c);
    case Op::weighted_sum:
      return explain_ops::weighted_sum(c);
  }
}

void check_index(const Step& step, const std::vector<Index>& index) {
  const Shape& shape = step.shape();
  bool inside = index.size() == shape.size();
  for (Index axis = 0; inside && axis < shape.size(); ++axis) inside = index[axis] < shape[axis];
  if (inside) return;
  refuse("bad-index", {{"field", "index"}, {"got", to_string(Shape(index))}, {"wants", to_string(shape)}});
}

double fact(const Explanation& e, Name name) {
  for (const auto& [key, value] : e.detail) {
    if (key == name) return std::get<double>(value);
  }
  assert(false);
  return 0;
}

double sum_of_pairs(const Explanation& e) {
  double sum = 0;
  Index i = 0;
  for (; i + 1 < e.terms.size(); i += 2) sum += e.terms[i].value * e.terms[i + 1].value;
  // An odd term out is the bias.
  return i < e.terms.size() ? sum + e.terms[i].value : sum;
}

double recompute_normal(const Explanation& e) {
  for (const auto& [key, value] : e.detail) {
    if (key == "part" && std::get<Name>(value) == "sin") {
      return fact(e, "radius") * std::sin(fact(e, "angle"));
    }
  }
  return fact(e, "radius") * std::cos(fact(e, "angle"));
}

}  // namespace

Explanation explain(const Trace& trace, Name name, const std::vector<Index>& index) {
  const Step* step = trace.find(name);
  if (step == nullptr) refuse("unknown-step", {{"got", std::string(name)}});
  check_index(*step, index);
  Explanation explanation{step->name, index, step->at(index), step->op, {}, {}};
  explain_op({trace, *step, explanation});
  return explanation;
}

double recompute(const Explanation& e) {
  switch (e.op) {
    case Op::normal:
      return recompute_normal(e);
    case Op::uniform:
      return e.terms[0].value * 2.0 * fact(e, "bound") - fact(e, "bound");
    case Op::pad:
    case Op::view:
    case Op::transpose:
      return e.terms[0].value;
    case Op::embedding:
      return e.terms[1].value;
    case Op::not_equal:
      return e.terms[0].value != e.terms[1].value ? 1 : 0;
    case Op::tril:
      return e.terms[1].value <= e.terms[0].value ? 1 : 0;
    case Op::logical_and:
      return e.terms[0].value * e.terms[1].value;
    case Op::linear:
    case Op::weighted_sum:
      return sum_of_pairs(e);
    case Op::scaled_dot_product:
      return sum_of_pairs(e) / fact(e, "divisor");
    case Op::masked_fill:
      return e.terms[1].value != 0 ? e.terms[0].value : fact(e, "fill");
    case Op::softmax: {
      const double maximum = e.terms[e.terms.size() - 2].value;
      const double sum = e.terms.back().value;
      return std::exp(e.terms[static_cast<Index>(fact(e, "position"))].value - maximum) / sum;
    }
  }
  return 0;
}

}  // namespace headsup
