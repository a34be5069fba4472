#pragma once
// Checks of fields that the specs of lessons and of training share. Each returns, or refuses with the code in its comment.

#include <cstdint>
#include <string>
#include <vector>

#include "headsup/tensor/shape.h"

namespace headsup {

/// `out-of-range` unless min ≤ got ≤ max.
void check_range(const char* field, Index got, Index min, Index max);

/// `too-large` if got > max.
void check_at_most(const std::string& field, Index got, Index max);

/// `id-out-of-vocabulary`, naming the place, unless all ids are 0 … vocabulary − 1.
void check_ids(const std::string& field, const std::vector<std::int32_t>& ids, Index vocabulary);

/// `out-of-range` unless pad_id is an id of the vocabulary.
void check_pad_id(std::int32_t pad_id, Index vocabulary);

/// `out-of-range` beyond ±Limits::seed.
void check_seed(std::int64_t seed);

/// `out-of-range` unless the number is finite in float32, or −infinity where that is allowed.
void check_float(const std::string& field, double got, bool allows_minus_infinity);

/// check_float of a mask's fill, which may be −infinity.
void check_mask_fill(double fill);

/// `wrong-type` unless the number is whole, `out-of-range` unless 0 ≤ got ≤ max.
void check_whole(const std::string& field, double got, Index max);

}  // namespace headsup
