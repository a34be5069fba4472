#include "bindings/arguments.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "headsup/tensor/refusal.h"

namespace headsup::bindings {
namespace {

constexpr double kSmallestId = -2147483648.0;
constexpr double kLargestId = 2147483647.0;

/// Takes one number off the front of the bytes.
template <class T>
T take(std::string_view& bytes) {
  T number;
  std::memcpy(&number, bytes.data(), sizeof number);
  bytes.remove_prefix(sizeof number);
  return number;
}

std::string_view take_bytes(std::string_view& bytes, Index count) {
  const std::string_view taken = bytes.substr(0, count);
  bytes.remove_prefix(count);
  return taken;
}

/// Every number that is left.
template <class T>
std::vector<T> numbers_of(std::string_view bytes) {
  std::vector<T> numbers(bytes.size() / sizeof(T));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(T));
  return numbers;
}

/// A whole number below 10^digits, with zeros before it.
std::string padded(double number, Index digits) {
  const std::string text = std::to_string(static_cast<std::int64_t>(number));
  return std::string(digits - text.size(), '0') + text;
}

/// A number as JavaScript writes it, but to six decimals.
std::string shown(double number) {
  constexpr double kExponentFrom = 1e21;
  if (std::isnan(number)) return "NaN";
  if (number < 0) return "-" + shown(-number);
  if (std::isinf(number)) return "Infinity";
  if (number >= kExponentFrom) {
    int exponent = 0;
    for (; number >= 10; number /= 10) ++exponent;
    return shown(std::floor(number * 1e6 + 0.5) / 1e6) + "e+" + std::to_string(exponent);
  }
  constexpr double kBillion = 1e9;
  if (number >= kBillion) {
    const double high = std::floor(number / kBillion);
    return shown(high) + padded(std::floor(number - high * kBillion), 9);
  }
  const double whole = std::floor(number);
  const std::string decimals = padded(std::floor((number - whole) * 1e6), 6);
  const auto last = decimals.find_last_not_of('0');
  const std::string text = std::to_string(static_cast<std::int64_t>(whole));
  return last == std::string::npos ? text : text + "." + decimals.substr(0, last + 1);
}

std::string at(const std::string& field, Index i) {
  return field + "[" + std::to_string(i) + "]";
}

/// Whole and in range. A number's full name is only made for a refusal: it costs more than the number.
bool fits(double number, double min, double max) {
  return number >= min && number <= max && number == std::floor(number);
}

/// What does not fit.
void refuse_number(double number, const std::string& field, double min, double max) {
  // Written so that NaN, too, is no whole number.
  if (!(number == std::floor(number)) || std::isinf(number)) {
    refuse("wrong-type", {{"field", field}, {"got", shown(number)}, {"wants", "integer"}});
  }
  refuse("out-of-range",
         {{"field", field}, {"got", shown(number)}, {"min", shown(min)}, {"max", shown(max)}});
}

/// A number that is no int32 at all; where the vocabulary is known, with the ids of it.
void refuse_id(double number, const std::string& field, Index vocabulary) {
  if (vocabulary == 0) refuse_number(number, field, kSmallestId, kLargestId);
  refuse_number(number, field, 0, static_cast<double>(vocabulary - 1));
}

/// From float64 numbers; the field's full name is in two parts. For an index, `within` a shape.
Shape shape_of(std::string_view sizes, std::string_view field, const char* member, const Shape& within = {}) {
  constexpr auto kLargest = static_cast<double>(Limits::cells);
  Shape shape(sizes.size() / sizeof(double));
  double cells = 1;
  for (Index i = 0; i < shape.size(); ++i) {
    const double size = take<double>(sizes);
    if (!fits(size, 0, kLargest)) {
      const double largest = i < within.size() ? static_cast<double>(within[i]) - 1 : kLargest;
      refuse_number(size, at(std::string(field) + member, i), 0, largest);
    }
    shape[i] = static_cast<Index>(size);
    cells *= size;
  }
  if (cells > static_cast<double>(Limits::cells)) {
    refuse("too-large", {{"field", std::string(field) + member},
                         {"got", shown(cells)},
                         {"max", std::to_string(Limits::cells)}});
  }
  return shape;
}

/// Takes a tensor's shape off the front of the bytes; `width` is what one of the numbers behind it takes.
Shape take_shape(std::string_view& bytes, Index width, const char* field) {
  const Index rank = take<std::uint32_t>(bytes);
  Shape shape = shape_of(take_bytes(bytes, rank * sizeof(double)), field, ".shape");
  bytes.remove_prefix(-reinterpret_cast<std::uintptr_t>(bytes.data()) % sizeof(float));
  const Index wants = element_count(shape);
  const Index count = bytes.size() / width;
  if (wants != count) {
    refuse_shape(field, to_string(shape) + " for " + std::to_string(count) + " numbers",
                 std::to_string(wants) + " numbers");
  }
  return shape;
}

}  // namespace

