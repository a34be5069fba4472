#pragma once
// A tensor, as PyTorch has it: a shape and strides over a storage that several tensors may share.
//
// Copying a Tensor copies no numbers: both see the same ones, and so do views. `clone` copies. A tensor that shares its numbers
// is written through `data` and `set`, as PyTorch's in-place operations write it.
//
// Shape letters, used in every header of the core: B batch, L length, S source length, T target length, H
// heads, D d_model, A d_attention (D unless said otherwise), K d_k = A / H, V vocabulary.
//
// Naming: types are PascalCase, functions and variables snake_case, and both are the names that PyTorch uses. An axis may be
// negative where it is an `std::ptrdiff_t`: −1 is the last one. Refusals of this header are in PyTorch's words, with the code
// `runtime-error` or `index-error` for the exception that PyTorch raises.

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "headsup/tensor/shape.h"

namespace headsup {

/// The type of a tensor's numbers, from the one that yields to all others to the one that yields to none.
enum class DType : std::uint8_t {
  boolean,  ///< std::uint8_t, 0 or 1. In a mask 1 = attend unless a function says otherwise
  int64,    ///< std::int64_t: token ids and positions
  float32,  ///< float: almost everything
  float64   ///< double
};

/// "bool", "int64", "float32", "float64".
const char* to_string(DType dtype);

/// Whether numbers of this type have fractions.
constexpr bool is_floating(DType dtype) {
  return dtype >= DType::float32;
}

/// The type that holds T.
template <class T>
constexpr DType dtype_of() {
  if constexpr (std::is_same_v<T, std::uint8_t>) return DType::boolean;
  if constexpr (std::is_same_v<T, std::int64_t>) return DType::int64;
  if constexpr (std::is_same_v<T, float>) return DType::float32;
  static_assert(std::is_same_v<T, std::uint8_t> || std::is_same_v<T, std::int64_t> ||
                std::is_same_v<T, float> || std::is_same_v<T, double>);
  return DType::float64;
}

/// The number of elements of a shape; 1 for a scalar. Refuses `too-large` where memory has no room for so many.
Index element_count(const Shape& shape);

/// The steps between neighbours along each axis of a row-major tensor.
Shape contiguous_strides(const Shape& shape);

/// See the head of this file.
class Tensor {
 public:
  /// Without numbers: shape (0,), float32.
  Tensor() : Tensor(Shape{0}) {}
  /// Zeros. Refuses `too-large`.
  explicit Tensor(const Shape& shape, DType dtype = DType::float32);

  const Shape& shape() const { return shape_; }          ///< the size of each axis; none for a scalar
  const Shape& strides() const { return strides_; }      ///< between neighbours along each axis, in numbers
  DType dtype() const { return storage_->dtype; }        ///< of its numbers
  Index rank() const { return shape_.size(); }           ///< the number of axes
  Index count() const { return element_count(shape_); }  ///< of its numbers
  bool empty() const { return count() == 0; }            ///< whether it has no number
  /// The size of an axis; −1 is the last one. Refuses `index-error`.
  Index size(std::ptrdiff_t axis) const { return shape_[axis_of(axis)]; }
  /// An axis counted from the front. Refuses `index-error` outside [−rank, rank − 1], of a scalar outside [−1, 0].
  Index axis_of(std::ptrdiff_t axis) const;

  /// Whether its numbers lie one behind the other, row by row.
  bool is_contiguous() const;
  /// Whether both see the same storage: a write through one may be seen through the other.
  bool shares_storage(const Tensor& other) const { return storage_ == other.storage_; }
  /// Its first number's place in the storage.
  Index offset() const { return offset_; }

  /// The first of its numbers; T must be its type. A row-major walk needs is_contiguous().
  /// @{
  template <class T>
  T* data() {
    assert(dtype() == dtype_of<T>());
    return reinterpret_cast<T*>(storage_->bytes.get()) + offset_;
  }
  template <class T>
  const T* data() const {
    assert(dtype() == dtype_of<T>());
    return reinterpret_cast<const T*>(storage_->bytes.get()) + offset_;
  }
  /// @}
  /// All numbers of a contiguous tensor, row-major; T must be its type. Not of a temporary, whose numbers die with it.
  /// @{
  template <class T>
  std::span<T> numbers() & {
    assert(is_contiguous());
    return {data<T>(), count()};
  }
  template <class T>
  std::span<const T> numbers() const& {
    assert(is_contiguous());
    return {data<T>(), count()};
  }
  std::span<float> floats() & { return numbers<float>(); }
  std::span<const float> floats() const& { return numbers<float>(); }
  std::span<std::int64_t> ids() & { return numbers<std::int64_t>(); }
  std::span<const std::int64_t> ids() const& { return numbers<std::int64_t>(); }
  std::span<std::uint8_t> bits() & { return numbers<std::uint8_t>(); }
  std::span<const std::uint8_t> bits() const& { return numbers<std::uint8_t>(); }
  /// @}
  /// A copy of all numbers, row-major; T must be its type.
  template <class T>
  std::vector<T> tolist() const {
    const Tensor x = contiguous();
    return {x.data<T>(), x.data<T>() + x.count()};
  }

  /// One number, widened. Refuses `bad-index` for an index of another rank or outside the shape.
  double at(const Shape& index) const;
  /// The number of a tensor that has only one. Refuses `runtime-error`.
  double item() const;
  /// Writes one number, converted to the tensor's type. Refuses as `at` does.
  void set(const Shape& index, double value);
  /// The number at a row-major position, below count().
  double at_position(Index position) const;

