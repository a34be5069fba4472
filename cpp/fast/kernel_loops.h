#pragma once
// What the kernels are made of: each of their sources compiles these loops for another machine. Nothing of the
// standard library is called, whose code two sources would share.

#include "fast/kernel.h"
#include "fast/simd.h"
#include "tensor/matmul.h"

namespace headsup {
namespace {

// Of each source its own, as said above.
// NOLINTBEGIN(misc-definitions-in-headers)

// In WebAssembly, unrolled, loops over k spill and the others only grow, and it is fetched before it runs; for the same
// reason what is called from several places is there once. Elsewhere loops over k gain 4 % by it.
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
#define HEADSUP_ONCE __attribute__((noinline))

constexpr Index kLanes = 2 * kWidth;
/// Rows of a tile where there are as many. Four by two vectors are 8 sums, 4 numbers of a and 2 vectors of b: V8 has 15
/// registers for them; larger tiles spill. Where there are 32, eight rows hide a multiplication's latency.
constexpr Index kTallTile =
#if defined(HEADSUP_SIMD_AVX512)
    8;
#else
    kTile;
#endif

constexpr bool kFused =
#if defined(HEADSUP_SIMD_AVX2) || defined(HEADSUP_SIMD_AVX512)
    true;
#else
    false;
#endif

/// What the sums of a tile's row i and columns from j on are added to.
inline Floats begun(const Begin& begin, const float* out, Index i, Index j) {
  switch (begin.kind) {
    case Begin::out:
      return load(out);
    case Begin::zero:
      break;
    case Begin::rows:
      return splat(begin.numbers + i);
    case Begin::cols:
      return load(begin.numbers + j);
  }
  return Floats{};
}

/// The sums of M rows of a and N vectors of rows of b, in the order of k.
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

  void add_to(float* out, Index out_row, Begin begin) const {
    for (Index i = 0; i < M; ++i) {
      for (Index n = 0; n < N; ++n) {
        float* at = out + i * out_row + n * kWidth;
        store(at, begun(begin, at, i, n * kWidth) + sums[i][n]);
      }
    }
  }

