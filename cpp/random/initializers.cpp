#include "headsup/random/initializers.h"

#include <cmath>
#include <utility>

namespace headsup {

Drawn randn(Generator& generator, const Shape& shape) {
  Drawn drawn;
  drawn.tensor = tensor_of<float>(shape, generator.normal(element_count(shape), &drawn.draws));
  return drawn;
}

Tensor randn(std::int64_t seed, const Shape& shape) {
  Generator generator(seed);
  return randn(generator, shape).tensor;
}

Tensor rand(std::int64_t seed, const Shape& shape) {
  // The numbers have 24 bits, so that both steps are exact.
  std::vector<float> numbers = Generator(seed).uniform(element_count(shape), 0.5);
  for (float& number : numbers) number += 0.5F;
  return tensor_of<float>(shape, numbers);
}

Drawn embedding_weight(Generator& generator, Index vocabulary, Index d_model) {
  return randn(generator, {vocabulary, d_model});
}

double linear_weight_bound(Index in) {
  // The operations of torch.nn.init: in float64 their result differs from 1 / √in in the last digit for some `in`.
  const double slope = std::sqrt(5.0);
  const double gain = std::sqrt(2.0 / (1.0 + slope * slope));
  const double std_dev = gain / std::sqrt(static_cast<double>(in));
  return std::sqrt(3.0) * std_dev;
}

double linear_bias_bound(Index in) {
  return in > 0 ? 1.0 / std::sqrt(static_cast<double>(in)) : 0;
}

DrawnLinear linear_weights(Generator& generator, Index in, Index out, bool bias) {
  DrawnLinear linear;
  linear.weight.tensor = tensor_of<float>(
      {out, in}, generator.uniform(element_count({out, in}), linear_weight_bound(in), &linear.weight.draws));
  if (bias) {
    Drawn drawn;
    drawn.tensor = tensor_of<float>({out}, generator.uniform(out, linear_bias_bound(in), &drawn.draws));
    linear.bias = std::move(drawn);
  }
  return linear;
}

}  // namespace headsup
