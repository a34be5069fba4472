#pragma once
// JSON for the readers of this folder: nlohmann's parser, with limits on depth and size.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "files/state_dict_builder.h"

namespace headsup::files::json {

/// A value of a parsed text. Objects keep the order of their members, and members of the same name.
using Value = nlohmann::ordered_json;

/// Parses a text whose top level is an object; refusals call it `part`. Python's NaN, Infinity and -Infinity become
/// strings of the same letters. Refuses a text that would take more memory than a file within the limits needs.
Value parse(std::string_view text, std::string_view part, const StateDictBuilder& builder);

/// A value as text, for a refusal's `got`.
std::string shown(const Value& value);

/// A member of an object, or null where there is none.
const Value& member_of(const Value& object, const char* name);

/// The shape that `value` lists for the tensor `name`, within the limits.
Shape shape_of(const Value& value, const std::string& name, const StateDictBuilder& builder);

}  // namespace headsup::files::json
