#include "bindings/values.h"

#include <cmath>
#include <limits>
#include <type_traits>

#include "bindings/fields.h"
#include "headsup/tensor/refusal.h"
#include "lesson/checks.h"

// values.js
extern "C" {
using headsup::bindings::Value;
Value heads_up_item(Value object, Value key);
void heads_up_set(Value object, const char* name, Value value);
std::size_t heads_up_read_list(Value list, const char* field, const char* wants, const char* element);
std::size_t heads_up_read_tensor(Value tensor, const char* field, double* sizes, std::size_t most);
void heads_up_copy_float32(float* to);
void heads_up_copy_float64(double* to);
std::size_t heads_up_read_text(Value value);
void heads_up_copy_text(char* to);
Value heads_up_keys(Value tensors);
Value heads_up_number_text(double number);
Value heads_up_make_number(double number);
Value heads_up_make_text(const char* text, std::size_t size);
Value heads_up_make_list(const std::int32_t* numbers, std::size_t count);
Value heads_up_make_numbers(const double* numbers, std::size_t count);
Value heads_up_make_tensor(const std::size_t* shape, std::size_t rank, int dtype, const void* data,
                           std::size_t count);
}

namespace headsup::bindings {
namespace {

constexpr double kSmallestId = std::numeric_limits<std::int32_t>::min();
constexpr double kLargestId = std::numeric_limits<std::int32_t>::max();

/// "field[i]", or with a member "field.member[i]". Only for messages: a name costs more than reading a number.
std::string item(const char* field, Index i, const char* member = "") {
  return std::string(field) + member + "[" + std::to_string(i) + "]";
}

/// Written so that NaN gives false.
bool is_whole(double number, double min, double max) {
  return number >= min && number <= max && number == std::floor(number);
}

[[noreturn]] void refuse_whole(double number, const std::string& field, double min, double max) {
  if (!(number == std::floor(number)) || std::isinf(number)) {
    refuse(ErrorCode::wrong_type, {{"field", field}, {"got", shown(number)}, {"wants", "integer"}});
  }
  refuse(ErrorCode::out_of_range,
         {{"field", field}, {"got", shown(number)}, {"min", shown(min)}, {"max", shown(max)}});
}

/// The message gives the vocabulary's range of ids if it is known, and int32's otherwise.
[[noreturn]] void refuse_id(double id, const std::string& field, Index vocabulary) {
  if (vocabulary == 0) refuse_whole(id, field, kSmallestId, kLargestId);
  refuse_whole(id, field, 0, static_cast<double>(vocabulary - 1));
}

std::vector<double> list(Value values, const char* field, const char* wants, const char* element) {
  std::vector<double> numbers(heads_up_read_list(values, field, wants, element));
  heads_up_copy_float64(numbers.data());
  return numbers;
}

/// Checks sizes from JavaScript. Messages name `field`, or its `member`.
Shape checked_shape(const double* sizes, Index rank, const char* field, const char* member = "") {
  constexpr auto kMostCells = static_cast<double>(Limits::cells);
  Shape result = Shape::zeros(rank);
  double cells = 1;
  for (Index axis = 0; axis < rank; ++axis) {
    if (!is_whole(sizes[axis], 0, kMostCells))
      refuse_whole(sizes[axis], item(field, axis, member), 0, kMostCells);
    result[axis] = static_cast<Index>(sizes[axis]);
    cells *= sizes[axis];
  }
  if (cells > kMostCells) {
    refuse(ErrorCode::too_large,
           {{"field", std::string(field) + member}, {"got", shown(cells)}, {"max", Limits::cells}});
  }
  return result;
}

/// Reads a tensor's shape; its numbers stay in JavaScript until they are copied.
Shape read_shape(Value tensor, const char* field) {
  double sizes[kMostAxes + 1];
  const Index rank = heads_up_read_tensor(tensor, field, sizes, kMostAxes);
  const Shape shape = checked_shape(sizes, rank, field, ".shape");
  const auto count = static_cast<Index>(sizes[kMostAxes]);
  const Index wants = element_count(shape);
  if (wants != count) {
    refuse_shape(field, to_string(shape) + " for " + std::to_string(count) + " numbers",
                 std::to_string(wants) + " numbers");
  }
  return shape;
}

Tensor exact_tensor(Value tensor, const char* field) {
  Tensor exact(read_shape(tensor, field), DType::float64);
  heads_up_copy_float64(exact.data<double>());
  return exact;
}

/// Ids, or the bits of a mask.
Tensor whole_tensor(Value tensor, const char* field, DType dtype, double min, double max) {
  const Tensor exact = exact_tensor(tensor, field);
  const std::span<const double> numbers = exact.numbers<double>();
  for (Index i = 0; i < numbers.size(); ++i) {
    if (is_whole(numbers[i], min, max)) continue;
    const std::string cell = std::string(field) + to_string(index_of(exact.shape(), i));
    if (dtype == DType::boolean && numbers[i] < 0) {
      refuse(ErrorCode::wrong_type, {{"field", cell},
                                     {"got", shown(numbers[i])},
                                     {"wants", "1 = attend or 0 = masked, not a number to add to scores"}});
    }
    refuse_whole(numbers[i], cell, min, max);
  }
  return exact.to(dtype);
}

bool is_text(Value value, const char* text) {
  return value.is_string() && text_of(value) == text;
}

/// A place along an axis; none for ":", which is all of them.
std::optional<Index> change_place(Value place, const std::string& field) {
  if (is_text(place, ":")) return std::nullopt;
  if (!place.is_number()) refuse_type(field.c_str(), place, "integer or \":\"");
  return static_cast<Index>(whole(place, field.c_str(), 0, static_cast<double>(Limits::cells)));
}

double number_or_minus_infinity(Value value, const std::string& field) {
  if (is_text(value, "-inf")) return -std::numeric_limits<double>::infinity();
  if (!value.is_number()) refuse_type(field.c_str(), value, "number or \"-inf\"");
  return number_of(value);
}

}  // namespace

std::string text_of(Value value) {
  std::string text(heads_up_read_text(value), '\0');
  heads_up_copy_text(text.data());
  return text;
}

Value item_of(Value object, Value key) {
  return heads_up_item(object, key);
}

Value item_of(Value list, Index i) {
  return item_of(list, to_js(i));
}

void set(Value object, const char* name, Value value) {
  heads_up_set(object, name, value);
}

void set(Value object, const char* name, const Tensor& value) {
  set(object, name, to_js(value));
}

void set(Value object, const char* name, std::string_view value) {
  set(object, name, to_js(value));
}

void set(Value object, const char* name, double value) {
  set(object, name, to_js(value));
}

void set(Value object, const char* name, bool value) {
  set(object, name, Value::of(value));
}

bool is_given(Value value) {
  return !value.is_null() && !value.is_undefined();
}

std::string shown(double number) {
  return text_of(heads_up_number_text(number));
}

double whole(Value value, const char* field, double min, double max) {
  if (!value.is_number()) refuse_type(field, value, "integer");
  const auto found = number_of(value);
  if (!is_whole(found, min, max)) refuse_whole(found, field, min, max);
  return found;
}

double number(Value value, const char* field) {
  if (!value.is_number()) refuse_type(field, value, "a number");
  return number_of(value);
}

bool flag(Value value, const char* field) {
  if (!value.is_true() && !value.is_false()) refuse_type(field, value, "boolean");
  return value.is_true();
}

std::string text(Value value, const char* field) {
  if (!value.is_string()) refuse_type(field, value, "string");
  return text_of(value);
}

Index size(Value value, const char* field, Index max) {
  return static_cast<Index>(whole(value, field, 1, static_cast<double>(max)));
}

Index new_axis(Value value, const char* field, Index rank) {
  const auto last = static_cast<double>(rank);
  const double axis = whole(value, field, -last - 1, last);
  return static_cast<Index>(axis < 0 ? axis + last + 1 : axis);
}

std::int32_t id(Value value, const char* field, Index vocabulary) {
  if (!value.is_number()) refuse_type(field, value, "integer");
  const auto found = number_of(value);
  if (!is_whole(found, kSmallestId, kLargestId)) refuse_id(found, field, vocabulary);
  return static_cast<std::int32_t>(found);
}

std::int64_t seed(Value value) {
  constexpr auto kLargest = static_cast<double>(Limits::seed);
  return static_cast<std::int64_t>(whole(value, "seed", -kLargest, kLargest));
}

double mask_fill(Value value) {
  if (value.is_undefined()) return static_cast<double>(Masking{}.fill);
  const double fill = number_or_minus_infinity(value, "maskFill");
  check_mask_fill(fill);
  return fill;
}

Shape shape(Value sizes, const char* field) {
  const std::vector<double> given = list(sizes, field, "a list of sizes", "integer");
  return checked_shape(given.data(), given.size(), field);
}

std::vector<double> list_of_numbers(Value numbers, const char* field) {
  return list(numbers, field, "a list of whole numbers", "integer");
}

Shape index(const std::vector<double>& given, const char* field, const Shape& within) {
  constexpr auto kMost = static_cast<double>(Limits::cells);
  Shape result = Shape::zeros(given.size());
  for (Index axis = 0; axis < given.size(); ++axis) {
    const double largest = axis < within.size() ? static_cast<double>(within[axis]) - 1 : kMost;
    // The core refuses an index beyond its axis, and names the shape.
    if (!is_whole(given[axis], 0, kMost)) refuse_whole(given[axis], item(field, axis), 0, largest);
    result[axis] = static_cast<Index>(given[axis]);
  }
  return result;
}

std::vector<Index> positions(const std::vector<double>& given, const char* field) {
  constexpr auto kMost = static_cast<double>(Limits::cells);
  std::vector<Index> result;
  for (Index i = 0; i < given.size(); ++i) {
    if (!is_whole(given[i], 0, kMost)) refuse_whole(given[i], item(field, i), 0, kMost);
    result.push_back(static_cast<Index>(given[i]));
  }
  return result;
}

Sequences sequences(Value lists, const char* field, Index vocabulary) {
  Sequences result(length(lists, field, "a list of lists of token ids"));
  for (Index b = 0; b < result.size(); ++b) {
    const std::string row = item(field, b);
    const std::vector<double> ids = list(item_of(lists, b), row.c_str(), "a list of token ids", "integer");
    for (Index i = 0; i < ids.size(); ++i) {
      if (!is_whole(ids[i], kSmallestId, kLargestId)) refuse_id(ids[i], item(row.c_str(), i), vocabulary);
      result[b].push_back(static_cast<std::int32_t>(ids[i]));
    }
  }
  return result;
}

void read_float_tensor(Value tensor, const char* field, Tensor& into) {
  const Shape shape = read_shape(tensor, field);
  if (into.shape() != shape) into = Tensor(shape);
  heads_up_copy_float32(into.data<float>());
}

Tensor float_tensor(Value tensor, const char* field) {
  Tensor result;
  read_float_tensor(tensor, field, result);
  return result;
}

Tensor int_tensor(Value tensor, const char* field) {
  return whole_tensor(tensor, field, DType::int64, kSmallestId, kLargestId);
}

Tensor bool_tensor(Value tensor, const char* field) {
  return whole_tensor(tensor, field, DType::boolean, 0, 1);
}

Tensor typed_tensor(Value tensor, const char* field) {
  const Tensor exact = exact_tensor(tensor, field);
  const Value dtype = get(tensor, "dtype");
  if (is_text(dtype, "bool")) return exact.to(DType::boolean);
  for (const char* whole : {"int64", "int32", "uint8"}) {
    if (is_text(dtype, whole)) return exact.to(DType::int64);
  }
  return is_text(dtype, "float64") ? exact : exact.to(DType::float32);
}

std::optional<Tensor> optional_float_tensor(Value tensor, const char* field) {
  if (!is_given(tensor)) return std::nullopt;
  return float_tensor(tensor, field);
}

Meaning meaning_of(Value mask, const char* field) {
  const Value meaning = get(mask, "meaning");
  if (meaning.is_undefined()) return Meaning::unsaid;
  const std::string name = std::string(field) + ".meaning";
  return place_of(meaning, name.c_str(), {"attend", "ignore"}) == 0 ? Meaning::attend : Meaning::ignore;
}

Tensor attend_mask(Value mask, const char* field) {
  Tensor bits = bool_tensor(mask, field);
  if (meaning_of(mask, field) == Meaning::ignore) {
    refuse(ErrorCode::wrong_type, {{"field", field},
                                   {"got", "a mask whose 1 means ignore"},
                                   {"wants", "one whose 1 means attend, as invertMask makes of it"}});
  }
  return bits;
}

Masking masking(Value options) {
  if (options.is_undefined()) return {};
  const Value mask = get(options, "mask");
  const Value causal = get(options, "causal");
  return {.mask = is_given(mask) ? std::optional(attend_mask(mask, "mask")) : std::nullopt,
          .is_causal = !causal.is_undefined() && flag(causal, "causal"),
          .fill = static_cast<float>(mask_fill(get(options, "maskFill")))};
}

StateDict state_dict(Value tensors) {
  const Value names = heads_up_keys(tensors);
  StateDict result;
  for (Index i = 0, count = length(names, "weights", "names"); i < count; ++i) {
    const Value key = item_of(names, i);
    auto name = text_of(key);
    Tensor tensor = float_tensor(item_of(tensors, key), ("weights." + name).c_str());
    result.push_back({std::move(name), std::move(tensor)});
  }
  return result;
}

Changes changes(Value list, const char* field) {
  const Index count = length(list, field, "a list of { name, index, value }");
  check_at_most(field, count, Limits::changes);
  Changes result(count);
  for (Index n = 0; n < count; ++n) {
    const std::string each = item(field, n);
    const Value given = item_of(list, n);
    check_fields(given, "changes", "name index value");
    result[n].name = text(get(given, "name"), (each + ".name").c_str());
    const std::string index_field = each + ".index";
    const Value places = get(given, "index");
    const Index axes = length(places, index_field.c_str(), "a list of whole numbers or \":\"");
    check_at_most(index_field, axes, kMostAxes);
    for (Index axis = 0; axis < axes; ++axis)
      result[n].index.push_back(change_place(item_of(places, axis), item(index_field.c_str(), axis)));
    result[n].value = number_or_minus_infinity(get(given, "value"), each + ".value");
  }
  return result;
}

Value to_js(const Tensor& tensor) {
  const Tensor x = tensor.contiguous();
  const auto made = [&x](int dtype, const void* numbers) {
    return heads_up_make_tensor(x.shape().begin(), x.shape().size(), dtype, numbers, x.count());
  };
  switch (x.dtype()) {
    case DType::boolean:
      return made(2, x.data<std::uint8_t>());
    case DType::int64: {
      // JavaScript's ids and positions are int32.
      const std::vector<std::int32_t> ids(x.ids().begin(), x.ids().end());
      return made(1, ids.data());
    }
    case DType::float32:
    case DType::float64:
      break;
  }
  const Tensor floats = x.to(DType::float32);
  return made(0, floats.data<float>());
}

Value to_js(const Tensor& mask, Meaning meaning) {
  Value result = to_js(mask);
  if (meaning != Meaning::unsaid) set(result, "meaning", meaning == Meaning::attend ? "attend" : "ignore");
  return result;
}

Value to_js(const Changes& changes) {
  const Value result = new_list();
  for (Index n = 0; n < changes.size(); ++n) {
    const auto& [name, index, value] = changes[n];
    const Value places = new_list();
    for (Index axis = 0; axis < index.size(); ++axis)
      push(places, index[axis] ? to_js(*index[axis]) : to_js(":"));
    const Value change = new_object();
    set(change, "name", name);
    set(change, "index", places);
    // JSON has no infinity.
    set(change, "value", std::isinf(value) ? to_js("-inf") : to_js(value));
    push(result, change);
  }
  return result;
}

Value to_js(const Shape& sizes) {
  return to_js(std::vector<std::int32_t>(sizes.begin(), sizes.end()));
}

Value to_js(const std::vector<std::int32_t>& numbers) {
  return heads_up_make_list(numbers.data(), numbers.size());
}

Value to_js(const std::vector<double>& numbers) {
  return heads_up_make_numbers(numbers.data(), numbers.size());
}

Value to_js(std::string_view text) {
  return heads_up_make_text(text.data(), text.size());
}

Value to_js(const char* text) {
  return to_js(std::string_view(text));
}

Value to_js(double number) {
  return heads_up_make_number(number);
}

Value to_js(Index number) {
  return to_js(static_cast<double>(number));
}

}  // namespace headsup::bindings
