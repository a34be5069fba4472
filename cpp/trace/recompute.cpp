// Recomputes a value from its explanation alone, to test explanations. Not linked into the WebAssembly module.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "trace/operations.h"

namespace headsup {
namespace {

double term_from_end(const Explanation& e, Index i) {
  return term(e, e.terms.size() - 1 - i);
}

const Fact& any_fact(const Explanation& e, Name name) {
  const auto found =
      std::find_if(e.detail.begin(), e.detail.end(), [&](const auto& fact) { return fact.first == name; });
  assert(found != e.detail.end());
  return found->second;
}

double fact(const Explanation& e, Name name) {
  return std::get<double>(any_fact(e, name));
}

/// The term of the explained cell's own column.
double term_at_position(const Explanation& e) {
  return term(e, static_cast<Index>(fact(e, "position")));
}

double first_term(const Explanation& e) {
  return term(e, 0);
}

double sine_or_cosine(const Explanation& e) {
  const bool sine = std::get<Name>(any_fact(e, "part")) == "sin";
  return sine ? std::sin(fact(e, "angle")) : std::cos(fact(e, "angle"));
}

double sum_of_products(const std::vector<Term>& terms) {
  const std::vector<double> products = products_of(terms);
  return std::accumulate(products.begin(), products.end(), 0.0);
}

/// Σ x · weight, and the bias where there is one: it is the odd term.
double sum_of_products_and_bias(const Explanation& e) {
  return sum_of_products(e.terms) + (e.terms.size() % 2 == 1 ? term_from_end(e, 0) : 0);
}

double recompute_normal(const Explanation& e) {
  return fact(e, "radius") * sine_or_cosine(e);
}

double recompute_embedding(const Explanation& e) {
  return term(e, 1);
}

double recompute_position_ids(const Explanation& e) {
  return term(e, 0) != term(e, 1) ? term(e, 2) : 0;
}

double recompute_add(const Explanation& e) {
  return term(e, 0) + term(e, 1);
}

double recompute_not_equal(const Explanation& e) {
  return bit(term(e, 0) != term(e, 1));
}

double recompute_eq(const Explanation& e) {
  return bit(term(e, 0) == term(e, 1));
}

double recompute_tril(const Explanation& e) {
  return bit(term(e, 1) <= term(e, 0));
}

double recompute_triu(const Explanation& e) {
  return bit(term(e, 1) > term(e, 0));
}

double recompute_logical_and(const Explanation& e) {
  return term(e, 0) * term(e, 1);
}

double recompute_logical_or(const Explanation& e) {
  return bit(std::any_of(e.terms.begin(), e.terms.end(), [](const Term& t) { return t.value != 0; }));
}

double recompute_scaled_dot_product(const Explanation& e) {
  return sum_of_products(e.terms) / fact(e, "divisor");
}

double recompute_masked_fill(const Explanation& e) {
  return term(e, 1) == fact(e, "maskedBit") ? fact(e, "fill") : term(e, 0);
}

double recompute_softmax(const Explanation& e) {
  return std::exp(term_at_position(e) - term_from_end(e, 1)) / term_from_end(e, 0);
}

double recompute_gelu(const Explanation& e) {
  return term(e, 0) * fact(e, "cdf");
}

double recompute_relu(const Explanation& e) {
  return std::isnan(term(e, 0)) ? term(e, 0) : std::max(term(e, 0), 0.0);
}

double recompute_uniform(const Explanation& e) {
  const double bound = fact(e, "bound");
  return term(e, 0) * 2.0 * bound - bound;
}

double recompute_layer_norm(const Explanation& e) {
  const double centered = term_at_position(e) - term_from_end(e, 3);
  return centered * term_from_end(e, 2) * term_from_end(e, 1) + term_from_end(e, 0);
}

constexpr double (*kRecompute[])(const Explanation& e) = {
#define HEADSUP_ROW(name, explain, recompute) recompute,
    HEADSUP_OPERATIONS(HEADSUP_ROW)
#undef HEADSUP_ROW
};

}  // namespace

double recompute(const Explanation& explanation) {
  return kRecompute[static_cast<Index>(explanation.op)](explanation);
}

}  // namespace headsup
