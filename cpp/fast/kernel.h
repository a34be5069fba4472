#pragma once
// The hot loops, as one table of functions per instruction set.
//
// Operands are in panels: P rows at a time, column by column, so that each step of a product reads adjacent numbers. P is
// two vectors' worth (8, 16 or 32). The rows missing from the last panel are zeros.
//
//   panels of x (rows, depth): [⌈rows / P⌉][depth][P]
//
// Every product is a (M, K) · b (N, K)ᵀ with both operands in panels. Attention needs no other layout: with q, k and the
// attention weights in panels of positions and v in panels of columns, each product is written as the next one's operand.

#include <cstdint>
#include <vector>

#include "headsup/tensor/shape.h"

namespace headsup {

/// Rows of the smallest tile. Rows in panels are padded to a multiple of it.
constexpr Index kTileRows = 4;

/// The portable kernel sums products in parts of this depth, each in the order of k. The parts of two panels take 8 kB each of
/// the first-level cache, and shorter sums are rounded less.
constexpr Index kPortablePartDepth = 256;

/// The initial values of a product's sums.
struct InitialSums {
  /// Where the initial value of out[i, j] comes from.
  enum class From {
    out,         ///< what out holds
    zero,        ///< 0
    row_bias,    ///< bias[i]
    column_bias  ///< bias[j]
  };
  From from = From::out;        ///< which of them
  const float* bias = nullptr;  ///< (M, padded to a multiple of 4) or (N, padded to a multiple of P)
};

/// A tile of 6 × 8 sums, compiled separately from the loops: sums (6, 8) += a (6, depth) · b (8, depth)ᵀ. Each pointer
/// into a is a pair of neighbouring rows in a panel of 8; b is one panel; rows of sums are `row_bytes` bytes apart.
using FusedTile = void (*)(const float* rows_0, const float* rows_2, const float* rows_4, const float* b,
                           Index depth, float* sums, Index row_bytes);

/// out[i, j] = initial + Σ_k a[i, k] b[j, k].
struct Product {
  const float* a;         ///< panels of a's rows
  Index a_panel_stride;   ///< floats from one panel of a to the next
  Index a_first_row = 0;  ///< the row of a's first panel that becomes out's row 0; a multiple of 4
  Index rows;             ///< M
  const float* b;         ///< panels of b's rows
  Index b_panel_stride;   ///< floats from one panel of b to the next
  Index cols;             ///< N
  Index depth;            ///< K
  float* out;             ///< out[i, j] is at i · out_row_stride + ⌊j / P⌋ · out_panel_stride + j mod P
  Index out_row_stride;   ///< P in panels, N in a row-major matrix
  Index out_panel_stride;  ///< floats from one panel of columns to the next; P in a row-major matrix
  /// True: nothing is written outside of M × N. False: rows are padded to 4 and columns to P.
  bool exact_size;
  InitialSums initial = {};
  FusedTile fused_tile = nullptr;  ///< Kernel::fused_tile
};

/// How many scores of a block the mask lets through.
enum class MaskCoverage : std::uint8_t { none, partial, full };

/// The state of an online softmax over the keys seen so far, for each query of a panel.
/// Source: Milakov and Gimelshein 2018, "Online normalizer calculation for softmax".
struct OnlineSoftmax {
  float* running_max;  ///< (P), the largest score; −∞ before the first block
  float* running_sum;  ///< (P), Σ exp(score − running_max)
  float* values;       ///< (K padded to 4, P), Σ exp(score − running_max) · v
};

/// The queries of a panel with a block of keys, in one head.
struct AttentionBlock {
  const float* q;                  ///< (K, P), a panel of queries divided by √K, from the first query on
  const float* k;                  ///< panels of keys
  Index k_panel_stride;            ///< floats from one panel of keys to the next
  Index k_first_row;               ///< the block's first key in the first of these panels; a multiple of 4
  const float* v;                  ///< panels of v's columns, at the block's first key
  Index v_panel_stride;            ///< floats from one panel of columns to the next
  Index v_first_row;               ///< the head's first column in its panel; a multiple of 4
  Index d_k;                       ///< K
  Index keys;                      ///< keys in the block
  Index queries;                   ///< queries in the panel, up to P
  MaskCoverage coverage;           ///< which scores attend
  const std::int8_t* attend_mask;  ///< (keys, P) where coverage is partial: −1 attends, 0 is masked
  float fill;                      ///< what a masked score becomes
  float* scores;                   ///< workspace (keys padded to 4, P)
  OnlineSoftmax softmax;           ///< updated by this block
  FusedTile fused_tile = nullptr;  ///< Kernel::fused_tile
};

/// The loops for one instruction set.
struct Kernel {
  const char* name;  ///< of the instruction set, for messages
  Index lanes;       ///< P
  /// Packs x (rows, cols) into panels of rows. Row 0 of x takes row `first_row` of the panels; rows before it are kept.
  void (*pack_rows)(const float* x, Index rows, Index cols, float* panels, Index first_row);
  /// Packs x (rows, cols) into panels of columns.
  void (*pack_columns)(const float* x, Index rows, Index cols, float* panels);
  /// Computes a product.
  void (*multiply)(const Product& product);
  /// Resets the state for (value_rows, P) values; running sums start at `sum`.
  void (*start_softmax)(const OnlineSoftmax& softmax, Index value_rows, float sum);
  /// Computes a block's scores and adds their weights and weighted values to the softmax.
  void (*attend_block)(const AttentionBlock& block);
  /// out (K, P) = values / running_sum: the weighted averages of the values.
  void (*finish_softmax)(const OnlineSoftmax& softmax, Index d_k, Index queries, float* out);
  FusedTile fused_tile =
      nullptr;  ///< replaces the loops' own tile where a product is large enough; may be null
};

/// The kernels that this machine can run, the fastest first.
std::vector<const Kernel*> kernels();

/// The fastest of them.
const Kernel& kernel();

/// The kernel in vectors of four floats, which runs on every machine and gives the same bits on all of them.
extern const Kernel kPortableKernel;

/// The portable kernel with another tile.
Kernel with_tile(const char* name, FusedTile tile);

#if defined(__wasm__)
/// Makes the portable kernel with this tile the one that kernel() returns. Layers made before keep theirs.
void use_tile(FusedTile tile);

/// A tile with the same sums as the portable kernel's, for engines whose v128.load32_splat is slow (WebKit's): it loads
/// a float and splats it in two instructions.
void scalar_splat_tile(const float* rows_0, const float* rows_2, const float* rows_4, const float* b,
                       Index depth, float* sums, Index row_bytes);
#endif

}  // namespace headsup
