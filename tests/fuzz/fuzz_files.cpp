// Reads any bytes as a weight file: every reader refuses them, or gives tensors that fill their shapes, have unique names and
// keep to the limits.
#include <set>
#include <string_view>

#include "check.h"
#include "files/npy.h"
#include "headsup/files/weight_files.h"
#include "headsup/files/weight_names.h"
#include "headsup/lesson/spec.h"

using namespace headsup;
using namespace headsup::fuzz;

namespace {

void check_weights(const StateDict& weights) {
  std::set<std::string> names;
  Index cells = 0;
  for (const NamedTensor& weight : weights) {
    check_tensor(weight.tensor);
    expect(names.insert(weight.name).second, "two tensors of one name");
    cells += weight.tensor.count();
  }
  expect(cells <= Limits::cells, "more numbers than there may be");
}

void check_file(const StateDict& weights) {
  check_weights(weights);
  is_refused([&] { check_weights(lesson_weights(weights)); });
}

/// Reads the bytes as an .npy by itself. In an archive, the checksum would refuse nearly every change before it is read.
void check_npy(const std::uint8_t* data, Index size) {
  const files::StateDictBuilder builder("fuzz");
  check_tensor(files::read_npy({data, size}, "weight", builder));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  is_refused([&] { check_file(read_safetensors({data, size}, "fuzz")); });
  is_refused([&] { check_file(read_npz({data, size}, "fuzz")); });
  is_refused([&] { check_file(read_json({reinterpret_cast<const char*>(data), size}, "fuzz")); });
  is_refused([&] { check_npy(data, size); });
  return 0;
}
