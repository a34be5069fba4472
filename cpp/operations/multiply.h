#pragma once
// The product of two matrices in memory. No header here includes Eigen: in WebAssembly multiply.cpp is compiled with vectors, and
// so with another Eigen than the rest.

#include "headsup/tensor/shape.h"

namespace headsup {

/// A matrix in memory: x(i, j) is first[i · row_stride + j · col_stride].
template <class T>
struct MatrixInPlace {
  const T* first;
  Index rows;
  Index cols;
  Index row_stride;
  Index col_stride;
};

/// out (M, N), row-major, = a (M, K) · b (K, N), summed in float32, one product after the other.
void multiply(const MatrixInPlace<float>& a, const MatrixInPlace<float>& b, float* out);

/// The same, summed in float64 and rounded once.
/// @{
void multiply_exactly(const MatrixInPlace<float>& a, const MatrixInPlace<float>& b, float* out);
void multiply_exactly(const MatrixInPlace<double>& a, const MatrixInPlace<double>& b, double* out);
/// @}

}  // namespace headsup
