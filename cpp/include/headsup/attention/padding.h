#pragma once
// Padding: sentences of different lengths become one rectangular batch.

#include <cstdint>
#include <vector>

#include "headsup/tensor/tensor.h"

namespace headsup {

/// ids (B, L), L the longest of the B sequences; shorter ones are filled at their end with `pad_id`.
/// An empty sequence among others becomes a row of padding. Refuses `empty-sequences` where there is no
/// sequence or none has a token: an axis of size 0 has no attention.
IntTensor pad(const std::vector<std::vector<std::int32_t>>& sequences, std::int32_t pad_id);

}  // namespace headsup