  /// To the first `rows` rows and `cols` columns only.
  void add_to(float* out, Index out_row, Begin begin, Index rows, Index cols) const {
    float whole[M * N * kWidth] = {};
    HEADSUP_KEEP_LOOP
    for (Index i = 0; i < rows; ++i) {
      HEADSUP_KEEP_LOOP
      for (Index j = 0; j < cols; ++j) whole[i * N * kWidth + j] = out[i * out_row + j];
    }
    add_to(whole, N * kWidth, begin);
    HEADSUP_KEEP_LOOP
    for (Index i = 0; i < rows; ++i) {
      HEADSUP_KEEP_LOOP
      for (Index j = 0; j < cols; ++j) out[i * out_row + j] = whole[i * N * kWidth + j];
    }
  }
};

/// M rows of a with the `cols` rows of b's panel, filled up.
template <Index M>
void add_tile(const float* a, const float* b, Index depth, Index cols, float* out, Index out_row,
              Begin begin) {
  if (cols > kWidth) {
    Tile<M, 2>(a, b, depth).add_to(out, out_row, begin);
  } else {
    Tile<M, 1>(a, b, depth).add_to(out, out_row, begin);
  }
}

Index smaller(Index a, Index b) {
  return a < b ? a : b;
}

/// Panel `i` of a's rows (from `first` on) with panel `j` of b's, columns [from, from + depth).
void multiply_panels(const Product& p, Index first, Index i, Index j, Index from, Index depth) {
  const Index start = i * kLanes < first ? first : i * kLanes;
  const Index end = smaller((i + 1) * kLanes, p.a_first + p.rows);
  const Index cols = smaller(kLanes, p.cols - j * kLanes);
  const float* b = p.b + j * p.b_stride + from * kLanes;
  for (Index row = start, rows = 0; row < end; row += rows) {
    rows = end - row < kTallTile ? kTile : kTallTile;
    const float* a = p.a + i * p.a_stride + from * kLanes + row % kLanes;
    // Only the first part of a sum begins it.
    Begin begin = from == 0 ? p.begin : Begin{Begin::out, nullptr};
    if (begin.kind == Begin::rows) begin.numbers += row - p.a_first;
    if (begin.kind == Begin::cols) begin.numbers += j * kLanes;
    float* out = p.out + (row - p.a_first) * p.out_row + j * p.out_panel;
    const bool partial = end - row < rows || cols < kLanes;
    if (p.exact && partial) {
      rows = kTile;
      Tile<kTile, 2>(a, b, depth).add_to(out, p.out_row, begin, smaller(end - row, kTile), cols);
    } else if (kTallTile > kTile && rows == kTallTile) {
      add_tile<kTallTile>(a, b, depth, cols, out, p.out_row, begin);
    } else {
      add_tile<kTile>(a, b, depth, cols, out, p.out_row, begin);
    }
  }
}

/// Calls `tile` for each of a's tiles with each of b's. The operand with more of them, weights or keys, is gone through once;
/// the other one is small enough to stay near.
template <class Multiply>
inline void for_each_tile(Index a_begin, Index a_end, Index b_end, Multiply multiply_tiles) {
  const bool by_a = a_end - a_begin > b_end;
  const Index a_count = a_end - a_begin;
  HEADSUP_KEEP_LOOP
  for (Index outer = 0; outer < (by_a ? a_count : b_end); ++outer) {
    HEADSUP_KEEP_LOOP
    for (Index inner = 0; inner < (by_a ? b_end : a_count); ++inner) {
      multiply_tiles(a_begin + (by_a ? outer : inner), by_a ? inner : outer);
    }
  }
}

/// All panels of columns [from, from + depth), rows from `first` on.
void multiply_columns(const Product& p, Index first, Index from, Index depth) {
  const Index a_begin = (p.a_first + first) / kLanes;
  const Index a_end = (p.a_first + p.rows + kLanes - 1) / kLanes;
  for_each_tile(a_begin, a_end, (p.cols + kLanes - 1) / kLanes,
                [&](Index i, Index j) { multiply_panels(p, p.a_first + first, i, j, from, depth); });
}

constexpr Index kFusedRows = 6;

/// Six rows of a from `row` on with panel `j` of b, by the tile from outside.
inline void multiply_fused_tile(const Product& p, Index row, Index j) {
  const auto at = [&](Index i) {
    const Index place = p.a_first + row + i;
    return p.a + place / kLanes * p.a_stride + place % kLanes;
  };
  Begin begin = p.begin;
  if (begin.kind == Begin::rows) begin.numbers += row;
  if (begin.kind == Begin::cols) begin.numbers += j * kLanes;
  float* out = p.out + row * p.out_row + j * p.out_panel;
  HEADSUP_KEEP_LOOP
  for (Index n = 0; begin.kind != Begin::out && n < kFusedRows * kLanes; n += kWidth) {
    const Index i = n / kLanes;
    store(out + i * p.out_row + n % kLanes, begun(begin, out, i, n % kLanes));
  }
  p.tile(at(0), at(2), at(4), p.b + j * p.b_stride, p.depth, out, p.out_row * sizeof(float));
}

/// The product's first rows by the tile from outside, where there is one: as many as leave the rest at a multiple of 4. How
/// many these are.
[[maybe_unused]] HEADSUP_ONCE Index multiply_fused(const Product& p) {
  // Of less depth, the call would be most of it; for half a panel, half of the tile is for nothing.
  const bool pays = p.depth >= 32 && p.cols > kWidth;
  if (p.tile == nullptr || !pays || (p.exact && p.cols % kLanes != 0)) return 0;
  const Index rows = p.rows - p.rows % (2 * kFusedRows);
  for_each_tile(0, rows / kFusedRows, (p.cols + kLanes - 1) / kLanes,
                [&](Index i, Index j) { multiply_fused_tile(p, i * kFusedRows, j); });
  return rows;
}

/// Sums are made in parts, so that a panel's part of either operand stays in the first cache. Where they are to be
/// matmul.h's to the last bit, in its two halves past kBlock.
HEADSUP_ONCE void multiply(const Product& p) {
  if constexpr (kFused) {
    constexpr Index kDepth = 128;
    Index k = 0;
    do {
      multiply_columns(p, 0, k, smaller(kDepth, p.depth - k));
      k += kDepth;
    } while (k < p.depth);
  } else {
    const Index first = multiply_fused(p);
    const Index half = p.depth > kBlock ? p.depth / 2 : p.depth;
    multiply_columns(p, first, 0, half);
    if (half < p.depth) multiply_columns(p, first, half, p.depth - half);
  }
}

/// x[i, j] is at i · row + j · col.
HEADSUP_ONCE void pack(const float* x, Index row, Index col, Index rows, Index cols, float* panels,
                       Index place) {
  HEADSUP_KEEP_LOOP
  for (Index done = 0; done < rows;) {
    const Index lane = (place + done) % kLanes;
    const Index room = kLanes - lane;
    const Index filled = smaller(room, rows - done);
    const float* from = x + done * row;
    float* to = panels + (place + done - lane) * cols + lane;
    HEADSUP_KEEP_LOOP
    for (Index j = 0; j < cols; ++j, from += col, to += kLanes) {
      HEADSUP_KEEP_LOOP
      for (Index i = 0; i < room; ++i) to[i] = i < filled ? from[i * row] : 0;
    }
    done += filled;
  }
}

void pack_rows(const float* x, Index rows, Index cols, float* panels, Index place) {
  pack(x, cols, 1, rows, cols, panels, place);
}

void pack_columns(const float* x, Index rows, Index cols, float* panels) {
  pack(x, 1, cols, cols, rows, panels, 0);
}

/// Masks the scores of a vector of queries, and makes them exp(score − maximum); `at` is the queries' place in a panel.
void weigh(const Meeting& m, Index at) {
  const Floats fill = splat(m.fill);
  const Floats before = load(m.so_far.maximum + at);
  Floats maximum = before;
  HEADSUP_KEEP_LOOP
  for (Index s = 0; s < m.keys; ++s) {
    float* score = m.scores + s * kLanes + at;
    if (m.kept == Kept::none) {
      store(score, fill);
    } else if (m.kept == Kept::some) {
      store(score, select(widened(m.keep + s * kLanes + at), load(score), fill));
    }
    maximum = larger(maximum, load(score));
  }
  // −∞ less −∞ would be NaN already where a later block still has a score.
  const Floats base = select(maximum == splat(-__builtin_inff()), Floats{}, maximum);
  Floats sum = {};
  HEADSUP_KEEP_LOOP
  for (Index s = 0; s < m.keys; ++s) {
    float* score = m.scores + s * kLanes + at;
    const Floats weight = exp_of_negative(load(score) - base);
    store(score, weight);
    sum += weight;
  }
  const Floats correction = exp_of_negative(before - base);
  store(m.so_far.maximum + at, maximum);
  store(m.so_far.sum + at, load(m.so_far.sum + at) * correction + sum);
  HEADSUP_KEEP_LOOP
  for (Index i = 0; i < m.d_k; ++i) {
    float* value = m.so_far.values + i * kLanes + at;
    store(value, load(value) * correction);
  }
}

void attend(const Meeting& m) {
  if (m.kept != Kept::none) {
    multiply({m.k,
              m.k_stride,
              m.k_first,
              m.keys,
              m.q,
              0,
              m.queries,
              m.d_k,
              m.scores,
              kLanes,
              0,
              false,
              {Begin::zero, nullptr},
              m.tile});
  }
  HEADSUP_KEEP_LOOP
  for (Index at = 0; at < m.queries; at += kWidth) weigh(m, at);
  multiply({m.v,
            m.v_stride,
            m.v_first,
            m.d_k,
            m.scores,
            0,
            m.queries,
            m.keys,
            m.so_far.values,
            kLanes,
            0,
            false,
            {Begin::out, nullptr},
            m.tile});
}

void begin(const SoFar& so_far, Index rows, float sum) {
  for (Index at = 0; at < kLanes; at += kWidth) {
    store(so_far.maximum + at, splat(-__builtin_inff()));
    store(so_far.sum + at, splat(sum));
  }
  HEADSUP_KEEP_LOOP
  for (Index i = 0; i < rows * kLanes; i += kWidth) store(so_far.values + i, Floats{});
}

void finish(const SoFar& so_far, Index d_k, Index queries, float* out) {
  HEADSUP_KEEP_LOOP
  for (Index at = 0; at < queries; at += kWidth) {
    const Floats sum = load(so_far.sum + at);
    HEADSUP_KEEP_LOOP
    for (Index i = 0; i < d_k; ++i) {
      float* average = out + i * kLanes + at;
      const Floats averages = load(so_far.values + i * kLanes + at) / sum;
      // Behind these queries there may be another sentence's, up to which a wide vector reaches.
      if (kWidth > kTile && queries - at < kWidth) {
        __builtin_memcpy(average, &averages, (queries - at) * sizeof(float));
      } else {
        store(average, averages);
      }
    }
  }
}

constexpr Kernel kLoops = {kLanes, kFused, pack_rows, pack_columns, multiply, begin, attend, finish};

// NOLINTEND(misc-definitions-in-headers)

}  // namespace
}  // namespace headsup