Arguments::Field Arguments::find(std::string_view name) const {
  // By hand: where nothing is inlined, views that are taken apart would cost more than all else of a small call.
  const char* const end = bytes_.data() + bytes_.size();
  for (const char* at = bytes_.data(); at != end;) {
    std::uint16_t length = 0;
    std::uint32_t size = 0;
    std::memcpy(&length, at, sizeof length);
    const char* const found = at + sizeof length;
    const char* const kind = found + length;
    std::memcpy(&size, kind + 1, sizeof size);
    const char* const bytes = kind + 1 + sizeof size;
    if (length == name.size() && std::memcmp(found, name.data(), length) == 0) return {*kind, {bytes, size}};
    at = bytes + size;
  }
  return {};
}

double Arguments::number(const char* field) const {
  std::string_view bytes = find(field).bytes;
  return take<double>(bytes);
}

bool Arguments::flag(const char* field) const {
  return find(field).bytes[0] != 0;
}

std::string Arguments::text(const char* field) const {
  return std::string(find(field).bytes);
}

std::vector<std::string> Arguments::texts(const char* field) const {
  std::vector<std::string> texts;
  for (std::string_view rest = find(field).bytes; !rest.empty();) {
    texts.emplace_back(take_bytes(rest, take<std::uint32_t>(rest)));
  }
  return texts;
}

std::int64_t Arguments::integer(const char* field, double min, double max) const {
  const double found = number(field);
  if (!fits(found, min, max)) refuse_number(found, field, min, max);
  return static_cast<std::int64_t>(found);
}

Index size_of(double number, const char* field, Index max) {
  if (!fits(number, 1, static_cast<double>(max))) refuse_number(number, field, 1, static_cast<double>(max));
  return static_cast<Index>(number);
}

Index Arguments::size(const char* field, Index max) const {
  return size_of(number(field), field, max);
}

Index Arguments::handle(const char* field) const {
  return static_cast<Index>(integer(field, 0, kLargestId));
}

std::int32_t Arguments::id(const char* field, Index vocabulary) const {
  const double id = number(field);
  if (!fits(id, kSmallestId, kLargestId)) refuse_id(id, field, vocabulary);
  return static_cast<std::int32_t>(id);
}

std::int64_t Arguments::seed() const {
  constexpr auto largest = static_cast<double>(Limits::seed);
  return integer("seed", -largest, largest);
}

Shape Arguments::shape(const char* field, const Shape& within) const {
  return shape_of(find(field).bytes, field, "", within);
}

Sequences Arguments::sequences(const char* field, Index vocabulary) const {
  Sequences result;
  for (std::string_view rest = find(field).bytes; !rest.empty();) {
    const Index count = take<std::uint32_t>(rest);
    std::vector<std::int32_t> ids;
    for (Index i = 0; i < count; ++i) {
      const auto id = take<double>(rest);
      if (!fits(id, kSmallestId, kLargestId)) refuse_id(id, at(at(field, result.size()), i), vocabulary);
      ids.push_back(static_cast<std::int32_t>(id));
    }
    result.push_back(std::move(ids));
  }
  return result;
}

BatchView Arguments::float_view(const char* field) const {
  std::string_view rest = find(field).bytes;
  const Shape shape = take_shape(rest, sizeof(float), field);
  return {shape, reinterpret_cast<const float*>(rest.data())};
}

FloatTensor Arguments::float_tensor(const char* field) const {
  const Field found = find(field);
  std::string_view rest = found.bytes;
  FloatTensor tensor;
  if (found.kind == 'f') {
    tensor.shape = take_shape(rest, sizeof(float), field);
    tensor.data = numbers_of<float>(rest);
  } else {
    tensor.shape = take_shape(rest, sizeof(double), field);
    while (!rest.empty()) tensor.data.push_back(static_cast<float>(take<double>(rest)));
  }
  return tensor;
}

/// Still as float64.
Tensor<double> Arguments::whole_numbers(const char* field, double min, double max) const {
  std::string_view rest = find(field).bytes;
  Tensor<double> tensor;
  tensor.shape = take_shape(rest, sizeof(double), field);
  tensor.data = numbers_of<double>(rest);
  for (Index i = 0; i < tensor.data.size(); ++i) {
    const double number = tensor.data[i];
    if (!fits(number, min, max)) {
      refuse_number(number, field + to_string(index_of(tensor.shape, i)), min, max);
    }
  }
  return tensor;
}

IntTensor Arguments::int_tensor(const char* field) const {
  const auto tensor = whole_numbers(field, kSmallestId, kLargestId);
  return {tensor.shape, {tensor.data.begin(), tensor.data.end()}};
}

BoolTensor Arguments::bool_tensor(const char* field) const {
  const auto tensor = whole_numbers(field, 0, 1);
  return {tensor.shape, {tensor.data.begin(), tensor.data.end()}};
}

std::optional<FloatTensor> Arguments::optional_float_tensor(const char* field) const {
  if (!has(field)) return std::nullopt;
  return float_tensor(field);
}

std::optional<BoolTensor> Arguments::optional_bool_tensor(const char* field) const {
  if (!has(field)) return std::nullopt;
  return bool_tensor(field);
}

}  // namespace headsup::bindings
