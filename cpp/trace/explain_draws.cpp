// Parameters: back to the words of the generator, or to what was given.
#include "trace/explain_ops.h"

namespace headsup::explain_ops {
namespace {

/// The facts and terms that every draw has: which seed, which words, what they became.
DrawnNumber replayed(const Context& c) {
  const Draws& draws = std::get<Draws>(c.step.origin);
  DrawnNumber number = replay(draws, offset_of(c.step.shape(), c.out.index));
  for (const auto& u : number.uniforms) c.leaf("draw", {static_cast<Index>(u.word)}, u.value);
  c.fact("distribution", draws.distribution == Distribution::uniform ? "uniform" : "normal");
  c.fact("seed", static_cast<double>(draws.seed));
  c.fact("draw", static_cast<double>(number.uniforms[0].word));
  c.fact("raw", static_cast<double>(number.uniforms[0].raw));
  return number;
}

}  // namespace

void uniform(const Context& c) {
  const DrawnNumber number = replayed(c);
  c.fact("uniform", number.uniforms[0].value);
  c.fact("bound", static_cast<double>(static_cast<float>(std::get<Draws>(c.step.origin).bound)));
}

void normal(const Context& c) {
  const DrawnNumber number = replayed(c);
  c.fact("raw2", static_cast<double>(number.uniforms[1].raw));
  c.fact("radius", number.radius);
  c.fact("angle", number.angle);
  c.fact("part", number.cosine ? "cos" : "sin");
}

void given(const Context& c) {
  c.leaf("weights", c.out.index, c.out.value);
}

void constant(const Context& c) {
  c.leaf("constant", c.out.value);
}

}  // namespace headsup::explain_ops
