#pragma once
// Tensors of one shape, walked together in parts of rows × columns, however they lie in memory.

#include <Eigen/Core>
#include <initializer_list>
#include <span>

#include "headsup/tensor/tensor.h"

namespace headsup {

/// Eigen counts with a signed type.
constexpr Eigen::Index to_eigen(Index i) {
  return static_cast<Eigen::Index>(i);
}

template <class T>
using RowMajorArray = Eigen::Array<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// rows × cols numbers of a tensor, the first one `offset` after its own first number. A step of 0 is one number again and again.
struct Part {
  Index offset = 0;
  Index rows = 1;
  Index cols = 1;
  Index row_step = 0;
  Index col_step = 0;
};

/// Numbers widened to float64, row by row.
void read(const Tensor& x, const Part& part, double* to);
/// The way back: rounded once, and any number but 0 is true.
void write(const double* from, Tensor& to, const Part& part);

/// From one tensor to another of its type.
void copy(const Tensor& from, const Part& source, Tensor& to, const Part& target);

/// How many numbers a part has at most: few enough for the first-level cache.
constexpr Index kBlock = 512;

/// Neighbouring axes that lie one behind the other in all of the tensors are joined, so contiguous ones are one long row.
class Loop {
 public:
  /// Tensors of one shape, by their strides, at most kMostTensors of them; expand() broadcast ones first.
  Loop(const Shape& shape, std::span<const Shape> strides, Index most = kBlock);
  Loop(const Shape& shape, std::initializer_list<Shape> strides, Index most = kBlock)
      : Loop(shape, std::span(strides.begin(), strides.size()), most) {}

  /// How many parts there are.
  Index parts() const { return outer_ * parts_of(rows_, height_) * parts_of(cols_, width_); }
  /// Part i of tensor n.
  Part part(Index i, Index n) const;

  static constexpr Index kMostTensors = 6;

 private:
  static Index parts_of(Index size, Index most) { return (size + most - 1) / most; }

  Shape shape_;  ///< the axes outside of rows and columns
  Shape strides_[kMostTensors];
  Index outer_;  ///< how many arrays of rows × columns there are
  Index rows_;
  Index cols_;
  Index height_;  ///< of a part
  Index width_;
};

}  // namespace headsup
