#pragma once
// Packing into panels, and products of panels, for whichever instruction set the including source is compiled for.

#include "fast/kernel.h"
#include "fast/simd.h"

namespace headsup {
namespace {

// Internal linkage on purpose, see simd.h.
// NOLINTBEGIN(misc-definitions-in-headers)

// WebAssembly is downloaded before it runs, so there is no unrolling and no inlining of functions with several callers.
// Unrolled loops over k would also spill in V8. Natively, unrolling them gains 4 %.
#if defined(__clang__)
#define HEADSUP_KEEP_LOOP _Pragma("clang loop unroll(disable)")
#else
#define HEADSUP_KEEP_LOOP
#endif
#if defined(__wasm__)
#define HEADSUP_LOOP_OVER_K HEADSUP_KEEP_LOOP
#elif defined(__clang__)
#define HEADSUP_LOOP_OVER_K _Pragma("clang loop unroll_count(8)")
#else
#define HEADSUP_LOOP_OVER_K _Pragma("GCC unroll 8")
#endif
#define HEADSUP_NOINLINE __attribute__((noinline))

constexpr Index kLanes = 2 * kWidth;

/// Rows of a tile, if enough are left. Four rows by two vectors take 8 sums, 4 numbers of a and 2 vectors of b; V8 has
/// 15 registers, so larger tiles spill. AVX-512 has 32, and eight rows hide the latency of a multiplication.
constexpr Index kTallTileRows =
#if defined(HEADSUP_SIMD_AVX512)
    8;
#else
    kTileRows;
#endif

/// Products are summed in parts of this depth (see kPortablePartDepth); in wider panels, a part takes 8 or 16 kB.
constexpr Index kPartDepth = kLanes == 8 ? kPortablePartDepth : 128;

Index smaller(Index a, Index b) {
  return a < b ? a : b;
}

/// The initial vector of sums in row i, from column j on.
inline Floats initial_sums(const InitialSums& initial, const float* out, Index i, Index j) {
  switch (initial.from) {
    case InitialSums::From::out:
      return load(out);
    case InitialSums::From::zero:
      break;
    case InitialSums::From::row_bias:
      return splat(initial.bias + i);
    case InitialSums::From::column_bias:
      return load(initial.bias + j);
  }
  return Floats{};
}

/// The initial sums of the tile at row i and column j of a product, for the part of the depth that starts at `from`.
InitialSums initial_of_tile(const Product& p, Index from, Index i, Index j) {
  if (from > 0) return {.from = InitialSums::From::out};
  InitialSums initial = p.initial;
  if (initial.from == InitialSums::From::row_bias) initial.bias += i;
  if (initial.from == InitialSums::From::column_bias) initial.bias += j;
  return initial;
}

/// M rows by N vectors of sums over k, in registers.
template <Index M, Index N>
struct Tile {
  Floats sums[M][N] = {};

  Tile(const float* a, const float* b, Index depth) {
    HEADSUP_LOOP_OVER_K
    for (Index k = 0; k < depth; ++k, a += kLanes, b += kLanes) {
      Floats column[N];
      for (Index n = 0; n < N; ++n) column[n] = load(b + n * kWidth);
      for (Index i = 0; i < M; ++i) {
        const Floats row = splat(a + i);
        for (Index n = 0; n < N; ++n) sums[i][n] = add_product(sums[i][n], row, column[n]);
      }
    }
  }

  void store_to(float* out, Index row_stride, InitialSums initial) const {
    for (Index i = 0; i < M; ++i) {
      for (Index n = 0; n < N; ++n) {
        float* at = out + i * row_stride + n * kWidth;
        store(at, initial_sums(initial, at, i, n * kWidth) + sums[i][n]);
      }
    }
  }

