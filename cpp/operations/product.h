#pragma once
// Products of the matrices that the last two axes of tensors are.

#include "headsup/tensor/tensor.h"

namespace headsup {

/// How the products that make one entry are summed; see multiply.h.
enum class Sums : std::uint8_t {
  fast,
  exact,
  as_stored  ///< exact where the second matrix is a transposed view, as the keys are in q @ k.transpose(-2, -1)
};

/// a (…, M, K) · b (…, K, N), both of one type and with any strides; leading axes are broadcast. What is not float32, and what has
/// one column, is summed exactly; whole numbers are exact up to 2⁵³.
Tensor product(const Tensor& a, const Tensor& b, Sums sums);

}  // namespace headsup
