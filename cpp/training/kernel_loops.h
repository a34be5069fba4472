#pragma once
// The loops of kernel.h, for whichever instruction set the including source is compiled for. They do not call Eigen or the
// standard library, whose code the linker would share between instruction sets.

#include "fast/simd.h"
#include "training/kernel.h"

namespace headsup::training {
namespace {

// Internal linkage on purpose, see simd.h.
// NOLINTBEGIN(misc-definitions-in-headers)

constexpr Index kVector = kWidth;
/// A tile of four rows by two vectors takes 8 sums, 4 numbers of a and 2 vectors of b; V8 has 15 registers.
constexpr Index kTileRows = 4;
constexpr Index kTileCols = 2 * kVector;
/// Products are summed in parts of this depth, so that what a tile reads stays in the first-level cache even where rows are
/// 512 bytes apart.
constexpr Index kDepth = 64;

// A loop over registers. GCC would unroll it too late to keep them there.
#if defined(__clang__)
#define HEADSUP_UNROLL _Pragma("clang loop unroll(full)")
#else
#define HEADSUP_UNROLL _Pragma("GCC unroll 4")
#endif

inline Index smaller(Index a, Index b) {
  return a < b ? a : b;
}

/// Some rows of a, from the first number that is needed on.
struct Rows {
  const float* first;
  Index row_stride;
  Index col_stride;
};

/// Some columns of b, which are adjacent.
struct Columns {
  const float* first;
  Index row_stride;
};

/// The first `cols` of a row of N vectors of sums go to `out`.
template <Index N>
inline void store_row(const Floats (&sums)[N], Index cols, float* out, const ProductResult& result) {
  if (cols == N * kVector) {
    HEADSUP_UNROLL
    for (Index n = 0; n < N; ++n) {
      Floats sum = splat(result.scale) * sums[n];
      if (result.bias != nullptr) sum += load(result.bias + n * kVector);
      if (result.store == Store::add) sum += load(out + n * kVector);
      store(out + n * kVector, sum);
    }
    return;
  }
  float row[N * kVector];
  HEADSUP_UNROLL
  for (Index n = 0; n < N; ++n) store(row + n * kVector, splat(result.scale) * sums[n]);
  for (Index j = 0; j < cols; ++j) {
    const float sum = result.bias == nullptr ? row[j] : row[j] + result.bias[j];
    out[j] = result.store == Store::add ? out[j] + sum : sum;
  }
}

/// R rows of a times `cols` columns of b, at most N vectors of them. The sums are registers.
template <Index R, Index N>
inline void multiply_tile(Rows a, Columns b, Index depth, Index cols, const ProductResult& result) {
  Floats sums[R][N] = {};
  for (Index k = 0; k < depth; ++k, a.first += a.col_stride, b.first += b.row_stride) {
    Floats row[N];
    HEADSUP_UNROLL
    for (Index n = 0; n < N; ++n) row[n] = load(b.first + n * kVector);
    HEADSUP_UNROLL
    for (Index i = 0; i < R; ++i) {
      const Floats number = splat(a.first + i * a.row_stride);
      HEADSUP_UNROLL
      for (Index n = 0; n < N; ++n) sums[i][n] = add_product(sums[i][n], number, row[n]);
    }
  }
  HEADSUP_UNROLL
  for (Index i = 0; i < R; ++i) {
    store_row<N>(sums[i], cols, result.out.first + i * result.out.row_stride, result);
  }
}

/// All rows of a times some columns of b, at most as many as a tile has.
template <Index N>
void multiply_columns(Rows a, Index rows, Columns b, Index depth, Index cols, ProductResult result) {
  Index i = 0;
  for (; i + kTileRows <= rows; i += kTileRows) {
    multiply_tile<kTileRows, N>(a, b, depth, cols, result);
    a.first += kTileRows * a.row_stride;
    result.out.first += kTileRows * result.out.row_stride;
  }
  for (; i < rows; ++i) {
    multiply_tile<1, N>(a, b, depth, cols, result);
    a.first += a.row_stride;
    result.out.first += result.out.row_stride;
  }
}

/// Copies `cols` columns of b and fills the tile with zeros.
void copy_columns(const float* b, Index row_stride, Index col_stride, Index depth, Index cols, float* copy) {
  for (Index n = 0; n < kTileCols; ++n) {
    for (Index k = 0; k < depth; ++k) {
      copy[k * kTileCols + n] = n < cols ? b[k * row_stride + n * col_stride] : 0;
    }
  }
}

/// The part of the sums from k = `from` on.
void multiply_part(const MatrixInPlace& a, const MatrixInPlace& b, Index from, Index depth,
                   ProductResult result) {
  float copy[kDepth * kTileCols];
  const Rows rows = {a.first + from * a.col_stride, a.row_stride, a.col_stride};
  for (Index j = 0; j < b.cols; j += kTileCols) {
    const Index cols = smaller(kTileCols, b.cols - j);
    Columns columns = {b.first + from * b.row_stride + j * b.col_stride, b.row_stride};
    if (b.col_stride != 1 || cols % kVector != 0) {
      copy_columns(columns.first, b.row_stride, b.col_stride, depth, cols, copy);
      columns = {copy, kTileCols};
    }
    if (cols > kVector) {
      multiply_columns<2>(rows, a.rows, columns, depth, cols, result);
    } else {
      multiply_columns<1>(rows, a.rows, columns, depth, cols, result);
    }
    result.out.first += cols;
    if (result.bias != nullptr) result.bias += cols;
  }
}

void multiply_in_parts(const MatrixInPlace& a, const MatrixInPlace& b, ProductResult result) {
  for (Index from = 0; from < b.rows; from += kDepth) {
    multiply_part(a, b, from, smaller(kDepth, b.rows - from), result);
    result.store = Store::add;
    result.bias = nullptr;
  }
}

void exponentiate_vectors(float* x, Index count) {
  Index i = 0;
  for (; i + kVector <= count; i += kVector) store(x + i, exp_of_negative(load(x + i)));
  if (i == count) return;
  float last[kWidth] = {};
  for (Index j = 0; j < count - i; ++j) last[j] = x[i + j];
  store(last, exp_of_negative(load(last)));
  for (Index j = 0; j < count - i; ++j) x[i + j] = last[j];
}

constexpr Kernel kKernelOfTheseLoops = {.multiply = multiply_in_parts, .exponentiate = exponentiate_vectors};

// NOLINTEND(misc-definitions-in-headers)

}  // namespace
}  // namespace headsup::training
