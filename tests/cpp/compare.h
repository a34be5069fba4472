#pragma once
// Comparisons that speak: each gives "" where all is well, and otherwise the sentence that a failed test
// should show.

#include <functional>
#include <string>
#include <vector>

#include "headsup/trace/trace.h"

namespace headsup::tests {

/// Within 1e-6 + 1e-6 · |want|. NaN is close to NaN alone, an infinity to itself alone.
bool close(double got, double want);

/// close: as above, for float32 tensors. exact: every number equal, NaN to NaN.
enum class Match { close, exact };

/// What differs between two tensors: the dtype, the shape, or which numbers, with the first one's index, got
/// and want and the largest difference. Integers and bits always have to be equal.
std::string difference(const std::string& name, const AnyTensor& got, const AnyTensor& want,
                       Match match = Match::close);

/// Likewise for one axis of numbers.
std::string difference(const std::string& name, const std::vector<float>& got, const std::vector<float>& want,
                       Match match = Match::close);

/// Likewise for float32 numbers against their bit patterns, which have to be equal.
std::string bit_difference(const std::string& name, const std::vector<float>& got,
                           const std::vector<std::uint32_t>& want);

/// The numbers further than `allowance` from those that were printed.
std::string printed_difference(const std::string& name, const FloatTensor& got, const FloatTensor& want,
                               double allowance);

/// What `action` is refused with, code and facts: "shape-mismatch field=x got=(3,) wants=(B, L)". "" where it
/// is not.
std::string refusal_of(const std::function<void()>& action);

}  // namespace headsup::tests
