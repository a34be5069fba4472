#include "bindings/arguments.h"

#include <cmath>

#include "attention/refusal.h"

namespace headsup::bindings {
namespace {

using emscripten::convertJSArrayToNumberVector;
using emscripten::val;

constexpr double kLargestInt32 = 2147483647.0;

/// A number as JavaScript writes it.
std::string shown(double number) {
  return val(number).call<std::string>("toString");
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

/// The shape of a tensor with `count` numbers.
Shape filled_shape(const std::vector<double>& sizes, Index count, const std::string& field) {
  Shape shape = shape_of(sizes, field + ".shape");
  const Index wants = element_count(shape);
  if (wants != count) {
    refuse_shape(field, to_string(shape) + " for " + std::to_string(count) + " numbers",
                 std::to_string(wants) + " numbers");
  }
  return shape;
}

/// A tensor of whole numbers, still as float64.
Tensor<double> whole_numbers(const val& object, const char* field, double min, double max) {
  const auto sizes = convertJSArrayToNumberVector<double>(object[field]["shape"]);
  auto numbers = convertJSArrayToNumberVector<double>(object[field]["data"]);
  Tensor<double> tensor(filled_shape(sizes, numbers.size(), field), std::move(numbers));
  for (Index i = 0; i < tensor.data.size(); ++i) {
    const double number = tensor.data[i];
    if (number >= min && number <= max && number == std::floor(number)) continue;
    // The number's full name is only made for a refusal: it costs more than the number.
    whole(number, field + to_string(index_of(tensor.shape, i)), min, max);
  }
  return tensor;
}

std::vector<std::vector<double>> ragged_numbers(const val& lists) {
  std::vector<std::vector<double>> numbers(lists["length"].as<Index>());
  for (Index i = 0; i < numbers.size(); ++i) numbers[i] = convertJSArrayToNumberVector<double>(lists[i]);
  return numbers;
}

Lesson lesson_of(const std::string& name) {
  std::string names;
  for (const Lesson lesson : kLessons) {
    if (name == to_string(lesson)) return lesson;
    names.append(names.empty() ? "" : ", ").append(to_string(lesson));
  }
  refuse("unknown-value", {{"field", "lesson"}, {"got", name.substr(0, 40)}, {"wants", names}});
}

}  // namespace

bool Arguments::is_null(const char* field) const {
  return object_[field].isNull();
}
bool Arguments::is_undefined(const char* field) const {
  return object_[field].isUndefined();
}
bool Arguments::has(const char* field) const {
  return !is_null(field) && !is_undefined(field);
}

double Arguments::number(const char* field) const {
  return object_[field].as<double>();
}
bool Arguments::flag(const char* field) const {
  return object_[field].as<bool>();
}
std::string Arguments::text(const char* field) const {
  return object_[field].as<std::string>();
}

std::vector<double> Arguments::numbers(const char* field) const {
  return convertJSArrayToNumberVector<double>(object_[field]);
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
  return shape_of(numbers(field), field);
}

Sequences Arguments::sequences(const char* field) const {
  const auto numbers = ragged_numbers(object_[field]);
  Sequences result(numbers.size());
  for (Index b = 0; b < result.size(); ++b) {
    for (Index i = 0; i < numbers[b].size(); ++i) {
      result[b].push_back(static_cast<std::int32_t>(
          whole(numbers[b][i], at(at(field, b), i), -kLargestInt32 - 1, kLargestInt32)));
    }
  }
  return result;
}

FloatTensor Arguments::float_tensor(const char* field) const {
  const auto sizes = convertJSArrayToNumberVector<double>(object_[field]["shape"]);
  auto numbers = convertJSArrayToNumberVector<float>(object_[field]["data"]);
  return {filled_shape(sizes, numbers.size(), field), std::move(numbers)};
}

IntTensor Arguments::int_tensor(const char* field) const {
  const auto tensor = whole_numbers(object_, field, -kLargestInt32 - 1, kLargestInt32);
  return {tensor.shape, {tensor.data.begin(), tensor.data.end()}};
}

BoolTensor Arguments::bool_tensor(const char* field) const {
  const auto tensor = whole_numbers(object_, field, 0, 1);
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

Spec spec_of(const Arguments& in) {
  const auto given = [&](const char* field) { return !in.is_undefined(field); };
  Spec spec = default_spec(lesson_of(in.text("lesson")));
  // Null is what the spec of a lesson without a target says, and such a lesson leaves a target alone, so that
  // one spec can be tried in several lessons.
  if (in.has("sequences")) spec.sequences = in.sequences("sequences");
  if (spec.target && in.has("target")) spec.target = in.sequences("target");
  if (given("padId")) spec.pad_id = in.id("padId");
  if (given("vocabSize")) spec.vocab_size = in.size("vocabSize");
  if (given("dModel")) spec.d_model = in.size("dModel");
  if (given("numHeads")) spec.num_heads = in.size("numHeads");
  if (given("seed")) spec.seed = in.seed();
  if (in.is_null("mask")) spec.mask.reset();
  if (in.has("mask")) {
    if (!spec.mask) spec.mask = MaskSpec{};
    const val object = in.object_["mask"];
    const Arguments mask(object);
    if (!mask.is_undefined("padding")) spec.mask->padding = mask.flag("padding");
    if (!mask.is_undefined("causal")) spec.mask->causal = mask.flag("causal");
  }
  if (given("maskFill")) spec.mask_fill = in.number("maskFill");
  if (given("bias")) spec.bias = in.flag("bias");
  if (given("outputProjection")) spec.output_projection = in.flag("outputProjection");
  if (in.is_null("dAttention")) spec.d_attention.reset();
  if (in.has("dAttention")) spec.d_attention = in.size("dAttention");
  return spec;
}

}  // namespace headsup::bindings
