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

// Unrolls a loop over registers. Left to itself, GCC unrolls it too late to keep them in registers.
#if defined(__clang__)
#define HEADSUP_UNROLL _Pragma("clang loop unroll(full)")
#define HEADSUP_KEEP_LOOP _Pragma("clang loop unroll(disable)")
#else
#define HEADSUP_UNROLL _Pragma("GCC unroll 4")
#define HEADSUP_KEEP_LOOP
#endif

inline Index smaller(Index a, Index b) {
  return a < b ? a : b;
}

/// out (R, N vectors) = initial + a (R, depth) · b (depth, N vectors). Strides are from row to row, except a_col_stride.
struct TileProduct {
  const float* a;
  Index a_row_stride;
  Index a_col_stride;
  const float* b;
  Index b_row_stride;
  Index depth;
  const float* initial;  ///< may be equal to `out`
  Index initial_stride;
  float* out;
  Index out_stride;
};

/// R rows by N vectors of sums in registers. If the columns of a are contiguous, rather than its rows, one address serves a
/// whole column.
template <Index R, Index N, bool kRowsInOnePiece>
void multiply_tile(const TileProduct& p) {
  Floats sums[R][N];
  HEADSUP_UNROLL
  for (Index i = 0; i < R; ++i) {
    HEADSUP_UNROLL
    for (Index n = 0; n < N; ++n) sums[i][n] = load(p.initial + i * p.initial_stride + n * kVector);
  }
  constexpr Index kPointers = kRowsInOnePiece ? R : 1;
  const float* a[kPointers];
  HEADSUP_UNROLL
  for (Index i = 0; i < kPointers; ++i) a[i] = p.a + i * p.a_row_stride;
  const float* b = p.b;
  const Index b_step = p.b_row_stride;
  const Index a_step = kRowsInOnePiece ? 1 : p.a_col_stride;
  HEADSUP_KEEP_LOOP
  for (Index k = p.depth; k > 0; --k, b += b_step) {
    Floats row[N];
    HEADSUP_UNROLL
    for (Index n = 0; n < N; ++n) row[n] = load(b + n * kVector);
    HEADSUP_UNROLL
    for (Index i = 0; i < R; ++i) {
      const Floats number = splat(kRowsInOnePiece ? a[i] : a[0] + i);
      HEADSUP_UNROLL
      for (Index n = 0; n < N; ++n) sums[i][n] = add_product(sums[i][n], number, row[n]);
    }
    HEADSUP_UNROLL
    for (Index i = 0; i < kPointers; ++i) a[i] += a_step;
  }
  HEADSUP_UNROLL
  for (Index i = 0; i < R; ++i) {
    HEADSUP_UNROLL
    for (Index n = 0; n < N; ++n) store(p.out + i * p.out_stride + n * kVector, sums[i][n]);
  }
}

/// Tiles are called through pointers, so that Binaryen cannot inline them: in a large function V8 keeps the sums in memory,
/// which takes half as long again.
using MultiplyTile = void (*)(const TileProduct& p);
template <bool kRowsInOnePiece>
constexpr MultiplyTile kTiles[2][2] = {
    {multiply_tile<1, 1, kRowsInOnePiece>, multiply_tile<1, 2, kRowsInOnePiece>},
    {multiply_tile<kTileRows, 1, kRowsInOnePiece>, multiply_tile<kTileRows, 2, kRowsInOnePiece>}};

/// A partial tile of `cols` columns, whose destination has no room for a whole one.
void multiply_narrow_tile(TileProduct p, MultiplyTile multiply_tile, Index rows, Index cols) {
  float sums[kTileRows * kTileCols] = {};
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < cols; ++j) sums[i * kTileCols + j] = p.initial[i * p.initial_stride + j];
  }
  float* out = p.out;
  const Index out_stride = p.out_stride;
  p.initial = p.out = sums;
  p.initial_stride = p.out_stride = kTileCols;
  multiply_tile(p);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < cols; ++j) out[i * out_stride + j] = sums[i * kTileCols + j];
  }
}

/// All rows of a times `cols` columns of b, at most as many as a tile has.
void multiply_columns(TileProduct p, Index rows, Index cols) {
  const bool is_narrow = cols % kVector != 0;
  const auto& tiles = p.a_col_stride == 1 ? kTiles<true> : kTiles<false>;
  for (Index i = 0, taken = 0; i < rows; i += taken) {
    taken = rows - i < kTileRows ? 1 : kTileRows;
    const MultiplyTile multiply_tile = tiles[taken == kTileRows][cols > kVector];
    if (is_narrow) {
      multiply_narrow_tile(p, multiply_tile, taken, cols);
    } else {
      multiply_tile(p);
    }
    p.a += taken * p.a_row_stride;
    p.initial += taken * p.initial_stride;
    p.out += taken * p.out_stride;
  }
}

/// The rows [from, from + depth) of a tile's columns of b, scaled; zeros fill the tile. A whole tile is copied row by row,
/// without a condition: where heads are small, copying is a tenth of the time.
void copy_columns(const MatrixInPlace& b, Index from, Index depth, Index j, float scale, float* copy) {
  const float* first = b.first + from * b.row_stride + j * b.col_stride;
  const Index cols = smaller(kTileCols, b.cols - j);
  const Index row_step = b.row_stride;
  const Index col_step = b.col_stride;
  if (cols == kTileCols) {
    for (Index k = 0; k < depth; ++k, first += row_step, copy += kTileCols) {
      HEADSUP_UNROLL
      for (Index n = 0; n < kTileCols; ++n) copy[n] = scale * first[n * col_step];
    }
    return;
  }
  for (Index n = 0; n < kTileCols; ++n) {
    for (Index k = 0; k < depth; ++k) {
      copy[k * kTileCols + n] = n < cols ? scale * first[k * row_step + n * col_step] : 0;
    }
  }
}

/// Adds the part of the sums that begins at k = `from`.
void multiply_part(const MatrixInPlace& a, const MatrixInPlace& b, Index from, const ProductResult& result) {
  static constexpr float kZeros[kTileCols] = {};
  const Index depth = smaller(kDepth, b.rows - from);
  const bool adds = from > 0 || result.store == Store::add;
  float copy[kDepth * kTileCols];
  for (Index j = 0; j < b.cols; j += kTileCols) {
    const Index cols = smaller(kTileCols, b.cols - j);
    TileProduct p = {.a = a.first + from * a.col_stride,
                     .a_row_stride = a.row_stride,
                     .a_col_stride = a.col_stride,
                     .b = b.first + from * b.row_stride + j,
                     .b_row_stride = b.row_stride,
                     .depth = depth,
                     .initial = result.bias == nullptr ? kZeros : result.bias + j,
                     .initial_stride = 0,
                     .out = result.out.first + j,
                     .out_stride = result.out.row_stride};
    if (adds) {
      p.initial = p.out;
      p.initial_stride = p.out_stride;
    }
    if (b.col_stride != 1 || cols % kVector != 0 || result.scale != 1) {
      copy_columns(b, from, depth, j, result.scale, copy);
      p.b = copy;
      p.b_row_stride = kTileCols;
    }
    multiply_columns(p, a.rows, cols);
  }
}

void multiply_in_parts(const MatrixInPlace& a, const MatrixInPlace& b, const ProductResult& result) {
  for (Index from = 0; from < b.rows; from += kDepth) multiply_part(a, b, from, result);
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
