// Runs any spec, with numbers set by hand: it is refused, or it runs and every step can be explained.
#include "check.h"
#include "headsup/lesson/run.h"
#include "small_spec.h"

using namespace headsup;
using namespace headsup::fuzz;

namespace {

/// Up to three changes, most of which fit.
Changes changes_from(Bytes& bytes, const Trace& trace) {
  Changes changes(bytes.below(4));
  for (Change& change : changes) {
    const Step& step = trace.steps[bytes.below(std::min<Index>(trace.steps.size(), 256))];
    change.name = bytes.below(64) == 63 ? "nothing" : std::string(step.name);
    for (const Index size : step.shape()) {
      const Index choice = bytes.below(256);
      if (choice < 250) change.index.push_back(choice % (size + (choice == 249 ? 1 : 0)));
      if (choice > 250) change.index.emplace_back(std::nullopt);
    }
    const bool is_real = is_floating(step.tensor.dtype());
    change.value = is_real ? static_cast<double>(bytes.number()) : static_cast<double>(bytes.below(4));
  }
  return changes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const Spec spec = spec_from(bytes);
  if (is_refused([&] { validate(spec); })) {
    expect(is_refused([&] { run(spec); }), "run takes what validate refuses");
    return 0;
  }
  if (!is_small(spec)) return 0;
  const Trace trace = run(spec);
  const Changes changes = changes_from(bytes, trace);
  if (!is_refused([&] { run(spec, {}, nullptr, changes); }))
    check_trace(run(spec, {}, nullptr, changes), bytes);
  check_trace(trace, bytes);
  return 0;
}
