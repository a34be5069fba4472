#include "fast/masked_blocks.h"

#include <algorithm>
#include <cstring>

namespace headsup {

MaskedBlocks::MaskedBlocks(const Masking& masking, Index keys, Index lanes)
    : masking_(masking),
      keys_(keys),
      lanes_(lanes),
      blocks_((keys + kKeysOfBlock - 1) / kKeysOfBlock),
      keep_room_(std::min(keys, kKeysOfBlock) * lanes) {}

void MaskedBlocks::begin(Index batch, const float* v, Index columns, Index key_room) {
  if (none()) return;
  batch_ = batch;
  v_ = v;
  columns_ = columns;
  key_room_ = key_room;
  finite_.assign(blocks_, -1);
}

void MaskedBlocks::look(Index first_query, Index count, Index lane) {
  if (none()) return;
  const Index panels = (lane + count + lanes_ - 1) / lanes_;
  kept_.resize(panels * blocks_);
  keep_.resize(kept_.size() * keep_room_);
  for (Index panel = 0; panel < panels; ++panel) {
    const Index from = panel == 0 ? 0 : panel * lanes_ - lane;
    const Index to = std::min(count, (panel + 1) * lanes_ - lane);
    for (Index block = 0; block < blocks_; ++block) look_at(panel, block, first_query + from, to - from);
  }
}

/// The query's row of the mask: S bits.
const std::uint8_t* MaskedBlocks::mask_row(Index query) const {
  const BoolTensor& mask = *masking_.mask;
  const Index batch = mask.shape[0] == 1 ? 0 : batch_;
  const Index row = mask.shape[1] == 1 ? 0 : query;
  return mask.data.data() + (batch * mask.shape[1] + row) * keys_;
}

/// Where one row of the mask, or none, stands for all queries: whether it lets all or nothing through.
Kept MaskedBlocks::kept_of_row(Index first, Index keys) const {
  if (masking_.mask == nullptr) return Kept::all;
  if (masking_.mask->shape[1] != 1) return Kept::some;
  const std::uint8_t* bits = mask_row(0) + first;
  const auto masked = std::count(bits, bits + keys, std::uint8_t{0});
  return masked == 0 ? Kept::all : static_cast<Index>(masked) == keys ? Kept::none : Kept::some;
}

void MaskedBlocks::look_at(Index panel, Index block, Index first_query, Index count) {
  const Index first = block * kKeysOfBlock;
  const Index keys = std::min(kKeysOfBlock, keys_ - first);
  const bool ahead = masking_.causal && first > first_query + count - 1;
  const bool behind = !masking_.causal || first + keys - 1 <= first_query;
  const Kept of_row = ahead ? Kept::none : kept_of_row(first, keys);
  if (of_row == Kept::none || (of_row == Kept::all && behind)) {
    kept_[panel * blocks_ + block] = of_row;
    return;
  }
  kept_[panel * blocks_ + block] = look_closely(panel, block, first_query, count);
}

/// Writes down who attends to whom.
Kept MaskedBlocks::look_closely(Index panel, Index block, Index first_query, Index count) {
  const Index first = block * kKeysOfBlock;
  const Index keys = std::min(kKeysOfBlock, keys_ - first);
  std::int8_t* keep = keep_.data() + (panel * blocks_ + block) * keep_room_;
  Index kept = 0;
  for (Index lane = 0; lane < count; ++lane) {
    const Index query = first_query + lane;
    // Keys that the query may see: all, or as many as come before it and itself.
    const Index seen = masking_.causal ? std::min(keys, query < first ? 0 : query - first + 1) : keys;
    const std::uint8_t* bits = masking_.mask == nullptr ? nullptr : mask_row(query) + first;
    for (Index s = 0; s < keys; ++s) {
      const bool attends = s < seen && (bits == nullptr || bits[s] != 0);
      keep[s * lanes_ + lane] = attends ? -1 : 0;
      kept += attends ? 1 : 0;
    }
  }
  return kept == 0 ? Kept::none : kept == keys * count ? Kept::all : Kept::some;
}

bool MaskedBlocks::settled(const float* maximum, Index queries) const {
  // The kernel's exp is 0 below −87. Written so that NaN settles nothing.
  constexpr float kWeightless = -88;
  return std::all_of(maximum, maximum + queries, [&](float m) { return masking_.fill - m < kWeightless; });
}

bool MaskedBlocks::finite(Index block) {
  if (finite_[block] >= 0) return finite_[block] == 1;
  constexpr std::uint32_t kExponent = 0x7f800000;
  const Index first = block * kKeysOfBlock;
  const Index keys = std::min(kKeysOfBlock, keys_ - first);
  bool finite = true;
  for (Index column = 0; column < columns_; column += lanes_) {
    // Behind the last column nobody has written anything.
    const Index count = std::min(lanes_, columns_ - column);
    const float* numbers = v_ + column * key_room_ + first * lanes_;
    for (Index key = 0; key < keys; ++key, numbers += lanes_) {
      for (Index i = 0; i < count; ++i) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, numbers + i, sizeof bits);
        finite = finite && (bits & kExponent) != kExponent;
      }
    }
  }
  finite_[block] = finite ? 1 : 0;
  return finite;
}

}  // namespace headsup
