#include <charconv>
#include <cmath>

#include "files/json.h"
#include "headsup/files/trace_files.h"

namespace headsup {
namespace {

using namespace files;

/// A string as RapidJSON's concept of an output stream, hence the names.
struct Stream {
  using Ch = char;
  void Put(char c) { text.push_back(c); }
  void Flush() {}
  std::string text;
};
using Writer = json::rapid::Writer<Stream, json::Utf8, json::Utf8, json::Allocator>;

void write_text(Writer& writer, std::string_view text) {
  writer.String(text.data(), static_cast<json::rapid::SizeType>(text.size()));
}

void write_raw(Writer& writer, std::string_view number) {
  writer.RawValue(number.data(), number.size(), json::rapid::kNumberType);
}

void write_number(Writer& writer, float number) {
  if (std::isnan(number)) return write_text(writer, "nan");
  if (std::isinf(number)) return write_text(writer, number > 0 ? "inf" : "-inf");
  // Readers that keep integers apart lose the sign of "-0".
  if (number == 0) return write_raw(writer, std::signbit(number) ? "-0.0" : "0");
  char digits[32];
  const char* end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  write_raw(writer, {digits, static_cast<std::size_t>(end - digits)});
}
void write_number(Writer& writer, std::int32_t number) {
  writer.Int(number);
}
void write_number(Writer& writer, std::uint8_t number) {
  writer.Uint(number);
}

void write_texts(Writer& writer, const char* key, const Names& texts) {
  writer.Key(key);
  writer.StartArray();
  for (const Name text : texts) write_text(writer, text);
  writer.EndArray();
}

void write_tensor(Writer& writer, const AnyTensor& tensor) {
  constexpr std::string_view kDtypes[] = {"float32", "int32", "bool"};
  std::visit(
      [&](const auto& t) {
        writer.Key("shape");
        writer.StartArray();
        for (const Index size : t.shape) writer.Uint64(size);
        writer.EndArray();
        writer.Key("dtype");
        write_text(writer, kDtypes[tensor.index()]);
        writer.Key("data");
        writer.StartArray();
        for (const auto number : t.data) write_number(writer, number);
        writer.EndArray();
      },
      tensor);
}

}  // namespace

std::string to_json(const Trace& trace) {
  Stream stream;
  Writer writer(stream);
  writer.StartObject();
  writer.Key("steps");
  writer.StartArray();
  for (const Step& step : trace.steps) {
    writer.StartObject();
    writer.Key("name");
    write_text(writer, step.name);
    writer.Key("op");
    write_text(writer, to_string(step.op));
    write_texts(writer, "inputs", step.inputs);
    write_texts(writer, "axes", step.axes);
    write_tensor(writer, step.tensor);
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
  return std::move(stream.text);
}

}  // namespace headsup
