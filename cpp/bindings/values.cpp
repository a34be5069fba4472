#include "bindings/values.h"

#include <cmath>
#include <limits>
#include <type_traits>

#include "bindings/fields.h"
#include "headsup/tensor/refusal.h"
#include "lesson/checks.h"

// values.js
extern "C" {
using emscripten::EM_VAL;
[[noreturn]] void heads_up_refuse_type(const char* field, EM_VAL got, const char* wants);
EM_VAL heads_up_get(EM_VAL object, const char* name);
EM_VAL heads_up_item(EM_VAL object, EM_VAL key);
void heads_up_set(EM_VAL object, const char* name, EM_VAL value);
std::size_t heads_up_check_fields(EM_VAL object, const char* field, const char* names);
std::size_t heads_up_read_list(EM_VAL list, const char* field, const char* wants, const char* element);
std::size_t heads_up_read_tensor(EM_VAL tensor, const char* field, double* sizes, std::size_t most);
void heads_up_copy_float32(float* to);
void heads_up_copy_float64(double* to);
std::size_t heads_up_length(EM_VAL list, const char* field, const char* wants);
EM_VAL heads_up_make_list(const std::int32_t* numbers, std::size_t count);
EM_VAL heads_up_make_numbers(const double* numbers, std::size_t count);
EM_VAL heads_up_keys(EM_VAL tensors);
EM_VAL heads_up_number_text(double number);
EM_VAL heads_up_make_tensor(const std::size_t* shape, std::size_t rank, int dtype, const void* data,
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

std::vector<double> list(const val& values, const char* field, const char* wants, const char* element) {
  std::vector<double> numbers(heads_up_read_list(values.as_handle(), field, wants, element));
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
Shape read_shape(const val& tensor, const char* field) {
  double sizes[kMostAxes + 1];
  const Index rank = heads_up_read_tensor(tensor.as_handle(), field, sizes, kMostAxes);
  const Shape shape = checked_shape(sizes, rank, field, ".shape");
  const auto count = static_cast<Index>(sizes[kMostAxes]);
  const Index wants = element_count(shape);
  if (wants != count) {
    refuse_shape(field, to_string(shape) + " for " + std::to_string(count) + " numbers",
                 std::to_string(wants) + " numbers");
  }
  return shape;
}

/// Ids, or the bits of a mask.
Tensor whole_tensor(const val& tensor, const char* field, DType dtype, double min, double max) {
  Tensor exact(read_shape(tensor, field), DType::float64);
  heads_up_copy_float64(exact.data<double>());
  const std::span<const double> numbers = std::as_const(exact).numbers<double>();
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

bool is_text(const val& value, const char* text) {
  return value.isString() && value.as<std::string>() == text;
}

/// A place along an axis; none for ":", which is all of them.
std::optional<Index> change_place(const val& place, const std::string& field) {
  if (is_text(place, ":")) return std::nullopt;
  if (!place.isNumber()) refuse_type(field.c_str(), place, "integer or \":\"");
  return static_cast<Index>(whole(place, field.c_str(), 0, static_cast<double>(Limits::cells)));
}

double number_or_minus_infinity(const val& value, const std::string& field) {
  if (is_text(value, "-inf")) return -std::numeric_limits<double>::infinity();
  if (!value.isNumber()) refuse_type(field.c_str(), value, "number or \"-inf\"");
  return value.as<double>();
}

}  // namespace

val get(const val& object, const char* name) {
  return val::take_ownership(heads_up_get(object.as_handle(), name));
}

val item_of(const val& object, const val& key) {
  return val::take_ownership(heads_up_item(object.as_handle(), key.as_handle()));
}

val item_of(const val& list, Index i) {
  return item_of(list, to_js(i));
}

void set(const val& object, const char* name, const val& value) {
  heads_up_set(object.as_handle(), name, value.as_handle());
}

void set(const val& object, const char* name, const Tensor& value) {
  set(object, name, to_js(value));
}

void set(const val& object, const char* name, std::string_view value) {
  set(object, name, to_js(value));
}

void set(const val& object, const char* name, double value) {
  set(object, name, to_js(value));
}

void set(const val& object, const char* name, bool value) {
  set(object, name, val(value));
}

bool is_given(const val& value) {
  return !value.isNull() && !value.isUndefined();
}

std::string shown(double number) {
  return val::take_ownership(heads_up_number_text(number)).as<std::string>();
}

void refuse_type(const char* field, const val& got, const char* wants) {
  heads_up_refuse_type(field, got.as_handle(), wants);
}

Index length(const val& list, const char* field, const char* wants) {
  return heads_up_length(list.as_handle(), field, wants);
}

Index check_fields(const val& object, const char* field, const char* names) {
  return heads_up_check_fields(object.as_handle(), field, names);
}

double whole(const val& value, const char* field, double min, double max) {
  if (!value.isNumber()) refuse_type(field, value, "integer");
  const auto found = value.as<double>();
  if (!is_whole(found, min, max)) refuse_whole(found, field, min, max);
  return found;
}

double number(const val& value, const char* field) {
  if (!value.isNumber()) refuse_type(field, value, "a number");
  return value.as<double>();
}

bool flag(const val& value, const char* field) {
  if (!value.isTrue() && !value.isFalse()) refuse_type(field, value, "boolean");
  return value.isTrue();
}

std::string text(const val& value, const char* field) {
  if (!value.isString()) refuse_type(field, value, "string");
  return value.as<std::string>();
}

Index size(const val& value, const char* field, Index max) {
  return static_cast<Index>(whole(value, field, 1, static_cast<double>(max)));
}

Index new_axis(const val& value, const char* field, Index rank) {
  const auto last = static_cast<double>(rank);
  const double axis = whole(value, field, -last - 1, last);
  return static_cast<Index>(axis < 0 ? axis + last + 1 : axis);
}

std::int32_t id(const val& value, const char* field, Index vocabulary) {
  if (!value.isNumber()) refuse_type(field, value, "integer");
  const auto found = value.as<double>();
  if (!is_whole(found, kSmallestId, kLargestId)) refuse_id(found, field, vocabulary);
  return static_cast<std::int32_t>(found);
}

std::int64_t seed(const val& value) {
  constexpr auto kLargest = static_cast<double>(Limits::seed);
  return static_cast<std::int64_t>(whole(value, "seed", -kLargest, kLargest));
}

double mask_fill(const val& value) {
  if (value.isUndefined()) return static_cast<double>(Masking{}.fill);
  const double fill = number_or_minus_infinity(value, "maskFill");
  check_mask_fill(fill);
  return fill;
}

Shape shape(const val& sizes, const char* field) {
  const std::vector<double> given = list(sizes, field, "a list of sizes", "integer");
  return checked_shape(given.data(), given.size(), field);
}

std::vector<double> list_of_numbers(const val& numbers, const char* field) {
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

Sequences sequences(const val& lists, const char* field, Index vocabulary) {
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

void read_float_tensor(const val& tensor, const char* field, Tensor& into) {
  const Shape shape = read_shape(tensor, field);
  if (into.shape() != shape) into = Tensor(shape);
  heads_up_copy_float32(into.data<float>());
}

Tensor float_tensor(const val& tensor, const char* field) {
  Tensor result;
  read_float_tensor(tensor, field, result);
  return result;
}

Tensor int_tensor(const val& tensor, const char* field) {
  return whole_tensor(tensor, field, DType::int64, kSmallestId, kLargestId);
}

Tensor bool_tensor(const val& tensor, const char* field) {
  return whole_tensor(tensor, field, DType::boolean, 0, 1);
}

std::optional<Tensor> optional_float_tensor(const val& tensor, const char* field) {
  if (!is_given(tensor)) return std::nullopt;
  return float_tensor(tensor, field);
}

Meaning meaning_of(const val& mask, const char* field) {
  const val meaning = get(mask, "meaning");
  if (meaning.isUndefined()) return Meaning::unsaid;
  const std::string name = std::string(field) + ".meaning";
  return place_of(meaning, name.c_str(), {"attend", "ignore"}) == 0 ? Meaning::attend : Meaning::ignore;
}

Tensor attend_mask(const val& mask, const char* field) {
  Tensor bits = bool_tensor(mask, field);
  if (meaning_of(mask, field) == Meaning::ignore) {
    refuse(ErrorCode::wrong_type, {{"field", field},
                                   {"got", "a mask whose 1 means ignore"},
                                   {"wants", "one whose 1 means attend, as invertMask makes of it"}});
  }
  return bits;
}

Masking masking(const val& options) {
  if (options.isUndefined()) return {};
  const val mask = get(options, "mask");
  const val causal = get(options, "causal");
  return {.mask = is_given(mask) ? std::optional(attend_mask(mask, "mask")) : std::nullopt,
          .is_causal = !causal.isUndefined() && flag(causal, "causal"),
          .fill = static_cast<float>(mask_fill(get(options, "maskFill")))};
}

StateDict state_dict(const val& tensors) {
  const val names = val::take_ownership(heads_up_keys(tensors.as_handle()));
  StateDict result;
  for (Index i = 0, count = length(names, "weights", "names"); i < count; ++i) {
    auto name = names[i].as<std::string>();
    Tensor tensor = float_tensor(item_of(tensors, names[i]), ("weights." + name).c_str());
    result.push_back({std::move(name), std::move(tensor)});
  }
  return result;
}

Changes changes(const val& list, const char* field) {
  const Index count = length(list, field, "a list of { name, index, value }");
  check_at_most(field, count, Limits::changes);
  Changes result(count);
  for (Index n = 0; n < count; ++n) {
    const std::string each = item(field, n);
    const val given = item_of(list, n);
    check_fields(given, "changes", "name index value");
    result[n].name = text(get(given, "name"), (each + ".name").c_str());
    const std::string index_field = each + ".index";
    const val places = get(given, "index");
    const Index axes = length(places, index_field.c_str(), "a list of whole numbers or \":\"");
    check_at_most(index_field, axes, kMostAxes);
    for (Index axis = 0; axis < axes; ++axis)
      result[n].index.push_back(change_place(item_of(places, axis), item(index_field.c_str(), axis)));
    result[n].value = number_or_minus_infinity(get(given, "value"), each + ".value");
  }
  return result;
}

val to_js(const Tensor& tensor) {
  const Tensor x = tensor.contiguous();
  const auto made = [&x](int dtype, const void* numbers) {
    return val::take_ownership(
        heads_up_make_tensor(x.shape().begin(), x.shape().size(), dtype, numbers, x.count()));
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

val to_js(const Tensor& mask, Meaning meaning) {
  val result = to_js(mask);
  if (meaning != Meaning::unsaid) set(result, "meaning", meaning == Meaning::attend ? "attend" : "ignore");
  return result;
}

val to_js(const Changes& changes) {
  val result = val::array();
  for (Index n = 0; n < changes.size(); ++n) {
    const auto& [name, index, value] = changes[n];
    val places = val::array();
    for (Index axis = 0; axis < index.size(); ++axis)
      places.set(axis, index[axis] ? to_js(*index[axis]) : to_js(":"));
    val change = val::object();
    set(change, "name", name);
    set(change, "index", places);
    // JSON has no infinity.
    set(change, "value", std::isinf(value) ? to_js("-inf") : to_js(value));
    result.set(n, change);
  }
  return result;
}

val to_js(const Shape& sizes) {
  return to_js(std::vector<std::int32_t>(sizes.begin(), sizes.end()));
}

val to_js(const std::vector<std::int32_t>& numbers) {
  return val::take_ownership(heads_up_make_list(numbers.data(), numbers.size()));
}

val to_js(const std::vector<double>& numbers) {
  return val::take_ownership(heads_up_make_numbers(numbers.data(), numbers.size()));
}

val to_js(std::string_view text) {
  return val(std::string(text));
}

val to_js(const char* text) {
  return to_js(std::string_view(text));
}

val to_js(double number) {
  return val(number);
}

val to_js(Index number) {
  return to_js(static_cast<double>(number));
}

}  // namespace headsup::bindings
