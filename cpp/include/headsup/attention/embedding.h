#pragma once
// Embedding: each id is replaced by its row of a table.

#include "headsup/tensor/tensor.h"

namespace headsup {

/// (…, D) from ids (…) and table (V, D): out[i] = table[ids[i]]. Padding is an id like any other and has a
/// row too. Refuses `id-out-of-vocabulary` for an id outside 0 … V − 1, and `shape-mismatch` unless the table
/// has two axes and, where there are ids, at least one row. Source: torch.nn.functional.embedding.
Tensor embedding(const Tensor& ids, const Tensor& table);

}  // namespace headsup
