#include "weight_bytes.h"

#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <stdexcept>

#include "compare.h"
#include "headsup/tensor/refusal.h"

namespace headsup::tests {
namespace {

std::span<const std::uint8_t> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

std::uint32_t crc32(const std::string& content) {
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char c : content) {
    crc ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1U) != 0 ? crc >> 1U ^ 0xEDB88320U : crc >> 1U;
  }
  return ~crc;
}

/// The content deflated as one stored block.
std::string deflated(const std::string& content) {
  const auto length = static_cast<std::uint16_t>(content.size());
  return '\x01' + little_endian(length, 2) + little_endian(static_cast<std::uint16_t>(~length), 2) + content;
}

std::string packed(const ZipMember& member) {
  return member.packed.value_or(member.method == 8 ? deflated(member.content) : member.content);
}

/// The fields that a local header and a directory entry share, from "version needed" to "extra length".
std::string zip_fields(const ZipMember& member) {
  const std::uint32_t crc = member.crc.value_or(crc32(member.content));
  return little_endian(20, 2) + little_endian(static_cast<std::uint64_t>(member.flags), 2) +
         little_endian(static_cast<std::uint64_t>(member.method), 2) + little_endian(33U << 16U, 4) +
         little_endian(crc, 4) + little_endian(packed(member).size(), 4) +
         little_endian(member.size.value_or(member.content.size()), 4) +
         little_endian(member.name.size(), 2) + little_endian(0, 2);
}

}  // namespace

std::string weight_path(const std::string& name) {
  return std::string(HEADSUP_FIXTURES) + "/weights/" + name;
}

std::string weight_bytes(const std::string& name) {
  std::ifstream file(weight_path(name), std::ios::binary);
  if (!file) throw std::runtime_error("no fixture " + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string little_endian(std::uint64_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> 8 * i & 0xFFU);
  return bytes;
}

std::string float_bytes(const std::vector<float>& numbers) {
  std::string bytes;
  for (const float number : numbers) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    bytes += little_endian(bits, 4);
  }
  return bytes;
}

std::string safetensors(const std::string& header, const std::string& numbers,
                        std::optional<std::uint64_t> length) {
  return little_endian(length.value_or(header.size()), 8) + header + numbers;
}

std::string npy_header(const std::string& shape, const std::string& descr, const std::string& fortran) {
  return "{'descr': " + descr + ", 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n";
}

std::string npy(const std::string& header, const std::string& numbers, int major) {
  return "\x93NUMPY" + little_endian(static_cast<std::uint64_t>(major), 2) +
         little_endian(header.size(), major == 1 ? 2 : 4) + header + numbers;
}

std::string zip(const std::vector<ZipMember>& members) {
  std::string archive;
  std::string directory;
  for (const ZipMember& member : members) {
    const std::string fields = zip_fields(member);
    // After the fields: comment length, disk, attributes inside and outside, and where the member begins.
    directory += "PK\x01\x02" + little_endian(20, 2) + fields + std::string(10, '\0') +
                 little_endian(archive.size(), 4) + member.name;
    archive += "PK\x03\x04" + fields + member.name + packed(member);
  }
  return archive + directory + "PK\x05\x06" + little_endian(0, 4) + little_endian(members.size(), 2) +
         little_endian(members.size(), 2) + little_endian(directory.size(), 4) +
         little_endian(archive.size(), 4) + little_endian(0, 2);
}

StateDict safetensors_of(const std::string& bytes) {
  return read_safetensors(bytes_of(bytes), "w");
}
StateDict npz_of(const std::string& bytes) {
  return read_npz(bytes_of(bytes), "w");
}
StateDict json_of(const std::string& text) {
  return read_json(text, "w");
}

std::string complaint(StateDict (*read)(const std::string&), const std::string& bytes) {
  try {
    read(bytes);
  } catch (const Refusal& refusal) {
    const std::string said = refusal.what();
    const std::string start = "w, ";
    if (refusal.code() != ErrorCode::bad_file || said.compare(0, start.size(), start) != 0)
      return "odd " + said;
    return said.substr(start.size());
  }
  return "";
}

std::string difference(const StateDict& got, const StateDict& want) {
  if (got.size() != want.size()) return std::to_string(got.size()) + " tensors";
  for (Index i = 0; i < got.size(); ++i) {
    const std::string& name = want[i].name;
    if (got[i].name != name) return "got " + got[i].name + ", want " + name;
    std::string numbers = difference(name, Tensor(got[i].tensor), Tensor(want[i].tensor), Match::exact);
    if (!numbers.empty()) return numbers;
    for (Index at = 0; at < want[i].tensor.count(); ++at) {
      const float number = want[i].tensor.floats()[at];
      if (number == 0 && std::signbit(got[i].tensor.floats()[at]) != std::signbit(number))
        return name + ": -0";
    }
  }
  return "";
}

}  // namespace headsup::tests
