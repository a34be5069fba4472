#pragma once
// The memory of a forward pass, and how sequences are laid out in it.
//
// A slot is a position's place in panels of positions. Short sequences share panels, so that a projection of several is one
// product; each starts at a slot that is a multiple of kTileRows.

#include "fast/packed_multi_head.h"

namespace headsup {

/// Neighbouring sequences of a batch that share panels.
struct SequenceGroup {
  Index first;  ///< the first one's batch entry
  Index count;  ///< how many
};

/// The sizes of a forward pass.
struct ForwardSizes {
  ForwardSizes(const PackedMultiHead& layer, Index batch_size, Index target_length, Index source_length);

  Index batch;           ///< B
  Index queries;         ///< T
  Index keys;            ///< S
  Index lanes;           ///< P
  Index d_k;             ///< K
  Index value_rows;      ///< K padded to kTileRows: rows of one head's values
  Index attention_rows;  ///< A padded to kTileRows: rows of q and k in a panel
  Index value_columns;   ///< H · value_rows: columns of v
  Index query_stride;    ///< slots from a sequence's first query to the next one's
  Index key_stride;      ///< slots from a sequence's first key to the next one's
  Index
      chunk_positions;  ///< positions that are projected at a time, so that weights are read once for all of them
  Index group_size;   ///< sequences of a full group
  Index key_slots;    ///< slots of a group's keys, padded to whole panels
  Index query_slots;  ///< slots of a chunk's queries, padded to whole panels
};

/// Uninitialised memory for one group of sequences.
class Workspace {
 public:
  /// Refuses `too-large` where memory cannot hold it.
  Workspace(const PackedMultiHead& layer, const ForwardSizes& sizes);

  float* x = nullptr;          ///< panels of positions (D, P), the input of a linear layer
  float* q = nullptr;          ///< panels of queries (A, P)
  float* k = nullptr;          ///< panels of keys (A, P)
  float* v = nullptr;          ///< panels of columns (key slots, P)
  float* concat = nullptr;     ///< panels of queries (A, P): the heads' results side by side
  float* scores = nullptr;     ///< (keys of a block, P)
  OnlineSoftmax softmax = {};  ///< of one panel of queries in one head

 private:
  AlignedFloats floats_;
};

}  // namespace headsup
