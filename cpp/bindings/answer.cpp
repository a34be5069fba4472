#include "bindings/answer.h"

namespace headsup::bindings {
namespace {

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

void Answer::indices(std::string_view name, const Shape& values) {
  key(name);
  open('[');
  for (const Index value : values) integer(static_cast<std::int64_t>(value));
  close(']');
}

const Shape& Answer::placed(const AnyTensor& tensor) {
  return std::visit(
      [&](const auto& t) -> const Shape& {
        const Bytes bytes = {t.data.data(), t.data.size() * sizeof t.data[0]};
        tensors_.push_back(bytes);
        tensor_bytes_ += aligned(bytes.size);
        return t.shape;
      },
      tensor);
}

void Answer::tensor_members(const AnyTensor& tensor, bool is_known) {
  const std::size_t at = tensor_bytes_;
  indices("shape", placed(tensor));
  key("dtype");
  text(dtype_of(tensor));
  if (is_known) {
    tensors_.pop_back();
    tensor_bytes_ = at;
    return;
  }
  key("at");
  integer(static_cast<std::int64_t>(at));
}

void Answer::tensor(AnyTensor tensor) {
  kept_.push_back(std::move(tensor));
  if (json_.empty()) {
    const Shape& shape = placed(kept_.back());
    alone_ = {shape.begin(), shape.size()};
    dtype_ = kept_.back().index();
    return;
  }
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

const Handed* Answer::handed() {
  handed_ = {{json_.data(), json_.size()},
             numbers_.data(),
             numbers_.size(),
             tensors_.data(),
             tensors_.size(),
             tensor_bytes_,
             alone_,
             dtype_};
  return &handed_;
}

}  // namespace headsup::bindings
