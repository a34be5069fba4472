#pragma once
// Weight files for tests, as bytes in a string: the committed ones, and ones made to be wrong.

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

/// The header is whatever it is, and its length too where it is given.
std::string safetensors(const std::string& header, const std::string& numbers,
                        std::optional<std::uint64_t> length = {});

/// A Python dict as NumPy writes it.
std::string npy_header(const std::string& shape, const std::string& descr = "'<f4'",
                       const std::string& fortran = "False");
std::string npy(const std::string& header, const std::string& numbers, int major = 1);

/// A member of a zip archive, stored (method 0) or deflated (8). What is given besides is a lie.
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

// The readers over such a string; refusals call the file "w".
StateDict safetensors_of(const std::string& bytes);
StateDict npz_of(const std::string& bytes);
StateDict json_of(const std::string& text);

/// What a reader says to `bytes`, beginning with the field: "w_q: got …, wants …". "" where it reads them.
std::string complaint(StateDict (*read)(const std::string&), const std::string& bytes);

/// "" where two state dicts have the same names in the same order and the same numbers, to the bit but for NaN.
std::string difference(const StateDict& got, const StateDict& want);

}  // namespace headsup::tests
