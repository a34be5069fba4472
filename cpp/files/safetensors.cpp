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

/// Which bytes after the header are the numbers of a tensor.
struct DataRange {
  std::string name;
  std::uint64_t begin;
  std::uint64_t end;
};

std::string to_string(const DataRange& range) {
  return "bytes " + std::to_string(range.begin) + " to " + std::to_string(range.end);
}

ByteSpan header_of(ByteSpan bytes, const StateDictBuilder& builder) {
  if (bytes.size() < kLengthSize) {
    builder.refuse_part("header", std::to_string(bytes.size()) + " bytes", "8 bytes of its length first");
  }
  const std::uint64_t length = integer_in(bytes.first(kLengthSize));
  const Index largest = std::min(bytes.size() - kLengthSize, kLargestHeader);
  if (length > largest) {
    builder.refuse_part("header", "a length of " + std::to_string(length) + " bytes",
                        "at most " + std::to_string(largest));
  }
  return bytes.subspan(kLengthSize, static_cast<Index>(length));
}

void check_dtype(const json::Value& entry, const std::string& name, const StateDictBuilder& builder) {
  if (!entry.is_object() || entry.size() != 3) {
    builder.refuse_part(name, json::shown(entry), "an object of dtype, shape and data_offsets alone");
  }
  const json::Value& dtype = json::member_of(entry, "dtype");
  if (dtype != "F32") builder.refuse_dtype(name, json::shown(dtype));
}

DataRange range_of(const json::Value& entry, const std::string& name, Index cells, Index data_size,
                   const StateDictBuilder& builder) {
  const json::Value& offsets = json::member_of(entry, "data_offsets");
  if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
      !offsets[1].is_number_unsigned()) {
    builder.refuse_part(name, "data_offsets " + json::shown(offsets), "[first byte, byte after the last]");
  }
  DataRange range{
      .name = name, .begin = offsets[0].get<std::uint64_t>(), .end = offsets[1].get<std::uint64_t>()};
  if (range.begin > range.end || range.end > data_size) {
    builder.refuse_part(name, to_string(range), "bytes of the data, which has " + std::to_string(data_size));
  }
  if (range.end - range.begin != std::uint64_t{cells} * kFloatSize) {
    builder.refuse_part(name, to_string(range), std::to_string(cells * kFloatSize) + " bytes for its shape");
  }
  return range;
}

/// Refuses overlaps, gaps and bytes after the last tensor: every byte of the data belongs to exactly one.
void check_coverage(std::vector<DataRange> ranges, Index data_size, const StateDictBuilder& builder) {
  std::sort(ranges.begin(), ranges.end(), [](const DataRange& a, const DataRange& b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  std::uint64_t covered = 0;
  for (const DataRange& range : ranges) {
    if (range.begin != covered) {
      builder.refuse_part(range.name, "a beginning at byte " + std::to_string(range.begin),
                          std::to_string(covered) + ", where the one before ends");
    }
    covered = range.end;
  }
  if (covered != data_size) {
    builder.refuse_part("data", std::to_string(data_size) + " bytes",
                        std::to_string(covered) + ", as many as the header says");
  }
}

}  // namespace

StateDict read_safetensors(ByteSpan bytes, std::string_view file) {
  StateDictBuilder builder(file);
  const ByteSpan header = header_of(bytes, builder);
  const ByteSpan data = bytes.subspan(kLengthSize + header.size());

  const json::Value document = json::parse(text_of(header), "header", builder);
  std::vector<DataRange> ranges;
  for (const auto& [name, entry] : document.items()) {
    if (name == "__metadata__") continue;
    check_dtype(entry, name, builder);
    const Shape shape = json::shape_of(json::member_of(entry, "shape"), name, builder);
    const Index cells = element_count(shape);
    const DataRange& range = ranges.emplace_back(range_of(entry, name, cells, data.size(), builder));
    const ByteSpan numbers = data.subspan(static_cast<Index>(range.begin), cells * kFloatSize);
    builder.add(name, tensor_of<float>(shape, floats_in(numbers)));
  }
  check_coverage(std::move(ranges), data.size(), builder);
  return builder.take();
}

}  // namespace headsup
