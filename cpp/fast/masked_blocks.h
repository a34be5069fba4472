#pragma once
// Which blocks of keys a panel of queries attends to.

#include <cstdint>
#include <vector>

#include "fast/kernel.h"
#include "headsup/attention/mask.h"

namespace headsup {

/// Keys per block: k and v of one head for so many keys fit the first-level cache. A multiple of every P.
constexpr Index kBlockKeys = 128;

/// The mask of a forward pass, block by block.
///
/// Call start_sequence for each batch entry, then cover for each range of queries (and each head, where heads_differ), then
/// ask for the coverage of its panels.
class MaskedBlocks {
 public:
  /// `scores` is (B, H, T, S), P = `lanes`. Refuses `shape-mismatch` and `too-large`.
  MaskedBlocks(const Masking& masking, const Shape& scores, Index lanes);

  float fill() const { return masking_.fill; }  ///< what a masked score becomes
  bool heads_differ() const {
    return masking_.mask && mask_.strides()[1] != 0;
  }                                                                  ///< whether the mask has several heads
  Index blocks() const { return blocks_; }                           ///< ⌈S / kBlockKeys⌉
  Index first_key(Index block) const { return block * kBlockKeys; }  ///< of a block
  Index key_count(Index block) const;                                ///< of a block; fewer in the last one

  /// Selects a batch entry. `v` has `columns` columns in panels of columns (key_slots, P).
  void start_sequence(Index batch, const float* v, Index columns, Index key_slots);
  /// Selects `count` queries from `first_query` on, the first of which is at `lane` of panel 0.
  void cover(Index head, Index first_query, Index count, Index lane);

  /// How many scores of a panel of queries and a block of keys attend.
  MaskCoverage coverage(Index panel, Index block) const {
    return masks_nothing() ? MaskCoverage::full : coverage_[panel * blocks_ + block];
  }
  /// (keys of the block, P) from the panel's first query on: −1 attends, 0 is masked. Set where coverage is partial.
  const std::int8_t* attend_mask(Index panel, Index block) const {
    return attend_mask_.data() + (panel * blocks_ + block) * block_size_;
  }

  /// Whether exp(fill − maximum) is exactly 0 for each query: masked keys have no weight.
  bool fill_is_weightless(const float* maximum, Index queries) const;
  /// Whether every value of the block is finite, so that weight 0 cancels it: 0 · ∞ and 0 · NaN are NaN.
  bool values_are_finite(Index block);

 private:
  bool masks_nothing() const { return !masking_.mask && !masking_.is_causal; }
  const std::uint8_t* mask_row(Index query) const;
  MaskCoverage coverage_of(Index panel, Index block, Index first_query, Index count);
  MaskCoverage coverage_of_shared_row(Index block) const;
  MaskCoverage write_attend_mask(Index panel, Index block, Index first_query, Index count);

  const Masking& masking_;
  Tensor mask_;  ///< (B, H, T, S) with stride 0 where it is broadcast; empty without a mask
  Index keys_;
  Index lanes_;
  Index blocks_;
  Index block_size_;  ///< bytes of attend_mask_ for one panel and one block
  Index batch_ = 0;
  Index head_ = 0;
  const float* v_ = nullptr;
  Index columns_ = 0;
  Index key_slots_ = 0;
  std::vector<MaskCoverage> coverage_;    ///< (panels, blocks)
  std::vector<std::int8_t> attend_mask_;  ///< (panels, blocks, keys of a block, P)
  enum class Finite : std::uint8_t { unknown, no, yes };
  std::vector<Finite> finite_;  ///< (blocks)
};

}  // namespace headsup
