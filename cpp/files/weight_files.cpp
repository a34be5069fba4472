#include "headsup/files/weight_files.h"

#include <filesystem>
#include <fstream>

#include "files/bytes.h"
#include "files/npy.h"

namespace headsup {
namespace {

using namespace files;

Bytes bytes_of(const std::string& path) {
  std::error_code error;
  // Opening a directory succeeds as well, reading a pipe may block, and reading a device may never end.
  const bool is_regular = std::filesystem::is_regular_file(path, error);
  std::ifstream stream;
  if (is_regular) stream.open(path, std::ios::binary);
  if (!stream.is_open()) refuse_file(path, "file", "nothing that can be read", "a regular file");
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (error || size > kLargestFile) {
    refuse_file(path, "file", std::to_string(size) + " bytes", "at most " + std::to_string(kLargestFile));
  }
  Bytes bytes(static_cast<Index>(size));
  stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!stream) refuse_file(path, "file", std::to_string(stream.gcount()) + " bytes", std::to_string(size));
  return bytes;
}

bool is_zip(std::string_view text) {
  return text.substr(0, 2) == "PK";
}

/// The header's length comes first; within the limits it has zero bytes, and JSON never does.
bool is_safetensors(std::string_view text) {
  return text.size() > 8 && text[8] == '{' && text.substr(0, 8).find('\0') != std::string_view::npos;
}

bool is_json(std::string_view text) {
  const std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.substr(0, 3) == byte_order_mark) text.remove_prefix(3);
  const auto first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

std::string description_of(std::string_view text) {
  if (text.empty()) return "an empty file";
  if (is_npy(text)) return "one array (.npy)";
  if (text.substr(0, 2) == "\x80\x02") return "a pickle, as torch.save wrote it before PyTorch 1.6";
  constexpr char kHex[] = "0123456789abcdef";
  std::string bytes = "bytes";
  for (const char c : text.substr(0, 8)) {
    const auto byte = static_cast<unsigned char>(c);
    bytes.append({' ', kHex[byte >> 4U], kHex[byte & 15U]});
  }
  return bytes;
}

}  // namespace

StateDict read_weights(const std::string& path) {
  const Bytes bytes = bytes_of(path);
  const std::string_view text = text_of(bytes);
  if (is_zip(text)) return read_npz(bytes, path);
  if (is_safetensors(text)) return read_safetensors(bytes, path);
  if (is_json(text)) return read_json(text, path);
  refuse_file(path, "beginning", description_of(text), "safetensors, .npz or JSON");
}

}  // namespace headsup
