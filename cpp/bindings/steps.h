#pragma once
// Conversions to JavaScript that the steps of lessons and of training share.

#include <string_view>
#include <variant>
#include <vector>

#include "bindings/values.h"
#include "headsup/graph/explain.h"

namespace headsup::bindings {

/// A list of texts.
template <class Text>
Value names_to_js(const std::vector<Text>& names) {
  const Value result = new_list();
  for (Index i = 0; i < names.size(); ++i) push(result, to_js(std::string_view(names[i])));
  return result;
}

/// Numbers, words and lists of numbers by name.
Value facts_to_js(const auto& facts) {
  const Value result = new_object();
  for (const auto& [name, fact] : facts)
    put(result, to_js(name), std::visit([](const auto& value) { return to_js(value); }, fact));
  return result;
}

/// A step of a trace: its tensor, name, op, inputs and axes.
Value step_to_js(const Trace& trace, const Step& step);
/// Its terms have weights where it is a sum of products.
Value explanation_to_js(const Explanation& why);

}  // namespace headsup::bindings
