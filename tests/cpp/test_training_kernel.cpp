// Training's products and exponentials, of all sizes, against sums in float64.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "catch.h"
#include "dice.h"
#include "training/kernel.h"

using namespace headsup;
using namespace headsup::tests;
using training::kPortableKernel;
using training::MatrixInPlace;
using training::ResultPlace;
using training::Store;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

/// A matrix whose rows are `gap` numbers apart. The gaps are NaN, so that whatever reads or writes one shows it.
struct Gapped {
  Gapped(Index rows_of, Index cols_of, Index gap, Dice& dice)
      : rows(rows_of), cols(cols_of), stride(cols_of + gap), data(rows_of * stride, kNaN) {
    const Tensor numbers = dice.floats({rows, cols});
    for (Index i = 0; i < rows * cols; ++i) data[i / cols * stride + i % cols] = 1.1F * numbers.floats()[i];
  }

  float at(Index i, Index j) const { return data[i * stride + j]; }

  Index rows;
  Index cols;
  Index stride;
  std::vector<float> data;
};

/// As Eigen describes a matrix or its transpose.
template <bool IsTransposed>
struct View {
  static constexpr bool IsRowMajor = !IsTransposed;
  Gapped& of;

  float* data() const { return of.data.data(); }
  Index rows() const { return IsTransposed ? of.cols : of.rows; }
  Index cols() const { return IsTransposed ? of.rows : of.cols; }
  Index outerStride() const { return of.stride; }
  Index innerStride() const { return 1; }
};

MatrixInPlace in_place(Gapped& x, bool is_transposed) {
  if (is_transposed) return View<true>{x};
  return View<false>{x};
}

float number(const MatrixInPlace& x, Index i, Index j) {
  return x.first[i * x.row_stride + j * x.col_stride];
}

/// How far `got` is from initial + scale · a b, in roundings of the largest partial sum; infinite where a gap was written.
double roundings_off(const MatrixInPlace& a, const MatrixInPlace& b, double scale, const Gapped& initial,
                     const Gapped& got) {
  double worst = 0;
  for (Index i = 0; i < got.rows; ++i) {
    for (Index j = 0; j < got.stride; ++j) {
      if (j >= got.cols) {
        if (!std::isnan(got.at(i, j))) return std::numeric_limits<double>::infinity();
        continue;
      }
      double sum = static_cast<double>(initial.at(i, j));
      double magnitudes = std::abs(sum);
      for (Index k = 0; k < a.cols; ++k) {
        const double term =
            scale * static_cast<double>(number(a, i, k)) * static_cast<double>(number(b, k, j));
        sum += term;
        magnitudes += std::abs(term);
      }
      const double off = std::abs(static_cast<double>(got.at(i, j)) - sum);
      const double rounding = magnitudes * static_cast<double>(std::numeric_limits<float>::epsilon());
      worst = std::isnan(off) ? std::numeric_limits<double>::infinity() : std::max(worst, off / rounding);
    }
  }
  return worst;
}

}  // namespace

TEST_CASE("training's products of all sizes and layouts are within rounding") {
  Dice dice(1);
  for (int i = 0; i < 400; ++i) {
    const Index m = dice.between(1, 40);
    const Index n = dice.between(1, 40);
    const Index k = dice.between(1, i % 8 == 0 ? 200 : 40);
    const bool is_a_transposed = dice.below(2) == 0;
    const bool is_b_transposed = dice.below(2) == 0;
    const bool adds = dice.below(2) == 0;
    const float scale = dice.below(2) == 0 ? 1 : 0.3F;
    CAPTURE(m, n, k, is_a_transposed, is_b_transposed, adds, scale);
    Gapped a = is_a_transposed ? Gapped(k, m, dice.below(3), dice) : Gapped(m, k, dice.below(3), dice);
    Gapped b = is_b_transposed ? Gapped(n, k, dice.below(3), dice) : Gapped(k, n, dice.below(3), dice);
    const Gapped former(m, n, dice.below(3), dice);
    Gapped initial = former;
    const Gapped bias(1, n, 0, dice);
    for (Index row = 0; row < m && !adds; ++row) {
      std::copy(bias.data.begin(), bias.data.end(),
                initial.data.begin() + static_cast<std::ptrdiff_t>(row * initial.stride));
    }
    const MatrixInPlace left = in_place(a, is_a_transposed);
    const MatrixInPlace right = in_place(b, is_b_transposed);
    for (const auto multiply : {training::multiply, kPortableKernel.multiply}) {
      Gapped got = former;
      multiply(left, right,
               {.out = ResultPlace(View<false>{got}),
                .store = adds ? Store::add : Store::replace,
                .scale = scale,
                .bias = adds ? nullptr : bias.data.data()});
      CHECK(roundings_off(left, right, static_cast<double>(scale), initial, got) <
            4 + std::sqrt(static_cast<double>(k)));
    }
  }
}

TEST_CASE(
    "training's exponentials are right to the last bits, exactly 0 for minus infinity, and NaN for NaN") {
  for (const auto exponentiate : {training::exponentiate, kPortableKernel.exponentiate}) {
    for (Index count = 1; count < 40; ++count) {
      std::vector<float> x(count + 1, kNaN);
      for (Index i = 0; i < count; ++i) x[i] = -2.1F * static_cast<float>(i);
      std::vector<float> powers = x;
      exponentiate(powers.data(), count);
      for (Index i = 0; i < count; ++i) {
        const double want = std::exp(static_cast<double>(x[i]));
        CHECK(std::abs(static_cast<double>(powers[i]) - want) <= 2e-7 * want);
      }
      CHECK(std::isnan(powers[count]));
    }
    std::vector<float> special = {-std::numeric_limits<float>::infinity(), kNaN, 0, -90};
    exponentiate(special.data(), special.size());
    CHECK(special[0] == 0);
    CHECK(std::isnan(special[1]));
    CHECK(special[2] == 1);
    CHECK(special[3] == 0);
  }
}
