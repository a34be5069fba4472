#include "headsup/tensor/tensor.h"

#include <algorithm>
#include <limits>

#include "headsup/tensor/refusal.h"
#include "tensor/loop.h"

namespace headsup {
namespace {

constexpr Index size_of(DType dtype) {
  if (dtype == DType::boolean) return sizeof(std::uint8_t);
  return dtype == DType::float32 ? sizeof(float) : sizeof(double);
}

[[noreturn]] void refuse_axis(std::ptrdiff_t axis, Index rank) {
  const auto count = static_cast<std::ptrdiff_t>(rank == 0 ? 1 : rank);
  raise(ErrorCode::index_error, {"Dimension out of range (expected to be in range of [", -count, ", ",
                                 count - 1, "], but got ", axis, ")"});
}

/// An axis counted from the front, of a tensor of this rank.
Index from_front(std::ptrdiff_t axis, Index rank) {
  const auto count = static_cast<std::ptrdiff_t>(rank == 0 ? 1 : rank);
  if (axis < -count || axis >= count) refuse_axis(axis, rank);
  return static_cast<Index>(axis < 0 ? axis + count : axis);
}

/// The strides with which the same numbers have another shape; empty where no strides have, and the counts must agree.
/// Source: at::detail::computeStride.
bool strides_of_view(const Tensor& x, const Shape& shape, Shape& strides) {
  strides = contiguous_strides(shape);
  if (x.empty() || x.rank() == 0) return true;
  // From the last axis on, each run of axes that lie one behind the other is divided into new axes.
  Index to = shape.size();
  Index base = x.strides().back();
  Index old_count = 1;
  for (Index axis = x.rank(); axis-- > 0;) {
    old_count *= x.shape()[axis];
    const bool ends_run =
        axis == 0 || (x.shape()[axis - 1] != 1 && x.strides()[axis - 1] != old_count * base);
    if (!ends_run) continue;
    Index new_count = 1;
    while (to > 0 && (new_count < old_count || shape[to - 1] == 1)) {
      strides[to - 1] = new_count * base;
      new_count *= shape[to - 1];
      --to;
    }
    if (new_count != old_count) return false;
    if (axis > 0) {
      base = x.strides()[axis - 1];
      old_count = 1;
    }
  }
  return to == 0;
}

void check_count(const Tensor& x, const Shape& shape) {
  if (element_count(shape) == x.count()) return;
  raise({"shape '", shape, "' is invalid for input of size ", x.count()});
}

}  // namespace

const char* to_string(DType dtype) {
  constexpr const char* kNames[] = {"bool", "int64", "float32", "float64"};
  return kNames[static_cast<Index>(dtype)];
}

Index element_count(const Shape& shape) {
  // A product that wrapped around would make a small tensor of a large shape.
  constexpr Index kMost = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double);
  Index count = 1;
  for (const Index size : shape) {
    if (size > std::numeric_limits<std::ptrdiff_t>::max()) refuse_shape("shape", shape, "no negative size");
    if (size != 0 && count > kMost / size) {
      refuse(ErrorCode::too_large, {{"field", "shape"}, {"got", shape}, {"max", kMost}});
    }
    count *= size;
  }
  return count;
}

Shape contiguous_strides(const Shape& shape) {
  Shape strides = Shape::zeros(shape.size());
  Index step = 1;
  for (Index axis = shape.size(); axis-- > 0;) {
    strides[axis] = step;
    step *= std::max<Index>(shape[axis], 1);
  }
  return strides;
}

Tensor::Storage::Storage(DType type, Index count)
    : dtype(type), bytes(std::make_unique<std::byte[]>(count * size_of(type))) {}

Tensor::Tensor(const Shape& shape, DType dtype)
    : storage_(std::make_shared<Storage>(dtype, element_count(shape))),
      shape_(shape),
      strides_(contiguous_strides(shape)) {}

Index Tensor::axis_of(std::ptrdiff_t axis) const {
  return from_front(axis, rank());
}

