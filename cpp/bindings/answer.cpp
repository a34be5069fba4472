#include "bindings/answer.h"

namespace headsup::bindings {
namespace {

using emscripten::typed_memory_view;
using emscripten::val;

/// Every tensor starts at a multiple of this many bytes, so that a Float32Array may look at it.
constexpr std::size_t kAlignment = 4;
std::size_t aligned(std::size_t bytes) {
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

std::string_view dtype_of(const AnyTensor& tensor) {
  constexpr std::string_view kNames[] = {"float32", "int32", "bool"};
  return kNames[tensor.index()];
}

}  // namespace

void Answer::separate() {
  if (json_.empty()) return;
  const char last = json_.back();
  if (last != '{' && last != '[' && last != ':') json_ += ',';
}

void Answer::quoted(std::string_view value) {
  constexpr char kHex[] = "0123456789abcdef";
  json_ += '"';
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20) {
      json_.append("\\u00") += kHex[byte >> 4U];
      json_ += kHex[byte & 15U];
      continue;
    }
    if (c == '"' || c == '\\') json_ += '\\';
    json_ += c;
  }
  json_ += '"';
}

void Answer::open(char bracket) {
  separate();
  json_ += bracket;
}

void Answer::close(char bracket) {
  json_ += bracket;
}

void Answer::key(std::string_view name) {
  separate();
  quoted(name);
  json_ += ':';
}

void Answer::text(std::string_view value) {
  separate();
  quoted(value);
}

void Answer::integer(std::int64_t value) {
  separate();
  json_ += std::to_string(value);
}

void Answer::number(double value) {
  open('{');
  key("n");
  integer(static_cast<std::int64_t>(numbers_.size()));
  close('}');
  numbers_.push_back(value);
}

void Answer::flag(bool value) {
  separate();
  json_ += value ? "true" : "false";
}

void Answer::null() {
  separate();
  json_ += "null";
}

void Answer::texts(std::string_view name, const std::vector<std::string_view>& values) {
  key(name);
  open('[');
  for (const auto& value : values) text(value);
  close(']');
}

void Answer::indices(std::string_view name, const std::vector<Index>& values) {
  key(name);
  open('[');
  for (const Index value : values) integer(static_cast<std::int64_t>(value));
  close(']');
}

void Answer::tensor_members(const AnyTensor& tensor) {
  const Bytes bytes = std::visit(
      [&](const auto& t) {
        indices("shape", t.shape);
        return Bytes{reinterpret_cast<const std::uint8_t*>(t.data.data()), t.data.size() * sizeof t.data[0]};
      },
      tensor);
  key("dtype");
  text(dtype_of(tensor));
  key("at");
  integer(static_cast<std::int64_t>(tensor_bytes_));
  tensors_.push_back(bytes);
  tensor_bytes_ += aligned(bytes.size);
}

void Answer::tensor(AnyTensor tensor) {
  kept_.push_back(std::move(tensor));
  open('{');
  tensor_members(kept_.back());
  close('}');
}

void Answer::refusal(const char* code, const char* message, const std::vector<Detail>& details) {
  *this = Answer();
  open('{');
  key("error");
  open('{');
  key("code");
  text(code);
  key("message");
  text(message);
  key("details");
  open('{');
  for (const Detail& detail : details) {
    key(detail.name);
    text(detail.value);
  }
  json_ += "}}}";
}

val Answer::to_js() const {
  val tensors = val::global("Uint8Array").new_(tensor_bytes_);
  std::size_t offset = 0;
  for (const Bytes& bytes : tensors_) {
    tensors.call<void>("set", val(typed_memory_view(bytes.size, bytes.data)), offset);
    offset += aligned(bytes.size);
  }
  val answer = val::array();
  answer.set(0, json_);
  answer.set(1, tensors);
  answer.set(2, val(typed_memory_view(numbers_.size(), numbers_.data())).call<val>("slice"));
  return answer;
}

}  // namespace headsup::bindings
