#pragma once
// The linear layer of a weight that is stored in another shape.

#include "headsup/tensor/tensor.h"

namespace headsup {

/// `linear`, with the numbers of `weight` seen as a tensor of `shape`.
FloatTensor linear_as(const Shape& shape, const FloatTensor& x, const FloatTensor& weight,
                      const FloatTensor* bias);

}  // namespace headsup