  /// Stores the first `rows` rows and `cols` columns only.
  void store_part_to(float* out, Index row_stride, InitialSums initial, Index rows, Index cols) const {
    float whole[M * N * kWidth] = {};
    HEADSUP_KEEP_LOOP
    for (Index i = 0; i < rows; ++i) {
      HEADSUP_KEEP_LOOP
      for (Index j = 0; j < cols; ++j) whole[i * N * kWidth + j] = out[i * row_stride + j];
    }
    store_to(whole, N * kWidth, initial);
    HEADSUP_KEEP_LOOP
    for (Index i = 0; i < rows; ++i) {
      HEADSUP_KEEP_LOOP
      for (Index j = 0; j < cols; ++j) out[i * row_stride + j] = whole[i * N * kWidth + j];
    }
  }
};

/// M rows of a times the first `cols` rows of b's panel, padded to whole vectors.
template <Index M>
void multiply_tile(const float* a, const float* b, Index depth, Index cols, float* out, Index row_stride,
                   InitialSums initial) {
  if (cols > kWidth) {
    Tile<M, 2>(a, b, depth).store_to(out, row_stride, initial);
  } else {
    Tile<M, 1>(a, b, depth).store_to(out, row_stride, initial);
  }
}

/// A range [from, from + depth) of the columns of a and b.
struct DepthPart {
  Index from;
  Index depth;
};

/// Panel `i` of a's rows, from out's row `first_row` on, times panel `j` of b's.
void multiply_panels(const Product& p, DepthPart part, Index first_row, Index i, Index j) {
  const Index first = p.a_first_row + first_row;
  const Index start = i * kLanes < first ? first : i * kLanes;
  const Index end = smaller((i + 1) * kLanes, p.a_first_row + p.rows);
  const Index cols = smaller(kLanes, p.cols - j * kLanes);
  const float* b = p.b + j * p.b_panel_stride + part.from * kLanes;
  for (Index row = start, rows = 0; row < end; row += rows) {
    rows = end - row < kTallTileRows ? kTileRows : kTallTileRows;
    const float* a = p.a + i * p.a_panel_stride + part.from * kLanes + row % kLanes;
    const Index out_row = row - p.a_first_row;
    const InitialSums initial = initial_of_tile(p, part.from, out_row, j * kLanes);
    float* out = p.out + out_row * p.out_row_stride + j * p.out_panel_stride;
    const bool overhangs = end - row < rows || cols < kLanes;
    if (p.exact_size && overhangs) {
      rows = kTileRows;
      Tile<kTileRows, 2>(a, b, part.depth)
          .store_part_to(out, p.out_row_stride, initial, smaller(end - row, kTileRows), cols);
    } else if (kTallTileRows > kTileRows && rows == kTallTileRows) {
      multiply_tile<kTallTileRows>(a, b, part.depth, cols, out, p.out_row_stride, initial);
    } else {
      multiply_tile<kTileRows>(a, b, part.depth, cols, out, p.out_row_stride, initial);
    }
  }
}

/// Calls multiply_block(i, j) for i in [a_begin, a_end) and j in [0, b_end). The operand with more blocks (weights or
/// keys) is read once; the other one is small enough to stay in the cache.
template <class MultiplyBlock>
inline void for_each_block(Index a_begin, Index a_end, Index b_end, MultiplyBlock multiply_block) {
  const Index a_count = a_end - a_begin;
  const bool a_is_outer = a_count > b_end;
  HEADSUP_KEEP_LOOP
  for (Index outer = 0; outer < (a_is_outer ? a_count : b_end); ++outer) {
    HEADSUP_KEEP_LOOP
    for (Index inner = 0; inner < (a_is_outer ? b_end : a_count); ++inner) {
      multiply_block(a_begin + (a_is_outer ? outer : inner), a_is_outer ? inner : outer);
    }
  }
}

constexpr Index kFusedRows = 6;

/// Six rows of a, from out's row `row` on, times panel `j` of b.
inline void multiply_fused_tile(const Product& p, Index row, Index j) {
  const auto a_rows = [&](Index i) {
    const Index place = p.a_first_row + row + i;
    return p.a + place / kLanes * p.a_panel_stride + place % kLanes;
  };
  const InitialSums initial = initial_of_tile(p, 0, row, j * kLanes);
  float* out = p.out + row * p.out_row_stride + j * p.out_panel_stride;
  HEADSUP_KEEP_LOOP
  for (Index n = 0; initial.from != InitialSums::From::out && n < kFusedRows * kLanes; n += kWidth) {
    const Index i = n / kLanes;
    store(out + i * p.out_row_stride + n % kLanes, initial_sums(initial, out, i, n % kLanes));
  }
  p.fused_tile(a_rows(0), a_rows(2), a_rows(4), p.b + j * p.b_panel_stride, p.depth, out,
               p.out_row_stride * sizeof(float));
}

/// Computes the first rows with the fused tile, if there is one, and returns how many: a multiple of 4.
HEADSUP_NOINLINE Index multiply_fused(const Product& p) {
  // Shorter sums cost less than the call, and a panel that is half padding wastes half of the tile.
  const bool pays = p.depth >= 32 && p.cols > kWidth;
  if (p.fused_tile == nullptr || !pays || (p.exact_size && p.cols % kLanes != 0)) return 0;
  const Index rows = p.rows - p.rows % (2 * kFusedRows);
  for_each_block(0, rows / kFusedRows, (p.cols + kLanes - 1) / kLanes,
                 [&](Index i, Index j) { multiply_fused_tile(p, i * kFusedRows, j); });
  return rows;
}

/// A part of the depth, for the rows from out's row `first_row` on.
void multiply_part(const Product& product, DepthPart part, Index first_row) {
  // A local copy stays in registers; the reference's fields would be read after each store: 4 % at a depth of 32.
  const Product p = product;
  const Index a_begin = (p.a_first_row + first_row) / kLanes;
  const Index a_end = (p.a_first_row + p.rows + kLanes - 1) / kLanes;
  for_each_block(a_begin, a_end, (p.cols + kLanes - 1) / kLanes,
                 [&](Index i, Index j) { multiply_panels(p, part, first_row, i, j); });
}

HEADSUP_NOINLINE void multiply(const Product& p) {
  const Index first_row = kLanes == 8 ? multiply_fused(p) : 0;
  Index from = 0;
  do {
    multiply_part(p, {.from = from, .depth = smaller(kPartDepth, p.depth - from)}, first_row);
    from += kPartDepth;
  } while (from < p.depth);
}

/// Packs x, where x[i, j] is at i · row_stride + j · col_stride.
HEADSUP_NOINLINE void pack(const float* x, Index row_stride, Index col_stride, Index rows, Index cols,
                           float* panels, Index first_row) {
  HEADSUP_KEEP_LOOP
  for (Index done = 0; done < rows;) {
    const Index lane = (first_row + done) % kLanes;
    const Index free_lanes = kLanes - lane;
    const Index packed = smaller(free_lanes, rows - done);
    const float* from = x + done * row_stride;
    float* to = panels + (first_row + done - lane) * cols + lane;
    HEADSUP_KEEP_LOOP
    for (Index j = 0; j < cols; ++j, from += col_stride, to += kLanes) {
      HEADSUP_KEEP_LOOP
      for (Index i = 0; i < free_lanes; ++i) to[i] = i < packed ? from[i * row_stride] : 0;
    }
    done += packed;
  }
}

void pack_rows(const float* x, Index rows, Index cols, float* panels, Index first_row) {
  pack(x, cols, 1, rows, cols, panels, first_row);
}

void pack_columns(const float* x, Index rows, Index cols, float* panels) {
  pack(x, 1, cols, cols, rows, panels, 0);
}

// NOLINTEND(misc-definitions-in-headers)

}  // namespace
}  // namespace headsup
