#include "fast/masked_blocks.h"

#include <algorithm>
#include <cmath>

namespace headsup {

MaskedBlocks::MaskedBlocks(const Masking& masking, const Shape& scores, Index lanes)
    : masking_(masking),
      keys_(scores[3]),
      lanes_(lanes),
      blocks_((keys_ + kBlockKeys - 1) / kBlockKeys),
      block_size_(std::min(keys_, kBlockKeys) * lanes) {
  if (!masking.mask) return;
  mask_ = mask_for_heads(masking.mask->contiguous(), scores).expand(scores);
}

Index MaskedBlocks::key_count(Index block) const {
  return std::min(kBlockKeys, keys_ - first_key(block));
}

void MaskedBlocks::start_sequence(Index batch, const float* v, Index columns, Index key_slots) {
  if (masks_nothing()) return;
  batch_ = batch;
  v_ = v;
  columns_ = columns;
  key_slots_ = key_slots;
  finite_.assign(blocks_, Finite::unknown);
}

void MaskedBlocks::cover(Index head, Index first_query, Index count, Index lane) {
  if (masks_nothing()) return;
  head_ = head;
  const Index panels = (lane + count + lanes_ - 1) / lanes_;
  coverage_.resize(panels * blocks_);
  attend_mask_.resize(element_count({panels, blocks_, block_size_}));
  for (Index panel = 0; panel < panels; ++panel) {
    const Index from = panel == 0 ? 0 : panel * lanes_ - lane;
    const Index to = std::min(count, (panel + 1) * lanes_ - lane);
    for (Index block = 0; block < blocks_; ++block) {
      coverage_[panel * blocks_ + block] = coverage_of(panel, block, first_query + from, to - from);
    }
  }
}

/// The query's row of the mask: S bytes.
const std::uint8_t* MaskedBlocks::mask_row(Index query) const {
  const Shape& strides = mask_.strides();
  return mask_.data<std::uint8_t>() + batch_ * strides[0] + head_ * strides[1] + query * strides[2];
}

/// A block's coverage by the mask alone, if all queries share one row of it; partial where rows may differ.
MaskCoverage MaskedBlocks::coverage_of_shared_row(Index block) const {
  if (!masking_.mask) return MaskCoverage::full;
  if (mask_.strides()[2] != 0) return MaskCoverage::partial;
  const std::uint8_t* row = mask_row(0) + first_key(block);
  const Index keys = key_count(block);
  const auto masked = static_cast<Index>(std::count(row, row + keys, std::uint8_t{0}));
  return masked == 0 ? MaskCoverage::full : masked == keys ? MaskCoverage::none : MaskCoverage::partial;
}

MaskCoverage MaskedBlocks::coverage_of(Index panel, Index block, Index first_query, Index count) {
  const Index first = first_key(block);
  const bool is_future = masking_.is_causal && first > first_query + count - 1;
  if (is_future) return MaskCoverage::none;
  const bool is_past = !masking_.is_causal || first + key_count(block) - 1 <= first_query;
  const MaskCoverage of_row = coverage_of_shared_row(block);
  if (of_row == MaskCoverage::none || (of_row == MaskCoverage::full && is_past)) return of_row;
  return write_attend_mask(panel, block, first_query, count);
}

/// Writes the attend mask of a panel and a block, and returns its coverage.
MaskCoverage MaskedBlocks::write_attend_mask(Index panel, Index block, Index first_query, Index count) {
  const Index first = first_key(block);
  const Index keys = key_count(block);
  std::int8_t* attend = attend_mask_.data() + (panel * blocks_ + block) * block_size_;
  Index attending = 0;
  for (Index lane = 0; lane < count; ++lane) {
    const Index query = first_query + lane;
    // Causal: only the keys up to the query itself.
    const Index visible = masking_.is_causal ? std::min(keys, query < first ? 0 : query - first + 1) : keys;
    const std::uint8_t* row = masking_.mask ? mask_row(query) + first : nullptr;
    for (Index s = 0; s < keys; ++s) {
      const bool attends = s < visible && (row == nullptr || row[s] != 0);
      attend[s * lanes_ + lane] = attends ? -1 : 0;
      attending += attends ? 1 : 0;
    }
  }
  if (attending == 0) return MaskCoverage::none;
  return attending == keys * count ? MaskCoverage::full : MaskCoverage::partial;
}

bool MaskedBlocks::fill_is_weightless(const float* maximum, Index queries) const {
  // The kernels' exp is 0 below −87. With NaN the comparison is false.
  constexpr float kWeightless = -88;
  return std::all_of(maximum, maximum + queries, [&](float m) { return masking_.fill - m < kWeightless; });
}

bool MaskedBlocks::values_are_finite(Index block) {
  if (finite_[block] != Finite::unknown) return finite_[block] == Finite::yes;
  const Index keys = key_count(block);
  bool finite = true;
  for (Index column = 0; column < columns_; column += lanes_) {
    // The columns that pad the last panel are uninitialised.
    const Index count = std::min(lanes_, columns_ - column);
    const float* values = v_ + column * key_slots_ + first_key(block) * lanes_;
    for (Index key = 0; key < keys; ++key, values += lanes_) {
      finite =
          finite && std::all_of(values, values + count, [](float value) { return std::isfinite(value); });
    }
  }
  finite_[block] = finite ? Finite::yes : Finite::no;
  return finite;
}

}  // namespace headsup
