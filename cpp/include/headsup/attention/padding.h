#pragma once
// Padding: sentences of different lengths become one rectangular batch.

#include <cstdint>
#include <optional>
#include <vector>

#include "headsup/tensor/tensor.h"

namespace headsup {

/// The end at which a sequence is filled up. A decoder that continues its prompts pads them on the left.
enum class PadSide { right, left };

/// ids (B, L), L the longest of the B sequences, or `length` if it is given; shorter ones are filled with `pad_id` at
/// their end, or on the left. An empty sequence among others becomes a row of padding. Refuses `empty-sequences` where
/// there is no sequence or none has a token: an axis of size 0 has no attention. Refuses `contradiction` where a sequence
/// is longer than `length`: no token is cut off.
Tensor pad(const std::vector<std::vector<std::int32_t>>& sequences, std::int32_t pad_id,
           std::optional<Index> length = std::nullopt, PadSide side = PadSide::right);

}  // namespace headsup
