#include "bindings/steps.h"

#include <algorithm>

// In values.js.
extern "C" headsup::bindings::Value heads_up_make_terms(headsup::bindings::Value names,
                                                        const std::int32_t* name_of,
                                                        const std::int32_t* ranks, const std::int32_t* places,
                                                        const double* values, const double* weights,
                                                        std::size_t count);

namespace headsup::bindings {
namespace {

/// Converts all terms in one call, because a cell of a wide layer has a thousand terms.
Value terms_to_js(const Explanation& why) {
  Names names;
  std::vector<std::int32_t> name_of;
  std::vector<std::int32_t> ranks;
  std::vector<std::int32_t> places;
  std::vector<double> values;
  std::vector<double> weights;
  for (const Term& term : why.terms) {
    const auto known = std::find(names.begin(), names.end(), term.name);
    name_of.push_back(static_cast<std::int32_t>(known - names.begin()));
    if (known == names.end()) names.push_back(term.name);
    ranks.push_back(static_cast<std::int32_t>(term.index.size()));
    places.insert(places.end(), term.index.begin(), term.index.end());
    values.push_back(term.value);
    weights.push_back(term.weight);
  }
  return heads_up_make_terms(names_to_js(names), name_of.data(), ranks.data(), places.data(), values.data(),
                             why.is_sum ? weights.data() : nullptr, values.size());
}

}  // namespace

Value step_to_js(const Trace& trace, const Step& step) {
  Value result = to_js(step.tensor);
  set(result, "name", to_js(step.name));
  set(result, "op", to_js(trace.op_of(step)));
  set(result, "inputs", names_to_js(trace.inputs_of(step)));
  set(result, "axes", names_to_js(step.axes));
  return result;
}

Value explanation_to_js(const Explanation& why) {
  const Value result = new_object();
  set(result, "name", to_js(why.name));
  set(result, "index", to_js(why.index));
  set(result, "value", to_js(why.value));
  set(result, "op", to_js(why.op));
  set(result, "terms", terms_to_js(why));
  set(result, "detail", facts_to_js(why.detail));
  return result;
}

}  // namespace headsup::bindings
