#include "bindings/fields.h"

#include <string>

#include "headsup/tensor/refusal.h"

namespace headsup::bindings {

Index place_of(const val& value, const char* field, const std::vector<std::string_view>& names) {
  const std::string name = text(value, field);
  std::string known;
  for (Index i = 0; i < names.size(); ++i) {
    if (name == names[i]) return i;
    known.append(known.empty() ? "" : ", ").append(names[i]);
  }
  refuse(ErrorCode::unknown_value, {{"field", field}, {"got", name.substr(0, 40)}, {"wants", known}});
}

void read_flag(const val& object, const char* name, const char* field, bool& into) {
  const val value = get(object, name);
  if (!value.isUndefined()) into = flag(value, field);
}

void read_size(const val& object, const char* name, const char* field, Index max, Index& into) {
  const val value = get(object, name);
  if (!value.isUndefined()) into = size(value, field, max);
}

void read_number(const val& object, const char* name, double& into) {
  const val value = get(object, name);
  if (!value.isUndefined()) into = number(value, name);
}

}  // namespace headsup::bindings
