#pragma once
// Which blocks of keys a panel of queries has to meet.

#include <cstdint>

#include "fast/kernel.h"
#include "headsup/attention/mask.h"

namespace headsup {

/// Keys that meet a panel of queries at a time: k and v of one head fit into the first cache. A multiple of every P.
constexpr Index kKeysOfBlock = 128;

/// The mask of one batch entry after the other, block by block.
class MaskedBlocks {
 public:
  /// `lanes` queries to a panel.
  MaskedBlocks(const Masking& masking, Index keys, Index lanes);

  /// What a masked score becomes.
  float fill() const { return masking_.fill; }

  /// From here on it is this batch entry's mask, and `columns` of its v, in panels of columns (S, P) that have room for
  /// `key_room` keys.
  void begin(Index batch, const float* v, Index columns, Index key_room);
  /// From here on there are `count` queries from this one on, which takes this lane of panel 0.
  void look(Index first_query, Index count, Index lane);

  /// What the mask lets through of a panel of queries and a block of keys.
  Kept kept(Index panel, Index block) const { return none() ? Kept::all : kept_[panel * blocks_ + block]; }
  /// (keys of the block, P) from the panel's first query on: −1 attends, 0 is masked.
  const std::int8_t* keep(Index panel, Index block) const {
    return keep_.data() + (panel * blocks_ + block) * keep_room_;
  }

  /// A masked score that lies this far below a row's maximum has weight 0.
  bool settled(const float* maximum, Index queries) const;
  /// The block's values are finite: 0 times each of them is 0. Infinity and NaN, times 0, are NaN.
  bool finite(Index block);

 private:
  bool none() const { return masking_.mask == nullptr && !masking_.causal; }
  void look_at(Index panel, Index block, Index first_query, Index count);
  Kept look_closely(Index panel, Index block, Index first_query, Index count);
  Kept kept_of_row(Index first, Index keys) const;
  const std::uint8_t* mask_row(Index query) const;

  const Masking& masking_;
  Index keys_;
  Index lanes_;
  Index blocks_;
  Index keep_room_;  ///< of a panel and a block: numbers of keep_
  Index batch_ = 0;
  const float* v_ = nullptr;
  Index columns_ = 0;
  Index key_room_ = 0;
  std::vector<Kept> kept_;           ///< (panels, blocks)
  std::vector<std::int8_t> keep_;    ///< (panels, blocks, keys of a block, P)
  std::vector<std::int8_t> finite_;  ///< (blocks): 0 or 1, −1 where nobody has looked
};

}  // namespace headsup
