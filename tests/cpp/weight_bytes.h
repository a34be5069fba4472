#pragma once
// Weight files for tests, as bytes in a string: those in tests/fixtures, and malformed ones.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "headsup/files/weight_files.h"

namespace headsup::tests {

/// tests/fixtures/weights/<name>.
std::string weight_path(const std::string& name);
std::string weight_bytes(const std::string& name);

/// An integer in `size` bytes, little-endian.
std::string little_endian(std::uint64_t value, int size);
std::string float_bytes(const std::vector<float>& numbers);

/// A file with this header; `length` replaces the header's length.
std::string safetensors(const std::string& header, const std::string& numbers,
                        std::optional<std::uint64_t> length = {});

/// A Python dict as NumPy writes it.
std::string npy_header(const std::string& shape, const std::string& descr = "'<f4'",
                       const std::string& fortran = "False");
std::string npy(const std::string& header, const std::string& numbers, int major = 1);

/// A member of a zip archive, stored (method 0) or deflated (8). The optional
/// fields replace what would be right.
struct ZipMember {
  std::string name;
  std::string content;
  int method = 0;
  int flags = 0;
  std::optional<std::uint32_t> size = {};  ///< once inflated
  std::optional<std::uint32_t> crc = {};
  std::optional<std::string> packed = {};
};
std::string zip(const std::vector<ZipMember>& members);

// The readers, on bytes in a string. Refusals name the file "w".
StateDict safetensors_of(const std::string& bytes);
StateDict npz_of(const std::string& bytes);
StateDict json_of(const std::string& text);

/// The message of a reader's refusal of `bytes` from the field on: "w_q: got …, wants …". "" if it reads them.
std::string complaint(StateDict (*read)(const std::string&), const std::string& bytes);

/// "" where two state dicts have the same names in the same order and the same numbers, to the bit but for NaN.
std::string difference(const StateDict& got, const StateDict& want);

}  // namespace headsup::tests