bool Tensor::is_contiguous() const {
  if (empty()) return true;
  Index step = 1;
  for (Index axis = rank(); axis-- > 0;) {
    if (shape_[axis] == 1) continue;
    if (strides_[axis] != step) return false;
    step *= shape_[axis];
  }
  return true;
}

Index Tensor::place_of(const Shape& index) const {
  checked_offset(shape_, index);
  Index place = 0;
  for (Index axis = 0; axis < rank(); ++axis) place += index[axis] * strides_[axis];
  return place;
}

double Tensor::at(const Shape& index) const {
  double number = 0;
  read(*this, {.offset = place_of(index)}, &number);
  return number;
}

double Tensor::item() const {
  if (count() != 1) raise({"a Tensor with ", count(), " elements cannot be converted to Scalar"});
  return at(Shape::zeros(rank()));
}

void Tensor::set(const Shape& index, double value) {
  write(&value, *this, {.offset = place_of(index)});
}

double Tensor::at_position(Index position) const {
  return at(index_of(shape_, position));
}

Tensor Tensor::viewed(const Shape& shape, const Shape& strides, Index offset) const {
  Tensor other = *this;
  other.shape_ = shape;
  other.strides_ = strides;
  other.offset_ = offset;
  return other;
}

Tensor Tensor::as_strided(const Shape& shape, const Shape& strides, Index offset) const {
  if (shape.size() != strides.size()) raise({"mismatch in length of strides and shape"});
  Index last = offset;
  for (Index axis = 0; axis < shape.size(); ++axis)
    last += (std::max<Index>(shape[axis], 1) - 1) * strides[axis];
  if (element_count(shape) > 0 && last >= count()) {
    raise({"setStorage: sizes ", shape, ", strides ", strides, ", storage offset ", offset,
           " are out of bounds for storage of ", count(), " numbers"});
  }
  return viewed(shape, strides, offset_ + offset);
}

Tensor Tensor::view(const Shape& shape) const {
  check_count(*this, shape);
  Shape strides;
  if (!strides_of_view(*this, shape, strides)) {
    raise(
        {"view size is not compatible with input tensor's size and stride (at least one dimension spans "
         "across two contiguous subspaces). Use .reshape(...) instead."});
  }
  return viewed(shape, strides, offset_);
}

Tensor Tensor::reshape(const Shape& shape) const {
  check_count(*this, shape);
  Shape strides;
  if (strides_of_view(*this, shape, strides)) return viewed(shape, strides, offset_);
  return clone().view(shape);
}

Tensor Tensor::transpose(std::ptrdiff_t a, std::ptrdiff_t b) const {
  const Index first = axis_of(a);
  const Index second = axis_of(b);
  if (rank() == 0) return *this;
  Tensor other = *this;
  std::swap(other.shape_[first], other.shape_[second]);
  std::swap(other.strides_[first], other.strides_[second]);
  return other;
}

Tensor Tensor::permute(const Shape& axes) const {
  if (axes.size() != rank()) {
    raise(
        {"permute(sparse_coo): number of dimensions in the tensor input does not match the length of the "
         "desired ordering of dimensions i.e. input.dim() = ",
         rank(), " is not equal to len(dims) = ", axes.size()});
  }
  Index seen = 0;  // a bit for each axis
  for (const Index axis : axes) seen |= axis < rank() ? Index{1} << axis : 0;
  if (seen + 1 != Index{1} << rank()) raise({"permute(): duplicate dims are not allowed."});
  Tensor other = *this;
  for (Index axis = 0; axis < rank(); ++axis) {
    other.shape_[axis] = shape_[axes[axis]];
    other.strides_[axis] = strides_[axes[axis]];
  }
  return other;
}

Tensor Tensor::unsqueeze(std::ptrdiff_t axis) const {
  const Index before = from_front(axis, rank() + 1);
  Tensor other = *this;
  const Index stride = before < rank() ? shape_[before] * strides_[before] : 1;
  other.shape_.insert(other.shape_.begin() + before, 1);
  other.strides_.insert(other.strides_.begin() + before, stride);
  return other;
}

Tensor Tensor::squeeze(std::ptrdiff_t axis) const {
  const Index at = axis_of(axis);
  if (rank() == 0 || shape_[at] != 1) return *this;
  return select(axis, 0);
}

