#include "files/json.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace headsup::files::json {
namespace {

/// The greatest depth, that of a trace: its object, the list of steps, a step, and a tensor of kMostAxes nested lists.
constexpr Index kMaxDepth = kMostAxes + 3;
/// Every number may be in a list by itself.
constexpr Index kMaxValues = 2 * Limits::cells;

/// The end of the string that opens at `begin`: after its closing quote, or the text's end.
std::size_t end_of_string(std::string_view text, std::size_t begin) {
  std::size_t at = text.find_first_of("\"\\", begin + 1);
  while (at < text.size() && text[at] == '\\') at = text.find_first_of("\"\\", at + 2);
  return at < text.size() ? at + 1 : text.size();
}

/// Whether [begin, end) is delimited like a value in a list or an object.
bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
  constexpr std::string_view kSpace = " \t\r\n";
  const auto before = begin == 0 ? text.npos : text.find_last_not_of(kSpace, begin - 1);
  const auto after = text.find_first_not_of(kSpace, end);
  return before != text.npos && after != text.npos &&
         std::string_view("[,:").find(text[before]) != text.npos &&
         std::string_view(",]}").find(text[after]) != text.npos;
}

/// Quotes NaN, Infinity and -Infinity, which Python's json.dump writes and JSON does not have.
std::string with_quoted_literals(std::string_view text) {
  std::string quoted;
  std::size_t copied = 0;
  std::size_t at = text.find_first_of("\"NI");
  while (at < text.size()) {
    if (text[at] == '"') {
      at = end_of_string(text, at);
    } else {
      const std::string_view literal = text[at] == 'N' ? "NaN" : "Infinity";
      const bool negative = text[at] == 'I' && at > 0 && text[at - 1] == '-';
      const std::size_t begin = negative ? at - 1 : at;
      const bool found = text.substr(at, literal.size()) == literal;
      at += found ? literal.size() : 1;
      if (found && stands_alone(text, begin, at)) {
        quoted.append(text, copied, begin - copied)
            .append(1, '"')
            .append(text, begin, at - begin)
            .append(1, '"');
        copied = at;
      }
    }
    at = text.find_first_of("\"NI", at);
  }
  return quoted.append(text, copied);
}

/// Builds a Value from the parser's events; refuses values that are too deep or too large as soon as they begin.
class ValueBuilder : public nlohmann::json_sax<Value> {
 public:
  ValueBuilder(std::string_view original, std::string_view parsed, std::string_view part,
               const StateDictBuilder& builder)
      : original_(original), parsed_(parsed), part_(part), builder_(builder) {}

