// Every kernel against Eigen's products, on matrices of all sizes with NaN before and after them.
#include "fast/kernel.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "catch.h"
#include "compare.h"
#include "dice.h"
#include "fast/panels.h"
#include "kernels.h"
#include "operations/operations.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

/// A matrix with NaN before and after its numbers.
class Poisoned {
 public:
  Poisoned(Index rows, Index cols) : rows_(rows), cols_(cols), data_(rows * cols + 2 * kMargin, NAN) {}
  Poisoned(Index rows, Index cols, Dice& dice) : Poisoned(rows, cols) {
    const Tensor numbers = dice.floats({rows, cols});
    std::copy(numbers.floats().begin(), numbers.floats().end(), data());
    // Multiples of 1/256 would have exact sums in any order.
    for (Index i = 0; i < rows * cols; ++i) data()[i] *= 1.1F;
  }

  /// The first numbers of another one.
  Poisoned(Index rows, Index cols, const Poisoned& other) : Poisoned(rows, cols) {
    std::copy_n(other.view().data, rows * cols, data());
  }

  float* data() { return data_.data() + kMargin; }
  MatrixView view() const { return {.data = data_.data() + kMargin, .rows = rows_, .cols = cols_}; }
  Tensor tensor() const {
    return tensor_of<float>({rows_, cols_}, std::vector<float>(view().data, view().data + rows_ * cols_));
  }
  Poisoned magnitudes() const {
    Poisoned result = *this;
    for (float& number : result.data_) number = std::abs(number);
    return result;
  }
  bool margins_are_poisoned() const {
    const auto is_nan = [](float x) { return std::isnan(x); };
    return std::all_of(data_.begin(), data_.begin() + kMargin, is_nan) &&
           std::all_of(data_.end() - kMargin, data_.end(), is_nan);
  }

 private:
  static constexpr std::ptrdiff_t kMargin = 67;
  Index rows_;
  Index cols_;
  std::vector<float> data_;
};

struct Sizes {
  Index m;
  Index n;
  Index k;
};

/// Around the edges of panels and tiles, and sometimes deeper than the parts in which kernels sum.
Sizes random_sizes(Dice& dice) {
  const Index deepest = dice.below(8) == 0 ? 700 : 40;
  return {.m = dice.between(1, 80), .n = dice.between(1, 80), .k = dice.between(1, deepest)};
}

/// "" where `got` and `want` differ by rounding only: each sums `depth` products whose magnitudes sum to `magnitudes`.
std::string rounding_difference(const Tensor& got, const Tensor& want, const Tensor& magnitudes,
                                Index depth) {
  const float roundings = 4 + std::sqrt(static_cast<float>(depth));
  for (Index i = 0; i < want.count(); ++i) {
    const float bound = roundings * std::numeric_limits<float>::epsilon() * magnitudes.floats()[i];
    if (!(std::abs(got.floats()[i] - want.floats()[i]) <= bound)) {
      return difference("out", got, want, Match::exact);
    }
  }
  return "";
}

/// bias + a · bᵀ as the portable kernel rounds it: parts of kPortablePartDepth products, each in the order of k.
Tensor sum_in_parts(MatrixView a, MatrixView b, const float* bias) {
  Tensor out({a.rows, b.rows});
  for (Index i = 0; i < out.count(); ++i) {
    const float* row = a.data + i / b.rows * a.cols;
    const float* col = b.data + i % b.rows * b.cols;
    out.floats()[i] = bias[i % b.rows];
    for (Index from = 0; from < a.cols; from += kPortablePartDepth) {
      float part = 0;
      for (Index k = from; k < std::min(a.cols, from + kPortablePartDepth); ++k) part += row[k] * col[k];
      out.floats()[i] += part;
    }
  }
  return out;
}

}  // namespace

TEST_CASE("every kernel multiplies rows by rows as Eigen does, and writes nothing outside") {
  for (const Kernel* kernel : every_kernel()) {
    Dice dice(5);
    for (int round = 0; round < 200; ++round) {
      const auto [m, n, k] = random_sizes(dice);
      const Poisoned a(m, k, dice);
      const Poisoned b(n, k, dice);
      Poisoned bias(1, rounded_up(n, kernel->lanes), dice);
      const Poisoned row(1, n, bias);
      Poisoned got(m, n);
      const Tensor want = compute(op::linear, {a.tensor(), b.tensor(), row.tensor().view({n})});
      const Tensor magnitudes = compute(op::linear, {a.magnitudes().tensor(), b.magnitudes().tensor(),
                                                     row.magnitudes().tensor().view({n})});
      multiply(*kernel, packed_rows(*kernel, a.view()), packed_rows(*kernel, b.view()), bias.data(),
               got.data());
      CAPTURE(kernel->name, m, n, k);
      REQUIRE(rounding_difference(got.tensor(), want, magnitudes, k) == "");
      REQUIRE(got.margins_are_poisoned());
    }
  }
}

TEST_CASE("the portable kernel rounds alike on every machine and with every unfused tile") {
  for (const Kernel* kernel : portable_kernels()) {
    Dice dice(7);
    for (int round = 0; round < 100; ++round) {
      const auto [m, n, k] = random_sizes(dice);
      const Poisoned a(m, k, dice);
      const Poisoned b(n, k, dice);
      Poisoned bias(1, rounded_up(n, kernel->lanes), dice);
      Poisoned got(m, n);
      multiply(*kernel, packed_rows(*kernel, a.view()), packed_rows(*kernel, b.view()), bias.data(),
               got.data());
      CAPTURE(kernel->name, m, n, k);
      const Tensor want = sum_in_parts(a.view(), b.view(), bias.data());
      REQUIRE(difference("out", got.tensor(), want, Match::exact) == "");
    }
  }
}

TEST_CASE("NaN in a row or a column of the operands stays in that row or column of the product") {
  for (const Kernel* kernel : every_kernel()) {
    Dice dice(8);
    Poisoned a(13, 90, dice);
    Poisoned b(16, 90, dice);
    a.data()[Index{5} * 90 + 88] = NAN;
    b.data()[Index{10} * 90] = NAN;
    Poisoned got(13, 16);
    multiply(*kernel, packed_rows(*kernel, a.view()), packed_rows(*kernel, b.view()), nullptr, got.data());
    CAPTURE(kernel->name);
    for (Index i = 0; i < Index{13} * 16; ++i) {
      CHECK(std::isnan(got.data()[i]) == (i / 16 == 5 || i % 16 == 10));
    }
  }
}

TEST_CASE("a product of depth 0 is the bias") {
  for (const Kernel* kernel : every_kernel()) {
    const Poisoned a(13, 0);
    const Poisoned b(16, 0);
    Dice dice(9);
    Poisoned bias(1, rounded_up(16, kernel->lanes), dice);
    Poisoned got(13, 16);
    multiply(*kernel, packed_rows(*kernel, a.view()), packed_rows(*kernel, b.view()), bias.data(),
             got.data());
    for (Index i = 0; i < Index{13} * 16; ++i) CHECK(got.data()[i] == bias.data()[i % 16]);
  }
}