Tensor Tensor::expand(const Shape& shape) const {
  if (shape.size() < rank()) {
    raise({"expand(torch.", "FloatTensor{", shape_, "}, size=", shape, "): the number of sizes provided (",
           shape.size(), ") must be greater or equal to the number of dimensions in the tensor (", rank(),
           ")"});
  }
  Shape strides = Shape::zeros(shape.size());
  const Index missing = shape.size() - rank();
  for (Index axis = 0; axis < rank(); ++axis) {
    if (shape_[axis] == shape[axis + missing]) {
      strides[axis + missing] = strides_[axis];
    } else if (shape_[axis] != 1) {
      raise({"The expanded size of the tensor (", shape[axis + missing], ") must match the existing size (",
             shape_[axis], ") at non-singleton dimension ", axis + missing, ".  Target sizes: ", shape,
             ".  Tensor sizes: ", shape_});
    }
  }
  return viewed(shape, strides, offset_);
}

Tensor Tensor::select(std::ptrdiff_t axis, std::ptrdiff_t position) const {
  if (rank() == 0) raise(ErrorCode::index_error, {"select() cannot be applied to a 0-dim tensor."});
  const Index at = axis_of(axis);
  const auto size = static_cast<std::ptrdiff_t>(shape_[at]);
  if (position < -size || position >= size) {
    raise(ErrorCode::index_error,
          {"index ", position, " is out of bounds for dimension ", at, " with size ", size});
  }
  Tensor other = *this;
  other.offset_ += static_cast<Index>(position < 0 ? position + size : position) * strides_[at];
  other.shape_.erase(other.shape_.begin() + at);
  other.strides_.erase(other.strides_.begin() + at);
  return other;
}

Tensor Tensor::slice(std::ptrdiff_t axis, std::ptrdiff_t start, std::ptrdiff_t stop, Index step) const {
  assert(step > 0);
  const Index at = axis_of(axis);
  if (rank() == 0) raise(ErrorCode::index_error, {"slice() cannot be applied to a 0-dim tensor."});
  const auto size = static_cast<std::ptrdiff_t>(shape_[at]);
  const auto clamped = [size](std::ptrdiff_t position) {
    return static_cast<Index>(std::clamp<std::ptrdiff_t>(position < 0 ? position + size : position, 0, size));
  };
  const Index first = clamped(start);
  const Index last = std::max(first, clamped(stop));
  Tensor other = *this;
  other.shape_[at] = (last - first + step - 1) / step;
  other.strides_[at] *= step;
  if (!other.empty()) other.offset_ += first * strides_[at];
  return other;
}

Tensor Tensor::diagonal(std::ptrdiff_t offset, std::ptrdiff_t a, std::ptrdiff_t b) const {
  const Index rows = axis_of(a);
  const Index cols = axis_of(b);
  if (rows == cols) raise({"diagonal dimensions cannot be identical ", a, ", ", b});
  const Index first_row = static_cast<Index>(std::max<std::ptrdiff_t>(-offset, 0));
  const Index first_col = static_cast<Index>(std::max<std::ptrdiff_t>(offset, 0));
  const Index length = first_row >= shape_[rows] || first_col >= shape_[cols]
                           ? 0
                           : std::min(shape_[rows] - first_row, shape_[cols] - first_col);
  Tensor other = *this;
  if (length > 0) other.offset_ += first_row * strides_[rows] + first_col * strides_[cols];
  for (const Index axis : {std::max(rows, cols), std::min(rows, cols)}) {
    other.shape_.erase(other.shape_.begin() + axis);
    other.strides_.erase(other.strides_.begin() + axis);
  }
  other.shape_.push_back(length);
  other.strides_.push_back(strides_[rows] + strides_[cols]);
  return other;
}

Tensor Tensor::to(DType dtype, bool copy) const {
  if (dtype == this->dtype() && !copy) return *this;
  Tensor other(shape_, dtype);
  other.copy_(*this);
  return other;
}

