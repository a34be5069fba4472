#pragma once
// Comparisons that return "" on success, and otherwise the message that a failed test should show.

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "headsup/graph/trace.h"

namespace headsup::tests {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr double kDoubleInfinity = std::numeric_limits<double>::infinity();

/// How far a number may be from the wanted one: absolute + relative · |want|. All tolerances of the native tests are here;
/// docs/numbers.md has the promise about PyTorch and its reasons.
struct Tolerance {
  double absolute;
  double relative;
};
constexpr Tolerance kOneStep = {1e-6, 1e-6};            ///< one operation, computed in two ways
constexpr Tolerance kPyTorchUpTo128 = {2e-6, 2e-6};     ///< every step of a lesson of widths up to 128
constexpr Tolerance kPyTorchAnyWidth = {1e-5, 1.3e-6};  ///< torch.testing.assert_close's for float32

/// NaN is close only to NaN, an infinity only to itself.
bool close(double got, double want, Tolerance tolerance = kOneStep);

/// exact: every number equal, NaN to NaN. The others: float32 numbers within one of the tolerances above.
enum class Match { close, exact, pytorch_up_to_128, pytorch_any_width };

/// What differs between two tensors: the dtype, the shape, or which numbers, with the first one's index, got
/// and want and the largest difference. Integers and bits must always be equal.
std::string difference(const std::string& name, const Tensor& got, const Tensor& want,
                       Match match = Match::close);

/// `difference` for one-dimensional data.
std::string difference(const std::string& name, const std::vector<float>& got, const std::vector<float>& want,
                       Match match = Match::close);

/// `difference` for float32 numbers and the bit patterns that they must have.
std::string bit_difference(const std::string& name, const std::vector<float>& got,
                           const std::vector<std::uint32_t>& want);

/// The numbers further than `allowance` from the printed ones.
std::string printed_difference(const std::string& name, const Tensor& got, const Tensor& want,
                               double allowance);

/// The code and facts of the refusal that `action` throws: "shape-mismatch field=x got=(3,) wants=(B, L)";
/// "" if none.
std::string refusal_of(const std::function<void()>& action);

}  // namespace headsup::tests
