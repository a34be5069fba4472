// Runs any spec: it is refused, or it runs and every step can be explained.
#include "check.h"
#include "headsup/lesson/run.h"
#include "small_spec.h"

using namespace headsup;
using namespace headsup::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const Spec spec = spec_from(bytes);
  if (is_refused([&] { validate(spec); })) {
    expect(is_refused([&] { run(spec); }), "run takes what validate refuses");
    return 0;
  }
  if (is_small(spec)) check_trace(run(spec), bytes);
  return 0;
}