void Tensor::copy_(const Tensor& from) {
  if (storage_ == from.storage_ && shape_ == from.shape_ && strides_ == from.strides_ &&
      offset_ == from.offset_)
    return;
  const Tensor source = from.expand(shape_);
  const Loop loop(shape_, {strides_, source.strides_});
  double numbers[kBlock];
  for (Index i = 0; i < loop.parts(); ++i) {
    if (dtype() == from.dtype()) {
      copy(source, loop.part(i, 1), *this, loop.part(i, 0));
    } else {
      // Through float64, because sixteen pairs of types would be much code. Whole numbers are exact up to 2⁵³.
      read(source, loop.part(i, 1), numbers);
      write(numbers, *this, loop.part(i, 0));
    }
  }
}

Tensor full(const Shape& shape, double value, DType dtype) {
  Tensor x(shape, dtype);
  Tensor number({}, dtype);
  number.set({}, value);
  x.copy_(number);
  return x;
}

bool broadcasts(const Shape& a, const Shape& b) {
  for (Index from_end = 0; from_end < std::min(a.size(), b.size()); ++from_end) {
    const Index size_a = a[a.size() - 1 - from_end];
    const Index size_b = b[b.size() - 1 - from_end];
    if (size_a != size_b && size_a != 1 && size_b != 1) return false;
  }
  return true;
}

Shape broadcast_shapes(const Shape& a, const Shape& b) {
  Shape result = Shape::zeros(std::max(a.size(), b.size()));
  for (Index from_end = 0; from_end < result.size(); ++from_end) {
    const Index size_a = from_end < a.size() ? a[a.size() - 1 - from_end] : 1;
    const Index size_b = from_end < b.size() ? b[b.size() - 1 - from_end] : 1;
    const Index axis = result.size() - 1 - from_end;
    if (size_a != size_b && size_a != 1 && size_b != 1) {
      raise({"The size of tensor a (", size_a, ") must match the size of tensor b (", size_b,
             ") at non-singleton dimension ", axis});
    }
    result[axis] = size_a == 1 ? size_b : size_a;
  }
  return result;
}

DType result_type(const Tensor& a, const Tensor& b) {
  const auto kind = [](DType dtype) { return is_floating(dtype) ? DType::float32 : dtype; };
  if ((a.rank() == 0) == (b.rank() == 0)) return std::max(a.dtype(), b.dtype());
  const DType strong = a.rank() > 0 ? a.dtype() : b.dtype();
  const DType weak = a.rank() > 0 ? b.dtype() : a.dtype();
  if (kind(weak) <= kind(strong)) return strong;
  return is_floating(weak) ? DType::float32 : weak;
}

Index offset_of(const Shape& shape, const Shape& index) {
  Index offset = 0;
  for (Index axis = 0; axis < shape.size(); ++axis) offset = offset * shape[axis] + index[axis];
  return offset;
}

Index checked_offset(const Shape& shape, const Shape& index) {
  bool inside = index.size() == shape.size();
  for (Index axis = 0; inside && axis < shape.size(); ++axis) inside = index[axis] < shape[axis];
  if (!inside) refuse(ErrorCode::bad_index, {{"field", "index"}, {"got", index}, {"wants", shape}});
  return offset_of(shape, index);
}

Shape index_of(const Shape& shape, Index position) {
  Shape index = Shape::zeros(shape.size());
  for (Index axis = shape.size(); axis-- > 0;) {
    index[axis] = position % shape[axis];
    position /= shape[axis];
  }
  return index;
}

Shape broadcast_index(const Shape& from, const Shape& index) {
  const Index missing = index.size() - from.size();
  Shape read = Shape::zeros(from.size());
  for (Index axis = 0; axis < from.size(); ++axis) read[axis] = from[axis] == 1 ? 0 : index[axis + missing];
  return read;
}

void refuse_shape(std::string_view field, const Shape& got, std::string_view wants) {
  refuse_shape(field, to_string(got), wants);
}

void refuse_shape(std::string_view field, std::string_view got, std::string_view wants) {
  refuse(ErrorCode::shape_mismatch, {{"field", field}, {"got", got}, {"wants", wants}});
}

}  // namespace headsup
