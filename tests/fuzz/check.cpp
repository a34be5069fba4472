#include "check.h"
#include "recompute.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "headsup/graph/explain.h"
#include "headsup/tensor/refusal.h"

namespace headsup::fuzz {
namespace {

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

void check_term(const Trace& trace, const Term& term) {
  const Step* step = trace.find(term.name);
  if (step == nullptr) return;
  const Shape& shape = step->shape();
  expect(term.index.size() == shape.size(), "a term has an index of another rank than its step");
  for (Index axis = 0; axis < shape.size(); ++axis) {
    expect(term.index[axis] < shape[axis], "a term lies outside its step");
  }
  expect(same(term.value, step->at(term.index)), "a term has another value than its cell");
}

/// The sum of the summands' magnitudes; NaN if one is NaN.
double magnitude(const Explanation& e) {
  double sum = 0;
  const bool products = e.op == Name("linear") || e.op == Name("conv1d") ||
                        e.op == Name("scaled_dot_product") || e.op == Name("weighted_sum");
  for (Index i = 0; i < e.terms.size(); ++i) {
    const bool paired = products && i + 1 < e.terms.size();
    sum += std::abs(paired ? e.terms[i].value * e.terms[i + 1].value : e.terms[i].value);
    if (paired) ++i;
  }
  return sum;
}

/// Checks the value within n roundings of the sum of magnitudes, n being the number of terms. A sum that may have
/// overflowed float32 in between is not checked.
void check_value(const Explanation& e) {
  const double recomputed = tests::recompute(e);
  const double size = magnitude(e);
  if (same(recomputed, e.value)) return;
  if (std::isnan(size) ? std::isnan(e.value)
                       : size > static_cast<double>(std::numeric_limits<float>::max())) {
    return;
  }
  const double rounding = static_cast<double>(e.terms.size()) * 0x1p-24 * size;
  const double allowed = 1e-6 + 1e-6 * std::abs(recomputed) + rounding;
  if (!(std::abs(recomputed - e.value) <= allowed)) {
    std::fprintf(stderr, "%.*s%s: recomputed %.9g, value %.9g\n", static_cast<int>(e.name.size()),
                 e.name.data(), to_string(e.index).c_str(), recomputed, e.value);
    expect(false, "recomputing a cell gives another value");
  }
}

}  // namespace

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

bool is_refused(const std::function<void()>& action) {
  try {
    action();
  } catch (const Refusal& refusal) {
    expect(refusal.what()[0] != '\0', "a refusal without words");
    return true;
  }
  return false;
}

void check_trace(const Trace& trace, Bytes& bytes) {
  ReplayCache replays;
  for (const Step& step : trace.steps) {
    check_tensor(step.tensor);
    expect(step.axes.size() == step.shape().size(), "a step has another number of axes than its shape");
    const Index offset = bytes.any<std::uint16_t>() % element_count(step.shape());
    const Explanation e = explain(trace, step.name, index_of(step.shape(), offset), &replays);
    expect(same(e.value, step.tensor.at_position(offset)), "an explanation has another value than its cell");
    for (const Term& term : e.terms) check_term(trace, term);
    check_value(e);
  }
}

}  // namespace headsup::fuzz
