#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "headsup/files/trace_files.h"

namespace headsup {
namespace {

void append_text(std::string& json, std::string_view text) {
  using Json = nlohmann::json;
  json += Json(std::string(text)).dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Writes a float32's shortest digits; nlohmann would write those of a float64.
void append_number(std::string& json, float number) {
  if (std::isnan(number)) return append_text(json, "nan");
  if (std::isinf(number)) return append_text(json, number > 0 ? "inf" : "-inf");
  // Readers that parse "-0" as an integer lose its sign.
  if (number == 0 && std::signbit(number)) {
    json += "-0.0";
    return;
  }
  char digits[32];
  json.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

/// Appends a list, each element by `append(json, element)`.
template <class List, class Append>
void append_list(std::string& json, const List& list, const Append& append) {
  json += '[';
  for (const auto& element : list) {
    if (json.back() != '[') json += ',';
    append(json, element);
  }
  json += ']';
}

void append_tensor(std::string& json, const Tensor& tensor) {
  const bool is_floating = headsup::is_floating(tensor.dtype());
  const char* dtype = tensor.dtype() == DType::boolean ? "bool" : is_floating ? "float32" : "int32";
  json += "\"shape\":";
  append_list(json, tensor.shape(), [](std::string& out, Index size) { out += std::to_string(size); });
  json.append(",\"dtype\":\"").append(dtype).append("\",\"data\":");
  if (is_floating) {
    append_list(json, tensor.tolist<float>(),
                [](std::string& out, float number) { append_number(out, number); });
  } else {
    append_list(json, tensor.to(DType::int64).tolist<std::int64_t>(),
                [](std::string& out, std::int64_t number) { out += std::to_string(number); });
  }
}

void append_step(std::string& json, const Trace& trace, const Step& step) {
  json += "{\"name\":";
  append_text(json, step.name);
  json += ",\"op\":";
  append_text(json, trace.op_of(step));
  json += ",\"inputs\":";
  append_list(json, trace.inputs_of(step), append_text);
  json += ",\"axes\":";
  append_list(json, step.axes, append_text);
  json += ',';
  append_tensor(json, step.tensor);
  json += '}';
}

}  // namespace

std::string to_json(const Trace& trace) {
  std::string json = "{\"steps\":";
  append_list(json, trace.steps, [&](std::string& out, const Step& step) { append_step(out, trace, step); });
  return json + "}";
}

}  // namespace headsup
