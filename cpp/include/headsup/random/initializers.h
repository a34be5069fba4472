#pragma once
// The initial parameters of torch.nn's layers, drawn in the same order.

#include <optional>

#include "headsup/random/generator.h"
#include "headsup/tensor/tensor.h"

namespace headsup {

/// A tensor, and where its numbers came from.
struct Drawn {
  Tensor tensor;  ///< the numbers
  Draws draws;    ///< which words of the seed's stream they are
};

/// torch.randn(shape). Refuses `too-large` where memory has no room for so many numbers.
Drawn randn(Generator& generator, const Shape& shape);

/// torch.manual_seed(seed), then torch.randn(shape): standard normal. Refuses as above.
Tensor randn(std::int64_t seed, const Shape& shape);
/// torch.manual_seed(seed), then torch.rand(shape): uniform in [0, 1). Refuses as above.
Tensor rand(std::int64_t seed, const Shape& shape);

/// torch.nn.Embedding(V, D).weight: (V, D), standard normal. Refuses as randn().
Drawn embedding_weight(Generator& generator, Index vocabulary, Index d_model);

/// The bound of torch.nn.Linear(in, …).weight: kaiming_uniform_(a = √5), which is 1 / √in but for rounding.
double linear_weight_bound(Index in);
/// The bound of torch.nn.Linear(in, …).bias: 1 / √in, and 0 without inputs.
double linear_bias_bound(Index in);

/// The parameters of one linear layer.
struct DrawnLinear {
  Drawn weight;               ///< (out, in)
  std::optional<Drawn> bias;  ///< (out)
};

/// torch.nn.Linear(in, out, bias): first the weight, then the bias. Refuses `too-large` where memory has no room for so many
/// numbers.
/// Source: torch/nn/modules/linear.py, reset_parameters.
DrawnLinear linear_weights(Generator& generator, Index in, Index out, bool bias);

}  // namespace headsup
