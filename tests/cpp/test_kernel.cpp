// Every kernel that this machine runs, against Eigen's products: on matrices of all sizes, with NaN wherever nothing is
// to be read and nothing to be written.
#include "fast/kernel.h"

#include <algorithm>
#include <cmath>

#include "catch.h"
#include "compare.h"
#include "dice.h"
#include "fast/panels.h"
#include "kernels.h"

using namespace headsup;
using namespace headsup::tests;

namespace {

/// A matrix whose numbers have NaN before and behind them.
class Poisoned {
 public:
  Poisoned(Index rows, Index cols) : rows_(rows), cols_(cols), data_(rows * cols + 2 * kMargin, NAN) {}
  Poisoned(Index rows, Index cols, Dice& dice) : Poisoned(rows, cols) {
    const FloatTensor numbers = dice.floats({rows, cols});
    std::copy(numbers.data.begin(), numbers.data.end(), data());
    // Not only multiples of 1/256, whose sums would be exact in any order.
    for (Index i = 0; i < rows * cols; ++i) data()[i] *= 1.1F;
  }

  float* data() { return data_.data() + kMargin; }
  MatrixView view() const { return {data_.data() + kMargin, rows_, cols_}; }
  FloatTensor tensor() const { return {{rows_, cols_}, {view().data, view().data + rows_ * cols_}}; }
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

/// Around the edges of panels and tiles, and beyond kBlock.
Sizes random_sizes(Dice& dice) {
  const Index longest = dice.below(8) == 0 ? 700 : 40;
  return {dice.between(1, 80), dice.between(1, 80), dice.between(1, longest)};
}

/// To the last bit where sums keep their order; where multiply and add are fused, as close as rounding allows.
std::string compared(const Kernel& kernel, const FloatTensor& got, const FloatTensor& want, Index depth) {
  if (!kernel.fused) return difference("out", got, want, Match::exact);
  // Factors below 4.4.
  const float bound = 20.0F * static_cast<float>(depth) * 1.2e-7F * std::sqrt(static_cast<float>(depth));
  for (Index i = 0; i < want.data.size(); ++i) {
    if (!(std::abs(got.data[i] - want.data[i]) <= bound)) return difference("out", got, want, Match::exact);
  }
  return "";
}

/// `fill` makes the same product twice: in `want` as Eigen does, in `got` by the kernel.
template <class Fill>
void check_products(std::uint32_t seed, Fill fill) {
  for (const Kernel* kernel : every_kernel()) {
    Dice dice(seed);
    for (int round = 0; round < 200; ++round) {
      const Sizes size = random_sizes(dice);
      Poisoned want(size.m, size.n);
      Poisoned got(size.m, size.n);
      fill(*kernel, size, dice, want.data(), got.data());
      CAPTURE(kernel->lanes, size.m, size.n, size.k);
      REQUIRE(compared(*kernel, got.tensor(), want.tensor(), size.k) == "");
      REQUIRE(got.margins_are_poisoned());
    }
  }
}

}  // namespace

TEST_CASE("every kernel multiplies rows by rows as Eigen does, reading and writing nothing beside them") {
  check_products(5, [](const Kernel& kernel, Sizes size, Dice& dice, float* want, float* got) {
    Poisoned a(size.m, size.k, dice);
    Poisoned b(size.n, size.k, dice);
    Poisoned bias(1, size.n, dice);
    by_eigen::matmul_transposed(a.view(), b.view(), bias.data(), want);
    fill_rows(got, size.m, size.n, bias.data());
    multiply(kernel, packed_rows(kernel, a.view()), packed_rows(kernel, b.view()), got);
  });
}

TEST_CASE("every kernel multiplies rows by columns as Eigen does, reading and writing nothing beside them") {
  check_products(6, [](const Kernel& kernel, Sizes size, Dice& dice, float* want, float* got) {
    Poisoned a(size.m, size.k, dice);
    Poisoned b(size.k, size.n, dice);
    by_eigen::matmul(a.view(), b.view(), want);
    fill_rows(got, size.m, size.n, nullptr);
    multiply(kernel, packed_rows(kernel, a.view()), packed_columns(kernel, b.view()), got);
  });
}

TEST_CASE("this machine's products are Eigen's to the last bit") {
  Dice dice(7);
  for (int round = 0; round < 50; ++round) {
    const Sizes size = random_sizes(dice);
    Poisoned a(size.m, size.k, dice);
    Poisoned b(size.n, size.k, dice);
    Poisoned want(size.m, size.n);
    Poisoned got(size.m, size.n);
    by_eigen::matmul_transposed(a.view(), b.view(), nullptr, want.data());
    matmul_transposed(a.view(), b.view(), nullptr, got.data());
    CHECK(difference("out", got.tensor(), want.tensor(), Match::exact) == "");
  }
}

TEST_CASE("a row or a column of NaN makes its own sums NaN and no other") {
  for (const Kernel* kernel : every_kernel()) {
    Dice dice(8);
    Poisoned a(13, 9, dice);
    Poisoned b(11, 9, dice);
    a.data()[Index{5} * 9 + 8] = NAN;
    b.data()[Index{10} * 9] = NAN;
    Poisoned got(13, 11);
    fill_rows(got.data(), 13, 11, nullptr);
    multiply(*kernel, packed_rows(*kernel, a.view()), packed_rows(*kernel, b.view()), got.data());
    for (Index i = 0; i < Index{13} * 11; ++i)
      CHECK(std::isnan(got.data()[i]) == (i / 11 == 5 || i % 11 == 10));
  }
}
