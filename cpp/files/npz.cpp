// .npz: a zip archive of .npy members. libzip opens and inflates them, after limits are checked here.
#include <zip.h>

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "files/bytes.h"
#include "files/npy.h"
#include "headsup/files/weight_files.h"
#include "headsup/files/weight_names.h"

namespace headsup {
namespace {

using namespace files;

constexpr std::string_view kEnding = ".npy";
constexpr const char* kWants = "an .npz as numpy.savez writes it";

struct Discard {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_file_t* member) const { zip_fclose(member); }
};
using Archive = std::unique_ptr<zip_t, Discard>;
using Member = std::unique_ptr<zip_file_t, Discard>;

std::string description_of(zip_error_t* error) {
  return std::string("a broken archive (") + zip_error_strerror(error) + ")";
}

Archive open_archive(ByteSpan bytes, const StateDictBuilder& builder) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  Archive archive(source == nullptr ? nullptr
                                    : zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, &error));
  if (archive == nullptr) zip_source_free(source);
  const std::string description = description_of(&error);
  const bool out_of_memory = zip_error_code_zip(&error) == ZIP_ER_MEMORY;
  zip_error_fini(&error);
  if (out_of_memory) throw std::bad_alloc();
  if (archive == nullptr) builder.refuse_part("zip", description, kWants);
  return archive;
}

/// The name, sizes and methods of a member, before any of it is inflated.
zip_stat_t stat_of(const Archive& archive, zip_uint64_t place, const StateDictBuilder& builder) {
  zip_stat_t stat;
  zip_stat_init(&stat);
  constexpr zip_uint64_t kNeeded =
      ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
  if (zip_stat_index(archive.get(), place, 0, &stat) != 0 || (stat.valid & kNeeded) != kNeeded) {
    builder.refuse_part("zip", description_of(zip_get_error(archive.get())), kWants);
  }
  return stat;
}

std::string without_ending(const std::string& member) {
  const auto length = member.size() - std::min(member.size(), kEnding.size());
  return member.substr(length) == kEnding ? member.substr(0, length) : member;
}

std::string tensor_name(const std::string& member, const StateDictBuilder& builder) {
  if (member.find("data.pkl") != std::string::npos) {
    builder.refuse_part(member, "a file of torch.save", "safetensors, numpy.savez or JSON");
  }
  if (member.find_first_of("/\\") != std::string::npos)
    builder.refuse_part(member, "a path", "the name of a tensor");
  std::string name = without_ending(member);
  if (name == member) builder.refuse_part(member, "no array", "a member called <tensor>.npy");
  return name;
}

void check_member(const zip_stat_t& stat, const std::string& name, const StateDictBuilder& builder) {
  if (stat.encryption_method != ZIP_EM_NONE) builder.refuse_part(name, "an encrypted member", kWants);
  if (stat.comp_method != ZIP_CM_STORE && stat.comp_method != ZIP_CM_DEFLATE) {
    builder.refuse_part(name, "compression " + std::to_string(stat.comp_method), "stored or deflated");
  }
  // The size that the member claims is allocated, so it is checked first.
  const zip_uint64_t largest = zip_uint64_t{builder.cells_left()} * kFloatSize + kLargestNpyHeader;
  if (stat.size > largest) {
    builder.refuse_part(name, std::to_string(stat.size) + " bytes inflated",
                        "at most " + std::to_string(largest));
  }
}

Bytes inflate(const Archive& archive, zip_uint64_t place, const zip_stat_t& stat, const std::string& name,
              const StateDictBuilder& builder) {
  const Member member(zip_fopen_index(archive.get(), place, 0));
  if (member == nullptr) builder.refuse_part(name, description_of(zip_get_error(archive.get())), kWants);
  Bytes bytes(static_cast<Index>(stat.size));
  Index filled = 0;
  zip_int64_t count = 1;
  while (count > 0 && filled < bytes.size()) {
    count = zip_fread(member.get(), bytes.data() + filled, bytes.size() - filled);
    if (count > 0) filled += static_cast<Index>(count);
  }
  // Reading past the end makes libzip compare the checksum, and finds a member that is too long.
  std::uint8_t beyond = 0;
  if (count >= 0) count = zip_fread(member.get(), &beyond, 1);
  if (count < 0) builder.refuse_part(name, description_of(zip_file_get_error(member.get())), kWants);
  if (count > 0 || filled < bytes.size()) {
    builder.refuse_part(name, count > 0 ? "more bytes" : std::to_string(filled) + " bytes",
                        std::to_string(bytes.size()) + " as the archive says");
  }
  return bytes;
}

}  // namespace

StateDict read_npz(ByteSpan bytes, std::string_view file) {
  StateDictBuilder builder(file);
  const Archive archive = open_archive(bytes, builder);
  const auto count = static_cast<zip_uint64_t>(zip_get_num_entries(archive.get(), 0));
  const bool is_trace = zip_name_locate(archive.get(), kSpecMember, 0) >= 0;
  for (zip_uint64_t place = 0; place < count; ++place) {
    const zip_stat_t stat = stat_of(archive, place, builder);
    if (is_trace && !is_parameter(without_ending(stat.name))) continue;
    const std::string name = tensor_name(stat.name, builder);
    check_member(stat, name, builder);
    builder.add(name, read_npy(inflate(archive, place, stat, name, builder), name, builder));
  }
  return builder.take();
}

}  // namespace headsup
