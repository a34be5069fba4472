#include <zip.h>

#include <fstream>
#include <memory>
#include <new>

#include "files/npy.h"
#include "headsup/files/trace_files.h"

namespace headsup {
namespace {

using namespace files;

// Writing into memory, libzip fails only when memory runs out.
template <class T>
T* not_null(T* pointer) {
  if (pointer == nullptr) throw std::bad_alloc();
  return pointer;
}
void check(bool succeeded) {
  if (!succeeded) throw std::bad_alloc();
}

struct Release {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_source_t* source) const { zip_source_free(source); }
};
using Archive = std::unique_ptr<zip_t, Release>;
using Source = std::unique_ptr<zip_source_t, Release>;

/// Adds a member with these bytes, which must outlive the archive.
void add_member(const Archive& archive, const std::string& name, const Bytes& bytes) {
  Source member(not_null(zip_source_buffer(archive.get(), bytes.data(), bytes.size(), 0)));
  const zip_int64_t place = zip_file_add(archive.get(), name.c_str(), member.get(), ZIP_FL_ENC_UTF_8);
  check(place >= 0);
  static_cast<void>(member.release());  // it belongs to the archive now
  const auto at = static_cast<zip_uint64_t>(place);
  check(zip_set_file_compression(archive.get(), at, ZIP_CM_STORE, 0) == 0);
  // Fixed (a zip's earliest date), so the same trace gives the same bytes.
  check(zip_file_set_dostime(archive.get(), at, 0, 1 << 5 | 1, 0) == 0);
}

Bytes bytes_in(const Source& source) {
  zip_stat_t stat;
  zip_stat_init(&stat);
  check(zip_source_stat(source.get(), &stat) == 0 && zip_source_open(source.get()) == 0);
  Bytes bytes(stat.size);
  const zip_int64_t count = zip_source_read(source.get(), bytes.data(), bytes.size());
  zip_source_close(source.get());
  check(count == static_cast<zip_int64_t>(bytes.size()));
  return bytes;
}

/// An archive without members, which is only its end record. libzip would write nothing at all.
Bytes empty_archive() {
  Bytes bytes = {'P', 'K', 5, 6};
  bytes.resize(22);
  return bytes;
}

}  // namespace

Bytes to_npz(const Trace& trace) {
  if (trace.steps.empty()) return empty_archive();
  const Source source(not_null(zip_source_buffer_create(nullptr, 0, 0, nullptr)));
  Archive archive(not_null(zip_open_from_source(source.get(), ZIP_CREATE | ZIP_TRUNCATE, nullptr)));
  zip_source_keep(source.get());  // the archive releases it too

  std::vector<Bytes> members;
  for (const Step& step : trace.steps) members.push_back(to_npy(step.tensor));
  for (Index i = 0; i < members.size(); ++i) {
    add_member(archive, std::string(trace.steps[i].name) + ".npy", members[i]);
  }
  const Bytes no_spec = {'{', '}'};
  add_member(archive, kSpecMember, no_spec);
  check(zip_close(archive.get()) == 0);
  static_cast<void>(archive.release());
  return bytes_in(source);
}

void write_npz(const Trace& trace, const std::string& path) {
  const Bytes bytes = to_npz(trace);
  std::ofstream stream(path, std::ios::binary);
  stream.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!stream.flush()) refuse_file(path, "file", "no place to write to", "a file that can be written");
}

}  // namespace headsup
