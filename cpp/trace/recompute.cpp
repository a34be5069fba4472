// An explanation's value from its terms alone: what tests hold every explanation against.
#include <algorithm>
#include <cassert>
#include <cmath>

#include "headsup/trace/explain.h"

namespace headsup {
namespace {

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

/// The sine or the cosine of the angle, whichever the part says.
double of_angle(const Explanation& e) {
  for (const auto& [key, value] : e.detail) {
    if (key == "part" && std::get<Name>(value) == "sin") return std::sin(fact(e, "angle"));
  }
  return std::cos(fact(e, "angle"));
}

/// The term that detail.position counts.
double at_position(const Explanation& e) {
  return e.terms[static_cast<Index>(fact(e, "position"))].value;
}

/// The i-th term from the end.
double last(const Explanation& e, Index i) {
  return e.terms[e.terms.size() - 1 - i].value;
}

double bit(bool condition) {
  return condition ? 1 : 0;
}

}  // namespace

double recompute(const Explanation& e) {
  const auto term = [&](Index i) { return e.terms[i].value; };
  switch (e.op) {
    case Op::normal:
      return fact(e, "radius") * of_angle(e);
    case Op::uniform:
      return term(0) * 2.0 * fact(e, "bound") - fact(e, "bound");
    case Op::given:
    case Op::constant:
    case Op::pad:
    case Op::view:
    case Op::transpose:
      return term(0);
    case Op::embedding:
      return term(1);
    case Op::sinusoid:
      return of_angle(e);
    case Op::position_ids:
      return term(0) != term(1) ? term(2) : 0;
    case Op::add:
      return term(0) + term(1);
    case Op::not_equal:
      return bit(term(0) != term(1));
    case Op::eq:
      return bit(term(0) == term(1));
    case Op::tril:
      return bit(term(1) <= term(0));
    case Op::triu:
      return bit(term(1) > term(0));
    case Op::logical_and:
      return term(0) * term(1);
    case Op::logical_or:
      return bit(std::any_of(e.terms.begin(), e.terms.end(), [](const Term& t) { return t.value != 0; }));
    case Op::linear:
    case Op::conv1d:
    case Op::weighted_sum:
      return sum_of_pairs(e);
    case Op::scaled_dot_product:
      return sum_of_pairs(e) / fact(e, "divisor");
    case Op::masked_fill:
      return term(1) == fact(e, "maskedBit") ? fact(e, "fill") : term(0);
    case Op::softmax:
      return std::exp(at_position(e) - last(e, 1)) / last(e, 0);
    case Op::gelu:
      return term(0) * fact(e, "cdf");
    case Op::relu:
      return std::isnan(term(0)) ? term(0) : std::max(term(0), 0.0);
    case Op::layer_norm:
      return (at_position(e) - last(e, 3)) * last(e, 2) * last(e, 1) + last(e, 0);
  }
  return 0;
}

}  // namespace headsup
