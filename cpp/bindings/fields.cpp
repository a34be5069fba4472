#include "bindings/fields.h"

#include <string>

#include "headsup/tensor/refusal.h"

namespace headsup::bindings {

Index place_of(Value value, const char* field, const std::vector<std::string_view>& names) {
  const std::string name = text(value, field);
  std::string known;
  for (Index i = 0; i < names.size(); ++i) {
    if (name == names[i]) return i;
    known.append(known.empty() ? "" : ", ").append(names[i]);
  }
  refuse(ErrorCode::unknown_value, {{"field", field}, {"got", name.substr(0, 40)}, {"wants", known}});
}

void read_flag(Value object, const char* name, const char* field, bool& into) {
  const Value value = get(object, name);
  if (!value.is_undefined()) into = flag(value, field);
}

void read_size(Value object, const char* name, const char* field, Index max, Index& into) {
  const Value value = get(object, name);
  if (!value.is_undefined()) into = size(value, field, max);
}

void read_number(Value object, const char* name, double& into) {
  const Value value = get(object, name);
  if (!value.is_undefined()) into = number(value, name);
}

}  // namespace headsup::bindings
