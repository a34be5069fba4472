#pragma once
// Conversions to JavaScript that the steps of lessons and of training share.

#include <string_view>
#include <variant>
#include <vector>

#include "bindings/values.h"

namespace headsup::bindings {

/// A list of texts.
template <class Text>
val names_to_js(const std::vector<Text>& names) {
  val result = val::array();
  for (Index i = 0; i < names.size(); ++i) result.set(i, to_js(std::string_view(names[i])));
  return result;
}

/// Numbers, words and lists of numbers by name.
val facts_to_js(const auto& facts) {
  val result = val::object();
  for (const auto& [name, fact] : facts)
    result.set(to_js(name), std::visit([](const auto& value) { return to_js(value); }, fact));
  return result;
}

/// An Explanation or a TrainingExplanation, whose operation and terms the caller converts.
template <class Explained>
val explanation_to_js(const Explained& why, std::string_view op, const val& terms) {
  val result = val::object();
  set(result, "name", to_js(std::string_view(why.name)));
  set(result, "index", to_js(why.index));
  set(result, "value", to_js(static_cast<double>(why.value)));
  set(result, "op", to_js(op));
  set(result, "terms", terms);
  set(result, "detail", facts_to_js(why.detail));
  return result;
}

}  // namespace headsup::bindings
