#pragma once
// The families of operations; each is the last function of its file. A program that links only some operations links only those:
// the lists are used by the table of all.

#include <span>

#include "operations/operation.h"

namespace headsup {

using Family = std::span<const Operation* const>;

/// These operations.
template <const Operation&... each>
Family family() {
  static constexpr const Operation* kAll[] = {&each...};
  return kAll;
}

Family elementwise_operations();  ///< elementwise.cpp: arithmetic, functions, comparisons, where
Family mask_operations();         ///< masks.cpp: comparisons with ids, triangles, and, or, masked_fill
Family shape_operations();        ///< shapes.cpp: views, cat, stack, split, indices
Family row_operations();          ///< rows.cpp: sums, means, largest numbers, running sums
Family normalising_operations();  ///< normalise.cpp: softmax, layer_norm
Family loss_operations();         ///< losses.cpp: cross_entropy, mse_loss
Family product_operations();      ///< products.cpp: matmul, linear, conv1d, einsum, scores
Family optimizer_operations();    ///< optimizers.cpp: adamw, sgd
Family
source_operations();  ///< sources.cpp: what has no tensor as operand: draws, constants, positions; embedding, dropout

}  // namespace headsup
