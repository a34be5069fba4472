#pragma once
// Checks of training data and numbers. Each returns, or refuses with the code in its comment.

#include <cstdint>
#include <vector>

#include "headsup/tensor/shape.h"

namespace headsup {

/// Rows of one length, of ids of the vocabulary: `missing`, `shape-mismatch`, `id-out-of-vocabulary`.
void check_rows(const char* field, const std::vector<std::vector<std::int32_t>>& rows, Index length,
                Index vocabulary);

/// `out-of-range` unless min ≤ got ≤ max, so for a NaN too.
void check_number(const char* field, double got, double min, double max);

}  // namespace headsup