  Value take() { return std::move(root_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override { return add(value); }
  /// Called for negative numbers only. Integers have no -0; float32 does.
  bool number_integer(std::int64_t value) override {
    return add(value == 0 ? -0.0 : static_cast<double>(value));
  }
  bool number_float(double value, const std::string& /*text*/) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(Value::binary_t& /*value*/) override { return false; }  // JSON has none
  bool start_array(std::size_t /*size*/) override { return open(Value::array()); }
  bool end_array() override { return close(); }
  bool start_object(std::size_t /*size*/) override { return open(Value::object()); }
  bool key(std::string& name) override {
    key_ = std::move(name);
    return true;
  }
  bool end_object() override { return close(); }
  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& error) override;

 private:
  bool add(Value value);
  bool open(Value list);
  bool close() {
    open_.pop_back();
    return true;
  }

  std::string_view original_;
  std::string_view parsed_;
  std::string_view part_;
  const StateDictBuilder& builder_;
  Value root_;
  std::vector<Value*> open_;  ///< the lists and objects that are not closed yet, the outermost first
  std::string key_;           ///< of the next value, where it is a member of an object
  Index values_ = 0;
};

bool ValueBuilder::add(Value value) {
  if (++values_ > kMaxValues) {
    builder_.refuse_part(part_, "more values", "at most " + std::to_string(kMaxValues));
  }
  if (open_.empty()) {
    root_ = std::move(value);
  } else if (open_.back()->is_array()) {
    open_.back()->get_ref<Value::array_t&>().push_back(std::move(value));
  } else {
    // Appended as to a vector: the object's own functions first search all members for the name.
    std::vector<Value::object_t::value_type>& members = open_.back()->get_ref<Value::object_t&>();
    members.emplace_back(std::move(key_), std::move(value));
  }
  return true;
}

bool ValueBuilder::open(Value list) {
  if (open_.size() == kMaxDepth) {
    builder_.refuse_part(part_, "deeper brackets", "at most " + std::to_string(kMaxDepth) + " in each other");
  }
  Value* parent = open_.empty() ? nullptr : open_.back();
  add(std::move(list));
  if (parent == nullptr) {
    open_.push_back(&root_);
  } else {
    open_.push_back(parent->is_array() ? &parent->back()
                                       : &parent->get_ref<Value::object_t&>().back().second);
  }
  return true;
}

bool ValueBuilder::parse_error(std::size_t position, const std::string& /*token*/,
                               const nlohmann::detail::exception& error) {
  // `position` counts the bytes that were read. Those that with_quoted_literals inserted are not in the original.
  std::size_t at = 0;
  for (const char c : parsed_.substr(0, position - std::min<std::size_t>(position, 1))) {
    if (at < original_.size() && original_[at] == c) ++at;
  }
  constexpr int kNumberOverflow =
      406;  // https://json.nlohmann.me/home/exceptions/#jsonexceptionout_of_range406
  const std::string where = " at byte " + std::to_string(at);
  if (error.id == kNumberOverflow) {
    builder_.refuse_part(part_, "a number beyond float64" + where, "JSON with smaller numbers");
  }
  builder_.refuse_part(part_, "a syntax error" + where, "JSON");
}

}  // namespace

Value parse(std::string_view text, std::string_view part, const StateDictBuilder& builder) {
  if (text.size() > kLargestFile) {
    builder.refuse_part(part, std::to_string(text.size()) + " bytes",
                        "at most " + std::to_string(kLargestFile));
  }
  // The parser would mistake a NUL for the end of the text.
  const auto nul = text.find('\0');
  if (nul != std::string_view::npos)
    builder.refuse_part(part, "a NUL at byte " + std::to_string(nul), "JSON");

  std::string quoted;
  std::string_view json = text;
  if (text.find("NaN") != text.npos || text.find("Infinity") != text.npos) {
    quoted = with_quoted_literals(text);
    json = quoted;
  }
  ValueBuilder values(text, json, part, builder);
  Value::sax_parse(json.begin(), json.end(), &values);
  Value value = values.take();
  if (!value.is_object()) builder.refuse_part(part, shown(value), "an object { … }");
  return value;
}

std::string shown(const Value& value) {
  if (value.is_string()) return "\"" + value.get_ref<const std::string&>() + "\"";
  if (value.is_array()) return "a list of " + std::to_string(value.size());
  return value.is_object() ? "an object" : value.dump();
}

const Value& member_of(const Value& object, const char* name) {
  static const Value kNull;
  const auto found = object.find(name);
  return found == object.end() ? kNull : *found;
}

Shape shape_of(const Value& value, const std::string& name, const StateDictBuilder& builder) {
  const auto is_size = [](const Value& size) { return size.is_number_unsigned(); };
  if (!value.is_array() || !std::all_of(value.begin(), value.end(), is_size)) {
    builder.refuse_part(name, "shape " + shown(value), "a list of whole numbers from 0");
  }
  std::vector<Index> sizes;
  for (const Value& size : value) {
    // With a 32-bit Index, larger sizes are clamped to its maximum, which is refused too.
    sizes.push_back(static_cast<Index>(
        std::min<std::uint64_t>(size.get<std::uint64_t>(), std::numeric_limits<Index>::max())));
  }
  return builder.checked_shape(name, sizes);
}

}  // namespace headsup::files::json