  // Views: the same numbers under another shape or other strides.

  /// The same numbers in the same order. Refuses `runtime-error` where the count differs, or where the strides cannot express
  /// the shape: use reshape.
  Tensor view(const Shape& shape) const;
  /// The same numbers in the same order: a view where the strides allow it, else a copy.
  Tensor reshape(const Shape& shape) const;
  /// Two axes swapped.
  Tensor transpose(std::ptrdiff_t a, std::ptrdiff_t b) const;
  /// Axis i of the result is axis axes[i]. Refuses `runtime-error` unless every axis is there once.
  Tensor permute(const Shape& axes) const;
  /// With an axis of size 1 before `axis`, from −rank − 1 to rank.
  Tensor unsqueeze(std::ptrdiff_t axis) const;
  /// Without an axis, if its size is 1.
  Tensor squeeze(std::ptrdiff_t axis) const;
  /// Axes of size 1, and missing ones in front, read again and again: their stride is 0. Refuses `runtime-error`.
  Tensor expand(const Shape& shape) const;
  /// Without an axis, at one position of it.
  Tensor select(std::ptrdiff_t axis, std::ptrdiff_t position) const;
  /// Positions start, start + step … before stop of an axis. As in Python, negative positions count from the end and those
  /// outside are clamped. `step` is at least 1.
  Tensor slice(std::ptrdiff_t axis, std::ptrdiff_t start, std::ptrdiff_t stop, Index step = 1) const;
  /// The numbers at the positions (i, i + offset) of two axes, as one axis at the end.
  Tensor diagonal(std::ptrdiff_t offset, std::ptrdiff_t a, std::ptrdiff_t b) const;
  /// Any view of a contiguous tensor's numbers: those at offset + Σ index · stride. Refuses `runtime-error` where one of them
  /// lies outside.
  Tensor as_strided(const Shape& shape, const Shape& strides, Index offset) const;
  /// Its numbers row-major: itself if they are already, else a copy.
  Tensor contiguous() const { return is_contiguous() ? *this : clone(); }

  // Copies.

  /// A contiguous copy.
  Tensor clone() const { return to(dtype(), /*copy=*/true); }
  /// Its numbers in another type: itself if it has it and no copy is wanted.
  Tensor to(DType dtype, bool copy = false) const;
  /// Writes the numbers of `from`, broadcast to this shape and converted to this type. Refuses `runtime-error`.
  void copy_(const Tensor& from);

 private:
  /// The numbers that tensors share.
  struct Storage {
    Storage(DType type, Index count);
    DType dtype;
    std::unique_ptr<std::byte[]> bytes;
  };

  /// Of a cell, after the first number. Refuses `bad-index`.
  Index place_of(const Shape& index) const;
  Tensor viewed(const Shape& shape, const Shape& strides, Index offset) const;

  std::shared_ptr<Storage> storage_;
  Shape shape_;
  Shape strides_;
  Index offset_ = 0;
};

/// A tensor of `values`, which must fill the shape: tensor_of<float>({2, 2}, {1, 2, 3, 4}).
template <class T, class Value = T>
Tensor tensor_of(const Shape& shape, const std::vector<Value>& values) {
  Tensor x(shape, dtype_of<T>());
  assert(values.size() == x.count());
  if constexpr (std::is_same_v<T, Value>) {
    std::copy(values.begin(), values.end(), x.data<T>());
  } else {
    std::transform(values.begin(), values.end(), x.data<T>(),
                   [](Value value) { return static_cast<T>(value); });
  }
  return x;
}

/// Rounded towards 0; the smallest int64 where int64 does not have the number, or of NaN, as x86 processors do for PyTorch.
constexpr std::int64_t to_int64(double number) {
  return number >= -0x1p63 && number < 0x1p63 ? static_cast<std::int64_t>(number) : INT64_MIN;
}

/// Every number `value`.
Tensor full(const Shape& shape, double value, DType dtype = DType::float32);

/// The shape that two shapes broadcast to, aligned at the last axis: equal sizes, or one of them 1 or absent.
/// Refuses `runtime-error`. Source: https://pytorch.org/docs/stable/notes/broadcasting.html
Shape broadcast_shapes(const Shape& a, const Shape& b);

/// Whether they broadcast.
bool broadcasts(const Shape& a, const Shape& b);

/// The type of an operation on both: the one that yields to none, where a tensor without axes counts only if its kind (bool,
/// whole, floating) is above the other's. Source: torch.result_type.
DType result_type(const Tensor& a, const Tensor& b);

/// The row-major position of `index`; the ranks must agree.
Index offset_of(const Shape& shape, const Shape& index);
/// The same, checked. Refuses `bad-index` for an index of another rank or outside the shape.
Index checked_offset(const Shape& shape, const Shape& index);
/// The index of a row-major position.
Shape index_of(const Shape& shape, Index position);
/// The index in an operand of shape `from` of the cell `index` of a broadcast result: 0 along axes of size 1.
Shape broadcast_index(const Shape& from, const Shape& index);

/// Refuses `shape-mismatch` on `field`.
/// @{
[[noreturn]] void refuse_shape(std::string_view field, const Shape& got, std::string_view wants);
[[noreturn]] void refuse_shape(std::string_view field, std::string_view got, std::string_view wants);
/// @}

}  // namespace headsup
