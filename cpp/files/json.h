#pragma once
// RapidJSON as this room uses it. Include this instead of its headers:
//   - it lives in a namespace of its own, because a program that links us may have a RapidJSON with other settings;
//   - memory that runs out is std::bad_alloc, where RapidJSON's own allocator goes on with a null pointer.

#define RAPIDJSON_NAMESPACE headsup_rapidjson
#define RAPIDJSON_NAMESPACE_BEGIN namespace headsup_rapidjson {
#define RAPIDJSON_NAMESPACE_END }
#include <rapidjson/document.h>
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>
#include <rapidjson/writer.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <string_view>

#include "files/state_dict_builder.h"

namespace headsup::files::json {

namespace rapid = headsup_rapidjson;

/// RapidJSON's concept of an allocator, hence the names.
struct Allocator {
  static constexpr bool kNeedFree = true;
  void* Malloc(std::size_t size) { return size == 0 ? nullptr : ::operator new(size); }
  void* Realloc(void* old, std::size_t old_size, std::size_t size) {
    void* moved = Malloc(size);
    if (old != nullptr && moved != nullptr) std::memcpy(moved, old, std::min(old_size, size));
    Free(old);
    return moved;
  }
  static void Free(void* memory) noexcept { ::operator delete(memory); }
};

using Utf8 = rapid::UTF8<>;
using Reader = rapid::GenericReader<Utf8, Utf8, Allocator>;
using Document = rapid::GenericDocument<Utf8, rapid::MemoryPoolAllocator<Allocator>, Allocator>;
using Value = Document::ValueType;

/// Parses a text with an object at its top into an empty document; `part` is what refusals call the text. Refuses one
/// that would take more memory than a file within the limits needs.
void parse(Document& document, std::string_view text, std::string_view part, const StateDictBuilder& builder);

/// The text of a string or of a member's name.
inline std::string text_of(const Value& value) {
  return {value.GetString(), value.GetStringLength()};
}

/// A value as a person would write it, for `got`.
std::string shown(const Value& value);

/// A member of an object, or null where there is none.
const Value& member_of(const Value& object, const char* name);

/// The shape that `value` lists for the tensor `name`, within the limits.
Shape shape_of(const Value& value, const std::string& name, const StateDictBuilder& builder);

}  // namespace headsup::files::json
