#pragma once
// A tensor: a shape and row-major numbers. Reshaping and transposing make new tensors, because every intermediate is kept
// and shown.
//
// Shape letters, used in every header of the core: B batch, L length, S source length, T target length, H
// heads, D d_model, A d_attention (D unless said otherwise), K d_k = A / H, V vocabulary.
//
// Naming: types are PascalCase, functions and variables snake_case, and both are the names that PyTorch uses.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "headsup/tensor/shape.h"

namespace headsup {

/// The number of elements of a shape; 1 for a scalar. Refuses `too-large` where memory has no room for so many.
Index element_count(const Shape& shape);

/// Refuses `shape-mismatch` on `field`.
/// @{
[[noreturn]] void refuse_shape(std::string_view field, const Shape& got, std::string_view wants);
[[noreturn]] void refuse_shape(std::string_view field, std::string_view got, std::string_view wants);
/// @}

/// A shape and the numbers that fill it. Every function expects data.size() == element_count(shape).
template <class T>
struct Tensor {
  Shape shape;          ///< the size of each axis; none for a scalar
  std::vector<T> data;  ///< element_count(shape) numbers, row-major

  Tensor() = default;
  /// A tensor of zeros.
  explicit Tensor(const Shape& s) : shape(s), data(element_count(shape)) {}
  /// A tensor of `values`, which fill the shape.
  Tensor(const Shape& s, std::vector<T> values) : shape(s), data(std::move(values)) {}

  /// The number of axes.
  Index rank() const { return shape.size(); }
  /// The size of an axis counted from the end: last(0) is the last axis.
  Index last(Index from_end) const { return shape[shape.size() - 1 - from_end]; }
};

using FloatTensor = Tensor<float>;       ///< float32: almost everything
using IntTensor = Tensor<std::int32_t>;  ///< int32: token ids and positions
/// 0 or 1. In a mask 1 = attend, 0 = masked, as in torch.nn.functional.scaled_dot_product_attention.
using BoolTensor = Tensor<std::uint8_t>;

/// The row-major offset of `index`; the ranks must agree.
Index offset_of(const Shape& shape, const Shape& index);

/// The same, checked. Refuses `bad-index` for an index of another rank or outside the shape.
Index checked_offset(const Shape& shape, const Shape& index);

/// The index of a row-major `offset`.
Shape index_of(const Shape& shape, Index offset);

/// The shape that two shapes broadcast to, aligned at the last axis: equal sizes, or one of them 1 or absent.
/// Refuses with `shape-mismatch` on `field` where they do not fit.
/// Source: https://pytorch.org/docs/stable/notes/broadcasting.html
Shape broadcast_shapes(const Shape& a, const Shape& b, std::string_view field);

/// A shape with an axis of size 1 before `axis`, from 0 to shape.size(). Refuses `out-of-range` beyond that.
Shape unsqueezed(Shape shape, Index axis);

/// x.unsqueeze(axis): the same numbers with an axis of size 1 before `axis`, from 0 to x.rank(): a mask (B, 1, L)
/// becomes (B, 1, 1, L) with axis 1. Refuses `out-of-range` beyond that. Source: torch.unsqueeze.
template <class T>
Tensor<T> unsqueeze(Tensor<T> x, Index axis) {
  x.shape = unsqueezed(x.shape, axis);
  return x;
}

/// The index in an operand of shape `from` of the cell `index` of a broadcast result: 0 along axes of size 1.
Shape broadcast_index(const Shape& from, const Shape& index);

/// The same by row-major offsets: the offset in the operand of the cell `offset` of a result of shape `shape`.
Index broadcast_offset(const Shape& from, const Shape& shape, Index offset);

}  // namespace headsup
