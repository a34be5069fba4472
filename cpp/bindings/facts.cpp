// Every number of one row or sum, as explain() gives them in its detail.
#include <cmath>

#include "bindings/calls.h"
#include "bindings/steps.h"
#include "headsup/attention/layer_norm.h"
#include "headsup/attention/positional_encoding.h"
#include "headsup/operations/facts.h"
#include "headsup/tensor/refusal.h"

namespace headsup::bindings {
namespace {

/// A row of at least one number.
Tensor row(Value x, const char* field) {
  Tensor numbers = float_tensor(x, field);
  if (numbers.rank() != 1 || numbers.empty()) refuse_shape(field, numbers.shape(), "(N), N at least 1");
  return numbers;
}

}  // namespace

double eps_of(Value eps) {
  if (eps.is_undefined()) return kLayerNormEps;
  const double given = number(eps, "eps");
  if (given >= 0 && std::isfinite(given)) return given;
  refuse(ErrorCode::out_of_range,
         {{"field", "eps"}, {"got", shown(given)}, {"min", "0"}, {"max", "1.8e308"}});
}

Value softmax_row(Value x) {
  return facts_to_js(softmax_facts(row(x, "x").tolist<float>()));
}

Value layer_norm_row(Value x, Value eps) {
  const Tensor numbers = row(x, "x");
  return facts_to_js(layer_norm_facts(numbers.tolist<float>(), eps_of(eps)));
}

Value dot_product(Value a, Value b) {
  const Tensor left = row(a, "a");
  const Tensor right = row(b, "b");
  if (left.shape() != right.shape()) refuse_shape("b", right.shape(), to_string(left.shape()));
  std::vector<double> products(left.floats().begin(), left.floats().end());
  for (Index i = 0; i < products.size(); ++i) products[i] *= static_cast<double>(right.floats()[i]);
  return facts_to_js(product_facts(std::move(products)));
}

Value sinusoid(Value place, Value d_model) {
  const Index width = size(d_model, "dModel", Limits::d_model);
  const Shape table = {kMostPositions, width};
  const Shape cell = index(list_of_numbers(place, "index"), "index", table);
  checked_offset(table, cell);
  return facts_to_js(sinusoid_facts(cell[0], cell[1], width));
}

Value cache_counts(Value d_model, Value width, Value tokens, Value parts) {
  constexpr auto kMost = static_cast<double>(kMostPositions);
  const Index model = size(d_model, "dModel", Limits::d_model);
  const Index each = size(width, "width", Limits::d_model);
  const auto count = static_cast<Index>(whole(tokens, "tokens", 0, kMost));
  return facts_to_js(cache_facts(model, each, count, static_cast<Index>(whole(parts, "parts", 0, 3))));
}

}  // namespace headsup::bindings
