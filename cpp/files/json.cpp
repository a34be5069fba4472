#include "files/json.h"

#include <locale.h>
#include <stdlib.h>
#if __has_include(<xlocale.h>)  // where macOS has newlocale and strtod_l
#include <xlocale.h>
#endif

#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>

namespace headsup::files::json {
namespace {

using Size = rapid::SizeType;

/// The lists of a tensor, in a step, in the steps of a trace.
constexpr Index kDeepest = kMostAxes + 3;
/// Every value takes sixteen bytes, a list around it too.
constexpr Index kMostValues = 2 * Limits::cells;

/// No recursion, however deep the brackets go; texts that are UTF-8; Python's NaN and Infinity, which its json.dump
/// writes; and numbers as texts, because RapidJSON's own conversion stops at an assertion for some that are no numbers.
constexpr unsigned kFlags = rapid::kParseIterativeFlag | rapid::kParseValidateEncodingFlag |
                            rapid::kParseNanAndInfFlag | rapid::kParseNumbersAsStringsFlag;

/// Stands between reader and document: counts what the document would have to hold, and makes numbers of texts.
/// RapidJSON calls it, hence the names; the base has the calls that do not come.
class Guard : public rapid::BaseReaderHandler<Utf8, Guard> {
 public:
  Guard(Document& document, std::string_view part, const StateDictBuilder& builder)
      : document_(document), part_(part), builder_(builder) {}

  bool Null() { return counted().Null(); }
  bool Bool(bool value) { return counted().Bool(value); }
  bool RawNumber(const char* text, Size length, bool copy);
  bool String(const char* text, Size length, bool copy) { return counted().String(text, length, copy); }
  bool Key(const char* text, Size length, bool copy) { return counted().Key(text, length, copy); }
  bool StartObject() { return opened().StartObject(); }
  bool EndObject(Size count) { return closed().EndObject(count); }
  bool StartArray() { return opened().StartArray(); }
  bool EndArray(Size count) { return closed().EndArray(count); }

 private:
  Document& counted() {
    if (++values_ > kMostValues) {
      builder_.refuse_part(part_, "more values", "at most " + std::to_string(kMostValues));
    }
    return document_;
  }
  Document& opened() {
    if (++depth_ > kDeepest) {
      builder_.refuse_part(part_, "deeper brackets",
                           "at most " + std::to_string(kDeepest) + " in each other");
    }
    return counted();
  }
  Document& closed() {
    --depth_;
    return document_;
  }

  Document& document_;
  std::string_view part_;
  const StateDictBuilder& builder_;
  /// In the program's own locale the decimal point may be a comma.
  std::unique_ptr<std::remove_pointer_t<locale_t>, decltype(&freelocale)> locale_{
      newlocale(LC_ALL_MASK, "C", nullptr), freelocale};
  Index depth_ = 0;
  Index values_ = 0;
};

bool Guard::RawNumber(const char* text, Size length, bool /*copy*/) {
  const std::string number(text, length);
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (number == "NaN") return counted().Double(std::numeric_limits<double>::quiet_NaN());
  if (number == "Infinity") return counted().Double(kInfinity);
  if (number == "-Infinity") return counted().Double(-kInfinity);
  // Sizes and offsets: what is longer than 19 digits is none, within the limits.
  if (length <= 19 && number.find_first_not_of("0123456789") == std::string::npos) {
    return counted().Uint64(std::stoull(number));
  }
  const double value = strtod_l(number.c_str(), nullptr, locale_.get());
  if (number.find_first_not_of("0123456789+-.eE") != std::string::npos || std::isinf(value)) {
    builder_.refuse_part(part_, number, "JSON's numbers");
  }
  return counted().Double(value);
}

}  // namespace

void parse(Document& document, std::string_view text, std::string_view part,
           const StateDictBuilder& builder) {
  if (text.size() > kLargestFile) {
    builder.refuse_part(part, std::to_string(text.size()) + " bytes",
                        "at most " + std::to_string(kLargestFile));
  }
  // RapidJSON would take a NUL for the end of the text.
  const auto nul = text.find('\0');
  if (nul != std::string_view::npos)
    builder.refuse_part(part, "a NUL at byte " + std::to_string(nul), "JSON");

  rapid::MemoryStream bytes(text.data(), text.size());
  rapid::EncodedInputStream<Utf8, rapid::MemoryStream> stream(bytes);
  rapid::ParseResult result;
  const auto read = [&](Document& into) {
    Guard guard(into, part, builder);
    result = Reader().Parse<kFlags>(stream, guard);
    return !result.IsError();
  };
  document.Populate(read);
  if (result.IsError()) {
    builder.refuse_part(part,
                        std::string(rapid::GetParseError_En(result.Code())) + " (byte " +
                            std::to_string(result.Offset()) + ")",
                        "JSON");
  }
  if (!document.IsObject()) builder.refuse_part(part, shown(document), "an object { … }");
}

std::string shown(const Value& value) {
  if (value.IsString()) return "\"" + text_of(value) + "\"";
  if (value.IsArray()) return "a list of " + std::to_string(value.Size());
  if (value.IsObject()) return "an object";
  if (value.IsUint64()) return std::to_string(value.GetUint64());
  if (value.IsNumber()) return std::to_string(value.GetDouble());
  if (value.IsBool()) return value.GetBool() ? "true" : "false";
  return "null";
}

const Value& member_of(const Value& object, const char* name) {
  static const Value kNull;
  const auto found = object.FindMember(name);
  return found == object.MemberEnd() ? kNull : found->value;
}

Shape shape_of(const Value& value, const std::string& name, const StateDictBuilder& builder) {
  const auto is_size = [](const Value& size) { return size.IsUint64(); };
  if (!value.IsArray() || !std::all_of(value.Begin(), value.End(), is_size)) {
    builder.refuse_part(name, "shape " + shown(value), "a list of whole numbers from 0");
  }
  std::vector<Index> sizes;
  for (const Value& size : value.GetArray()) {
    // Where sizes are counted in 32 bits, the largest one is refused like a larger one.
    sizes.push_back(
        static_cast<Index>(std::min<std::uint64_t>(size.GetUint64(), std::numeric_limits<Index>::max())));
  }
  return builder.checked_shape(name, sizes);
}

}  // namespace headsup::files::json
