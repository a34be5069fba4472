// Weights as JSON: nested lists, flat tensors, or the parameters of a trace.
#include <cmath>
#include <limits>
#include <utility>

#include "files/json.h"
#include "headsup/files/weight_files.h"
#include "headsup/files/weight_names.h"

namespace headsup {
namespace {

using namespace files;

float number_of(const json::Value& value, const std::string& name, const StateDictBuilder& builder) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  if (value.is_number()) {
    const auto number = value.get<double>();
    const auto rounded = static_cast<float>(number);
    if (std::isinf(rounded) && !std::isinf(number))
      builder.refuse_part(name, "a number beyond float32", "float32");
    return rounded;
  }
  const std::string word = value.is_string() ? value.get<std::string>() : "";
  if (word == "nan" || word == "NaN") return std::numeric_limits<float>::quiet_NaN();
  if (word == "inf" || word == "Infinity") return kInfinity;
  if (word == "-inf" || word == "-Infinity") return -kInfinity;
  builder.refuse_part(name, json::shown(value), "a number");
}

/// {"shape": […], "data": […]}, with "dtype": "float32" or without.
Tensor flat_tensor(const json::Value& value, const std::string& name, const StateDictBuilder& builder) {
  const json::Value& dtype = json::member_of(value, "dtype");
  if (value.contains("dtype") && dtype != "float32") {
    builder.refuse_dtype(name, json::shown(dtype));
  }
  const Shape shape = json::shape_of(json::member_of(value, "shape"), name, builder);
  const Index cells = element_count(shape);
  const json::Value& data = json::member_of(value, "data");
  if (!data.is_array()) builder.refuse_part(name, "data " + json::shown(data), "a list of numbers");
  if (data.size() != cells) {
    builder.refuse_part(name, std::to_string(data.size()) + " numbers",
                        std::to_string(cells) + " for its shape");
  }
  std::vector<float> numbers;
  for (const json::Value& number : data) numbers.push_back(number_of(number, name, builder));
  return tensor_of<float>(shape, numbers);
}

/// Appends the numbers of a list at depth `axis` of a tensor of this shape.
void append_nested(std::vector<float>& numbers, const json::Value& value, const Shape& shape, Index axis,
                   const std::string& name, const StateDictBuilder& builder) {
  if (axis == shape.size()) {
    numbers.push_back(number_of(value, name, builder));
    return;
  }
  if (!value.is_array() || value.size() != shape[axis]) {
    builder.refuse_part(name, json::shown(value), "a list of " + std::to_string(shape[axis]));
  }
  for (const json::Value& inner : value) append_nested(numbers, inner, shape, axis + 1, name, builder);
}

Tensor nested_tensor(const json::Value& value, const std::string& name, const StateDictBuilder& builder) {
  std::vector<Index> sizes;
  for (const json::Value* level = &value; level->is_array(); level = &level->front()) {
    sizes.push_back(level->size());
    if (level->empty()) break;
  }
  const Shape shape = builder.checked_shape(name, sizes);
  std::vector<float> numbers;
  numbers.reserve(element_count(shape));
  append_nested(numbers, value, shape, 0, name, builder);
  return tensor_of<float>(shape, numbers);
}

void add_tensor(StateDictBuilder& builder, const std::string& name, const json::Value& value) {
  if (value.is_array()) {
    builder.add(name, nested_tensor(value, name, builder));
  } else if (value.is_object()) {
    builder.add(name, flat_tensor(value, name, builder));
  } else {
    builder.refuse_part(name, json::shown(value), "nested lists of numbers, or { shape, data }");
  }
}

bool is_trace(const json::Value& top) {
  const json::Value& steps = json::member_of(top, "steps");
  return steps.is_array() && !steps.empty() && steps.front().is_object();
}

void add_parameters(StateDictBuilder& builder, const json::Value& steps) {
  for (const json::Value& step : steps) {
    if (!step.is_object()) continue;
    const json::Value& member = json::member_of(step, "name");
    const std::string name = member.is_string() ? member.get<std::string>() : "";
    if (is_parameter(name)) add_tensor(builder, name, step);
  }
}

}  // namespace

StateDict read_json(std::string_view text, std::string_view file) {
  StateDictBuilder builder(file);
  const json::Value document = json::parse(text, "text", builder);
  if (is_trace(document)) {
    add_parameters(builder, json::member_of(document, "steps"));
    return builder.take();
  }
  for (const auto& [name, value] : document.items()) {
    if (name != "__metadata__") add_tensor(builder, name, value);
  }
  return builder.take();
}

}  // namespace headsup
