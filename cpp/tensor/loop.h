#pragma once
// A loop over tensors of one shape, as Eigen sees it: strided arrays of two axes, however the tensors lie in memory.

#include <Eigen/Core>
#include <algorithm>
#include <array>

#include "headsup/tensor/tensor.h"

namespace headsup {

/// Eigen counts with a signed type.
constexpr Eigen::Index to_eigen(Index i) {
  return static_cast<Eigen::Index>(i);
}

template <class T>
using RowMajorArray = Eigen::Array<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Numbers in memory with any steps between rows and between columns; a step of 0 reads one number again and again.
template <class T>
using StridedArray = Eigen::Map<
    std::conditional_t<std::is_const_v<T>, const RowMajorArray<std::remove_const_t<T>>, RowMajorArray<T>>, 0,
    Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>;

/// Rows and columns of N tensors that are walked together, and the axes outside of these.
///
/// Neighbouring axes that lie one behind the other in all of them are joined, so contiguous tensors are one long row.
template <Index N>
class Loop {
 public:
  /// Tensors of one shape; expand() broadcast ones first.
  explicit Loop(const std::array<Shape, N>& strides, const Shape& shape);

  /// visit(offsets): once for each array of rows × cols, with its place in each tensor.
  template <class Visit>
  void run(const Visit& visit) const;

  /// The array of tensor n at an offset that `run` gave.
  template <class T>
  StridedArray<T> array(Index n, T* first, Index offset) const {
    return {first + offset,
            to_eigen(rows_),
            to_eigen(cols_),
            {to_eigen(strides_[n][strides_[n].size() - 2]), to_eigen(strides_[n].back())}};
  }
  Index rows() const { return rows_; }
  Index cols() const { return cols_; }

 private:
  Shape shape_;
  std::array<Shape, N> strides_;
  Index rows_ = 1;
  Index cols_ = 1;
};

template <Index N>
Loop<N>::Loop(const std::array<Shape, N>& strides, const Shape& shape) : shape_(shape), strides_(strides) {
  for (Index axis = shape_.size(); axis-- > 1;) {
    const bool joins =
        shape_[axis - 1] == 1 || std::all_of(strides_.begin(), strides_.end(), [&](const Shape& steps) {
          return steps[axis - 1] == steps[axis] * shape_[axis];
        });
    if (!joins) continue;
    shape_[axis - 1] *= shape_[axis];
    shape_.erase(shape_.begin() + axis);
    for (Shape& steps : strides_) steps.erase(steps.begin() + (axis - 1));
  }
  while (shape_.size() < 2) {
    shape_.insert(shape_.begin(), 1);
    for (Shape& steps : strides_) steps.insert(steps.begin(), 0);
  }
  cols_ = shape_.back();
  rows_ = shape_[shape_.size() - 2];
}

template <Index N>
template <class Visit>
void Loop<N>::run(const Visit& visit) const {
  if (element_count(shape_) == 0) return;
  const Index outer = shape_.size() - 2;
  Shape at = Shape::zeros(outer);
  std::array<Index, N> offsets = {};
  while (true) {
    visit(offsets);
    Index axis = outer;
    for (; axis > 0; --axis) {
      for (Index n = 0; n < N; ++n) offsets[n] += strides_[n][axis - 1];
      if (++at[axis - 1] < shape_[axis - 1]) break;
      for (Index n = 0; n < N; ++n) offsets[n] -= strides_[n][axis - 1] * shape_[axis - 1];
      at[axis - 1] = 0;
    }
    if (axis == 0) return;
  }
}

/// Calls `visit` with a pointer to the tensor's first number.
/// @{
decltype(auto) visit_numbers(const Tensor& x, const auto& visit) {
  switch (x.dtype()) {
    case DType::boolean:
      return visit(x.data<std::uint8_t>());
    case DType::int64:
      return visit(x.data<std::int64_t>());
    case DType::float32:
      return visit(x.data<float>());
    case DType::float64:
      break;
  }
  return visit(x.data<double>());
}
decltype(auto) visit_numbers(Tensor& x, const auto& visit) {
  switch (x.dtype()) {
    case DType::boolean:
      return visit(x.data<std::uint8_t>());
    case DType::int64:
      return visit(x.data<std::int64_t>());
    case DType::float32:
      return visit(x.data<float>());
    case DType::float64:
      break;
  }
  return visit(x.data<double>());
}
/// @}

/// Float64 numbers as a tensor of T holds them: any number but 0 is true.
template <class T>
auto converted_to(const auto& numbers) {
  if constexpr (std::is_same_v<T, std::uint8_t>) {
    return (numbers != 0.0).template cast<T>();
  } else if constexpr (std::is_same_v<T, std::int64_t>) {
    return numbers.unaryExpr(&to_int64);
  } else {
    return numbers.template cast<T>();
  }
}

}  // namespace headsup
