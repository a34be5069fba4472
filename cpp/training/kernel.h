#pragma once
// The two loops of training in which most of its time goes, written in vectors: products of small matrices, and
// exponentials. Everything else is Eigen.
//
// Eigen's product first copies both operands into blocks, which costs as much as the arithmetic for matrices of 16 to a few
// hundred rows and columns; so does the packed kernel of cpp/fast, which packs weights once, but here they change with every
// step. Products of a step in GF/s, on one core of an EPYC 7003: Eigen 11 with SSE2; these 28 with SSE2, 80 with AVX2, and
// 27 in V8. Eigen's exp turns −∞ into a denormal, and the comparison that would mend it has no vectors.

#include <cstdint>

#include "headsup/tensor/shape.h"

namespace headsup::training {

/// A view of a matrix in memory: x(i, j) is first[i · row_stride + j · col_stride]. One of the strides is 1.
struct MatrixInPlace {
  const float* first;
  Index rows;
  Index cols;
  Index row_stride;
  Index col_stride;

  /// From an Eigen matrix, a block of one, or the transpose of either.
  template <class Matrix>
  requires requires(const Matrix& x) { x.outerStride(); }
  MatrixInPlace(const Matrix& x)  // NOLINT(google-explicit-constructor): like Eigen::Ref
      : first(x.data()),
        rows(static_cast<Index>(x.rows())),
        cols(static_cast<Index>(x.cols())),
        row_stride(static_cast<Index>(Matrix::IsRowMajor ? x.outerStride() : x.innerStride())),
        col_stride(static_cast<Index>(Matrix::IsRowMajor ? x.innerStride() : x.outerStride())) {}
};

/// Whether a result replaces the numbers at its destination or is added to them.
enum class Store : std::uint8_t { replace, add };

/// The destination of a result: a row-major matrix or a block of one.
struct ResultPlace {
  float* first;
  Index row_stride;

  /// From an Eigen matrix or a block of one.
  template <class Matrix>
  requires requires(Matrix& x) { x.outerStride(); }
  ResultPlace(Matrix&& x)  // NOLINT: like Eigen::Ref
      : first(x.data()), row_stride(static_cast<Index>(x.outerStride())) {}
};

/// The destination of a product: out = scale · a b + bias, or out += scale · a b.
struct ProductResult {
  ResultPlace out;
  Store store = Store::replace;
  float scale = 1;
  const float* bias =
      nullptr;  ///< one number for each column, or null; must be null where the product is added
};

/// The loops for one instruction set: multiply() and exponentiate().
struct Kernel {
  void (*multiply)(const MatrixInPlace& a, const MatrixInPlace& b, const ProductResult& result);
  void (*exponentiate)(float* x, Index count);
};

/// Vectors of four floats, which run on every machine.
extern const Kernel kPortableKernel;

/// a (M, K) · b (K, N). On one machine the order of the sums is always the same.
void multiply(const MatrixInPlace& a, const MatrixInPlace& b, const ProductResult& result);

/// x ← e^x for numbers up to 0: within 2e-7 of each, exactly 0 below −87, NaN for NaN.
void exponentiate(float* x, Index count);

}  // namespace headsup::training
