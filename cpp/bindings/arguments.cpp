#include "bindings/arguments.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "attention/refusal.h"

namespace headsup::bindings {
namespace {

constexpr double kLargestInt32 = 2147483647.0;

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

/// The number, if it is whole and in range; refuses it otherwise.
double whole(double number, const std::string& field, double min, double max) {
  // Written so that NaN, too, is no whole number.
  if (!(number == std::floor(number)) || std::isinf(number)) {
    refuse("wrong-type", {{"field", field}, {"got", shown(number)}, {"wants", "integer"}});
  }
  if (number < min || number > max) {
    refuse("out-of-range",
           {{"field", field}, {"got", shown(number)}, {"min", shown(min)}, {"max", shown(max)}});
  }
  return number;
}

Shape shape_of(const std::vector<double>& sizes, const std::string& field) {
  Shape shape(sizes.size());
  double cells = 1;
  for (Index i = 0; i < sizes.size(); ++i) {
    shape[i] = static_cast<Index>(whole(sizes[i], at(field, i), 0, kLargestInt32));
    cells *= sizes[i];
  }
  if (cells > static_cast<double>(Limits::cells)) {
    refuse("too-large", {{"field", field}, {"got", shown(cells)}, {"max", std::to_string(Limits::cells)}});
  }
  return shape;
}

/// Takes a tensor's shape off the front of the bytes; `width` is what one of the numbers behind it takes.
Shape take_shape(std::string_view& bytes, Index width, const std::string& field) {
  const Index rank = take<std::uint32_t>(bytes);
  const auto sizes = numbers_of<double>(take_bytes(bytes, rank * sizeof(double)));
  Shape shape = shape_of(sizes, field + ".shape");
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
  for (std::string_view rest = bytes_; !rest.empty();) {
    const std::string_view found = take_bytes(rest, take<std::uint16_t>(rest));
    const char kind = take<char>(rest);
    const std::string_view bytes = take_bytes(rest, take<std::uint32_t>(rest));
    if (found == name) return {kind, bytes};
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
  return static_cast<std::int64_t>(whole(number(field), field, min, max));
}

Index Arguments::size(const char* field) const {
  return static_cast<Index>(integer(field, 0, kLargestInt32));
}

std::int32_t Arguments::id(const char* field) const {
  return static_cast<std::int32_t>(integer(field, -kLargestInt32 - 1, kLargestInt32));
}

std::int64_t Arguments::seed() const {
  constexpr auto largest = static_cast<double>(Limits::seed);
  return integer("seed", -largest, largest);
}

Shape Arguments::shape(const char* field) const {
  return shape_of(numbers_of<double>(find(field).bytes), field);
}

Sequences Arguments::sequences(const char* field) const {
  Sequences result;
  for (std::string_view rest = find(field).bytes; !rest.empty();) {
    const Index count = take<std::uint32_t>(rest);
    const auto ids = numbers_of<double>(take_bytes(rest, count * sizeof(double)));
    const std::string name = at(field, result.size());
    result.emplace_back();
    for (Index i = 0; i < count; ++i) {
      result.back().push_back(
          static_cast<std::int32_t>(whole(ids[i], at(name, i), -kLargestInt32 - 1, kLargestInt32)));
    }
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
    for (const double number : numbers_of<double>(rest)) tensor.data.push_back(static_cast<float>(number));
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
    if (number >= min && number <= max && number == std::floor(number)) continue;
    // The number's full name is only made for a refusal: it costs more than the number.
    whole(number, field + to_string(index_of(tensor.shape, i)), min, max);
  }
  return tensor;
}

IntTensor Arguments::int_tensor(const char* field) const {
  const auto tensor = whole_numbers(field, -kLargestInt32 - 1, kLargestInt32);
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
