#pragma once
// Fields of a spec from JavaScript. Where one is undefined, the spec keeps what it had.

#include <string_view>
#include <vector>

#include "bindings/values.h"

namespace headsup::bindings {

/// The index of the text `value` in `names`. Refuses `wrong-type` and `unknown-value`.
Index place_of(Value value, const char* field, const std::vector<std::string_view>& names);

/// The element of `values` named `value`.
template <class T, std::size_t N>
T named(Value value, const char* field, const T (&values)[N]) {
  std::vector<std::string_view> names;
  for (const T each : values) names.emplace_back(to_string(each));
  return values[place_of(value, field, names)];
}

/// Read object[name]; `field` is its name in messages.
/// @{
void read_flag(Value object, const char* name, const char* field, bool& into);
void read_size(Value object, const char* name, const char* field, Index max, Index& into);
void read_number(Value object, const char* name, double& into);
/// @}

}  // namespace headsup::bindings
