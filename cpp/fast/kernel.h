#pragma once
// The loops that cost the time, as one table of functions for each machine that they are compiled for.
//
// Whatever is multiplied lies in panels: as many rows at a time as two vectors have numbers (P: 8, 16 or 32), column by
// column, so that a step of a product reads neighbours. The last panel's missing rows are zeros.
//
//   panels of x (rows, depth): [⌈rows / P⌉][depth][P]
//
// Every product is a (M, K) · b (N, K)ᵀ with both in panels. Attention needs no other layout: with q, k and the
// softmax's weights in panels of queries or keys, and v in panels of columns, each product's result is an operand of
// the next one.

#include <vector>

#include "headsup/tensor/shape.h"

namespace headsup {

/// Rows of the smallest tile: what rows are filled up to.
constexpr Index kTile = 4;

/// What a product's sums are added to.
struct Begin {
  /// Of what there is one.
  enum Kind {
    out,   ///< what is there
    zero,  ///< nothing
    rows,  ///< a number of each row
    cols   ///< a number of each column
  };
  Kind kind;             ///< which of them
  const float* numbers;  ///< (M, filled up to 4) or (N, filled up to P)
};

/// A tile from outside of the core, whose products and sums may round once: fused_tile.wat. Three pairs of neighbouring rows
/// of a with a panel of b, of 8 rows, `depth` numbers deep, are added to sums (6, 8), from one row of which to the next are
/// so many bytes.
using FusedTile = void (*)(const float* rows_0, const float* rows_2, const float* rows_4, const float* b,
                           Index depth, float* sums, Index row_bytes);

/// Both operands have K columns; out[i, j] = begin + Σ_k a[i, k] b[j, k].
struct Product {
  const float* a;   ///< panels of a's rows
  Index a_stride;   ///< numbers from one panel of a to the next
  Index a_first;    ///< the row of a's first panel that is out's first; a multiple of 4
  Index rows;       ///< M
  const float* b;   ///< panels of b's rows
  Index b_stride;   ///< numbers from one panel of b to the next
  Index cols;       ///< N
  Index depth;      ///< K
  float* out;       ///< out[i, j] is at i · out_row + ⌊j / P⌋ · out_panel + j mod P
  Index out_row;    ///< P in panels, N in a plain matrix
  Index out_panel;  ///< numbers from one panel of columns to the next, P in a plain matrix
  bool exact;       ///< nothing is written beside M × N; otherwise filled up: rows to 4, columns to P / 2
  Begin begin = {Begin::out, nullptr};  ///< what the sums are added to
  FusedTile tile = nullptr;             ///< the kernel's, if any: it fills columns up to P
};

/// Which scores of a block the mask lets through.
enum class Kept : std::uint8_t { none, some, all };

/// What blocks of keys have come to so far, for each query of a panel.
struct SoFar {
  float* maximum;  ///< (P), the largest score; −∞ before the first block
  float* sum;      ///< (P), Σ exp(score − maximum)
  float* values;   ///< (K filled up to 4, P), Σ exp(score − maximum) · v
};

/// Queries of a panel meet a block of keys.
struct Meeting {
  const float* q;  ///< (K, P): a panel of queries, divided by √K, from the first of these queries on
  const float* k;  ///< panels of keys
  Index k_stride;  ///< numbers from one panel of keys to the next
  Index k_first;   ///< the block's first key in the first of these panels; a multiple of 4
  const float* v;  ///< panels of v's columns, at the block's first key
  Index v_stride;  ///< numbers from one panel of columns to the next
  Index v_first;   ///< the place of the head's first column in its panel; a multiple of 4
  Index d_k;       ///< K
  Index keys;      ///< how many keys
  Index queries;   ///< how many queries, up to P
  Kept kept;       ///< whether there is anything to mask
  const std::int8_t* keep;   ///< (keys, P) where some are kept: −1 attends, 0 is masked
  float fill;                ///< what a masked score becomes
  float* scores;             ///< room for (keys filled up to 4, P)
  SoFar so_far;              ///< what the blocks before have come to, and this one with them
  FusedTile tile = nullptr;  ///< the kernel's, if any
};

/// The loops as one machine has them.
struct Kernel {
  Index lanes;  ///< P
  bool
      fused;  ///< a product's multiply and add round once; otherwise sums are those of matmul.h to the last bit
  /// Panels of x's rows, the first of which takes this place in them; what comes before is left.
  void (*pack_rows)(const float* x, Index rows, Index cols, float* panels, Index place);
  /// Panels of x's columns.
  void (*pack_columns)(const float* x, Index rows, Index cols, float* panels);
  /// What the product says.
  void (*multiply)(const Product& product);
  /// Before the first block of keys; values are (rows, P).
  void (*begin)(const SoFar& so_far, Index rows, float sum);
  /// A block's scores, weights and values, added to what the blocks before have come to.
  void (*attend)(const Meeting& meeting);
  /// (K, P): the sums of exp(score − maximum) · v become averages.
  void (*finish)(const SoFar& so_far, Index d_k, Index queries, float* out);
  /// What its products and meetings are to be given, if anything.
  FusedTile tile = nullptr;
};

/// Those that this machine runs, the fastest first.
std::vector<const Kernel*> kernels();

/// The first of them.
const Kernel& kernel();

/// The one that every machine runs, in vectors of four.
extern const Kernel kPortableKernel;

/// The same with a tile from outside.
Kernel with_tile(FusedTile tile);

#if defined(__wasm__)
/// From now on kernel() is the portable one with this tile.
void use_tile(FusedTile tile);
#endif

}  // namespace headsup
