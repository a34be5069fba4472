// Gives any weights to a valid spec: they are refused, or the lesson runs and every step can be explained.
#include "check.h"
#include "headsup/lesson/run.h"
#include "small_spec.h"

using namespace headsup;
using namespace headsup::fuzz;

namespace {

/// A parameter of the lesson as it was drawn, or with another name, shape, or numbers.
NamedTensor given_for(const Step& drawn, Bytes& bytes) {
  NamedTensor given{std::string(drawn.name), drawn.tensor.clone()};
  if (bytes.coin()) {
    for (float& x : given.tensor.floats()) x = bytes.number();
  }
  const Index change = bytes.below(32);
  if (change == 0) given.name[bytes.below(given.name.size())] = bytes.any<char>();
  if (change == 1) given.name.clear();
  const Tensor& x = given.tensor;
  if (change == 2) given.tensor = x.transpose(0, -1);
  if (change == 3) given.tensor = x.unsqueeze(-1);
  if (change == 4) given.tensor = Tensor(Shape{bytes.below(4), bytes.below(4)});
  if (change == 5) given.tensor = x.to(DType::float64);
  if (change == 6) given.tensor = x.slice(0, 0, 1);
  return given;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const Spec spec = spec_from(bytes);
  if (!is_small(spec) || is_refused([&] { validate(spec); })) return 0;
  StateDict weights;
  for (const Step& step : run(spec).steps) {
    const bool parameter = step.name.find('.') != Name::npos;
    if (parameter && bytes.below(8) > 0) weights.push_back(given_for(step, bytes));
  }
  Trace trace;
  if (!is_refused([&] { trace = run(spec, weights); })) check_trace(trace, bytes);
  return 0;
}
