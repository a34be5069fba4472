#pragma once
// Sinusoidal positional encoding: it makes equal tokens at different positions different.
//
//   PE(p, 2i)     = sin(p / 10000^(2i / D))
//   PE(p, 2i + 1) = cos(p / 10000^(2i / D))
//
// Source: Vaswani et al. 2017, section 3.5.

#include <cstdint>

#include "headsup/tensor/tensor.h"

namespace headsup {

/// How many positions have the digits of float64 in their angles.
constexpr Index kMostPositions = Index{1} << 20;

/// (P, D): row p is the encoding of position p, 0 … P − 1, computed in float64 and rounded once. Positions from
/// kMostPositions on lose digits.
Tensor positional_encoding(Index positions, Index d_model);

/// (B, L) from ids (B, L): 1, 2, 3 … along each row, and 0 where the id is `pad_id`. Refuses `shape-mismatch` unless
/// ids has two axes.
Tensor position_ids(const Tensor& ids, std::int32_t pad_id);

}  // namespace headsup
