#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "headsup/operations/facts.h"
#include "recompute.h"

namespace headsup::tests {
namespace {

double term(const Explanation& e, Index i) {
  return e.terms[i].value;
}

double bit(bool condition) {
  return condition ? 1 : 0;
}

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

/// Of terms in pairs; an odd last one is ignored.
double sum_of_products(const std::vector<Term>& terms) {
  double sum = 0;
  for (Index i = 0; i + 1 < terms.size(); i += 2) sum += terms[i].value * terms[i + 1].value;
  return sum;
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

struct Row {
  Name op;
  double (*recompute)(const Explanation& e);
};

constexpr Row kRows[] = {
    {"normal", recompute_normal},
    {"uniform", recompute_uniform},
    {"given", first_term},
    {"constant", first_term},
    {"pad", first_term},
    {"batch", first_term},
    {"rand", first_term},
    {"embedding", recompute_embedding},
    {"sinusoid", sine_or_cosine},
    {"position_ids", recompute_position_ids},
    {"add", recompute_add},
    {"not_equal", recompute_not_equal},
    {"eq", recompute_eq},
    {"tril", recompute_tril},
    {"triu", recompute_triu},
    {"logical_and", recompute_logical_and},
    {"logical_or", recompute_logical_or},
    {"linear", sum_of_products_and_bias},
    {"view", first_term},
    {"reshape", first_term},
    {"transpose", first_term},
    {"scaled_dot_product", recompute_scaled_dot_product},
    {"masked_fill", recompute_masked_fill},
    {"softmax", recompute_softmax},
    {"weighted_sum", sum_of_products_and_bias},
    {"conv1d", sum_of_products_and_bias},
    {"gelu", recompute_gelu},
    {"relu", recompute_relu},
    {"layer_norm", recompute_layer_norm},
};

}  // namespace

double recompute(const Explanation& explanation) {
  if (explanation.is_sum) {
    double sum = 0;
    for (const Term& each : explanation.terms) sum += each.value * each.weight;
    return sum;
  }
  const auto row = std::find_if(std::begin(kRows), std::end(kRows),
                                [&](const Row& each) { return each.op == explanation.op; });
  return row->recompute(explanation);
}

}  // namespace headsup::tests
