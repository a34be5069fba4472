// safetensors: eight bytes of header length, a JSON header {name: {dtype, shape, data_offsets}}, and the numbers.
// Source: https://github.com/huggingface/safetensors#format
#include <algorithm>
#include <tuple>
#include <utility>

#include "files/bytes.h"
#include "files/json.h"
#include "headsup/files/weight_files.h"

namespace headsup {
namespace {

using namespace files;

constexpr Index kLengthSize = 8;
/// Room for tens of thousands of tensors.
constexpr Index kLargestHeader = 10'000'000;

/// Where the numbers of a tensor lie, counted from the end of the header.
struct Span {
  std::string name;
  std::uint64_t begin;
  std::uint64_t end;
};

std::string to_string(const Span& span) {
  return "bytes " + std::to_string(span.begin) + " to " + std::to_string(span.end);
}

std::string_view header_of(const std::uint8_t* bytes, Index size, const StateDictBuilder& builder) {
  if (size < kLengthSize) {
    builder.refuse_part("header", std::to_string(size) + " bytes", "8 bytes of its length first");
  }
  const std::uint64_t length = integer_in(bytes, kLengthSize);
  const Index largest = std::min(size - kLengthSize, kLargestHeader);
  if (length > largest) {
    builder.refuse_part("header", "a length of " + std::to_string(length) + " bytes",
                        "at most " + std::to_string(largest));
  }
  return {reinterpret_cast<const char*>(bytes) + kLengthSize, static_cast<std::size_t>(length)};
}

void check_dtype(const json::Value& entry, const std::string& name, const StateDictBuilder& builder) {
  if (!entry.IsObject() || entry.MemberCount() != 3) {
    builder.refuse_part(name, json::shown(entry), "an object of dtype, shape and data_offsets alone");
  }
  const json::Value& dtype = json::member_of(entry, "dtype");
  if (!dtype.IsString() || json::text_of(dtype) != "F32") builder.refuse_dtype(name, json::shown(dtype));
}

Span span_of(const json::Value& entry, const std::string& name, Index cells, Index data_size,
             const StateDictBuilder& builder) {
  const json::Value& offsets = json::member_of(entry, "data_offsets");
  if (!offsets.IsArray() || offsets.Size() != 2 || !offsets[0].IsUint64() || !offsets[1].IsUint64()) {
    builder.refuse_part(name, "data_offsets " + json::shown(offsets), "[first byte, byte after the last]");
  }
  Span span{name, offsets[0].GetUint64(), offsets[1].GetUint64()};
  if (span.begin > span.end || span.end > data_size) {
    builder.refuse_part(name, to_string(span), "bytes of the data, which has " + std::to_string(data_size));
  }
  if (span.end - span.begin != std::uint64_t{cells} * kFloatSize) {
    builder.refuse_part(name, to_string(span), std::to_string(cells * kFloatSize) + " bytes for its shape");
  }
  return span;
}

/// The tensors lie end to end and fill the file: no byte is read twice, and none is hidden.
void check_cover(std::vector<Span> spans, Index data_size, const StateDictBuilder& builder) {
  std::sort(spans.begin(), spans.end(),
            [](const Span& a, const Span& b) { return std::tie(a.begin, a.end) < std::tie(b.begin, b.end); });
  std::uint64_t covered = 0;
  for (const Span& span : spans) {
    if (span.begin != covered) {
      builder.refuse_part(span.name, "a beginning at byte " + std::to_string(span.begin),
                          std::to_string(covered) + ", where the one before ends");
    }
    covered = span.end;
  }
  if (covered != data_size) {
    builder.refuse_part("data", std::to_string(data_size) + " bytes",
                        std::to_string(covered) + ", as many as the header says");
  }
}

}  // namespace

StateDict read_safetensors(const std::uint8_t* bytes, Index size, std::string_view file) {
  StateDictBuilder builder(file);
  const std::string_view header = header_of(bytes, size, builder);
  const std::uint8_t* data = bytes + kLengthSize + header.size();
  const Index data_size = size - kLengthSize - header.size();

  json::Document document;
  json::parse(document, header, "header", builder);
  std::vector<Span> spans;
  for (const auto& [key, entry] : document.GetObject()) {
    const std::string name = json::text_of(key);
    if (name == "__metadata__") continue;
    check_dtype(entry, name, builder);
    const Shape shape = json::shape_of(json::member_of(entry, "shape"), name, builder);
    const Index cells = element_count(shape);
    spans.push_back(span_of(entry, name, cells, data_size, builder));
    builder.add(name, {shape, floats_in(data + spans.back().begin, cells)});
  }
  check_cover(std::move(spans), data_size, builder);
  return builder.take();
}

}  // namespace headsup
