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
void append_number(std::string& json, std::int32_t number) {
  json += std::to_string(number);
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

void append_tensor(std::string& json, const AnyTensor& tensor) {
  constexpr const char* kDtypes[] = {"float32", "int32", "bool"};
  std::visit(
      [&](const auto& t) {
        json += "\"shape\":";
        append_list(json, t.shape, [](std::string& out, Index size) { out += std::to_string(size); });
        json.append(",\"dtype\":\"").append(kDtypes[tensor.index()]).append("\",\"data\":");
        append_list(json, t.data, [](std::string& out, auto number) { append_number(out, number); });
      },
      tensor);
}

void append_step(std::string& json, const Step& step) {
  json += "{\"name\":";
  append_text(json, step.name);
  json += ",\"op\":";
  append_text(json, to_string(step.op));
  json += ",\"inputs\":";
  append_list(json, step.inputs, append_text);
  json += ",\"axes\":";
  append_list(json, step.axes, append_text);
  json += ',';
  append_tensor(json, step.tensor);
  json += '}';
}

}  // namespace

std::string to_json(const Trace& trace) {
  std::string json = "{\"steps\":";
  append_list(json, trace.steps, append_step);
  return json + "}";
}

}  // namespace headsup
