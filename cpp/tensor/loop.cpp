#include "tensor/loop.h"

#include <algorithm>

namespace headsup {
namespace {

using Strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;

template <class T>
auto array(T* first, const Part& part) {
  using Array = RowMajorArray<std::remove_const_t<T>>;
  using Numbers = std::conditional_t<std::is_const_v<T>, const Array, Array>;
  return Eigen::Map<Numbers, 0, Strides>(first + part.offset, to_eigen(part.rows), to_eigen(part.cols),
                                         Strides(to_eigen(part.row_step), to_eigen(part.col_step)));
}

/// Calls visit(the tensor's first number).
void visit_numbers(auto& x, const auto& visit) {
  switch (x.dtype()) {
    case DType::boolean:
      return visit(x.template data<std::uint8_t>());
    case DType::int64:
      return visit(x.template data<std::int64_t>());
    case DType::float32:
      return visit(x.template data<float>());
    case DType::float64:
      return visit(x.template data<double>());
  }
}

}  // namespace

void read(const Tensor& x, const Part& part, double* to) {
  Eigen::Map<RowMajorArray<double>> numbers(to, to_eigen(part.rows), to_eigen(part.cols));
  visit_numbers(x, [&](const auto* first) { numbers = array(first, part).template cast<double>(); });
}

void write(const double* from, Tensor& to, const Part& part) {
  const Eigen::Map<const RowMajorArray<double>> numbers(from, to_eigen(part.rows), to_eigen(part.cols));
  visit_numbers(to, [&](auto* first) {
    using T = std::remove_pointer_t<decltype(first)>;
    if constexpr (std::is_same_v<T, std::uint8_t>) {
      array(first, part) = (numbers != 0.0).template cast<T>();
    } else if constexpr (std::is_same_v<T, std::int64_t>) {
      array(first, part) = numbers.unaryExpr(&to_int64);
    } else {
      array(first, part) = numbers.template cast<T>();
    }
  });
}

void copy(const Tensor& from, const Part& source, Tensor& to, const Part& target) {
  visit_numbers(to, [&](auto* first) {
    const auto* numbers = from.data<std::remove_pointer_t<decltype(first)>>();
    array(first, target) = array(numbers, source);
  });
}

Loop::Loop(const Shape& shape, std::span<const Shape> strides, Index most) : shape_(shape) {
  assert(strides.size() <= kMostTensors);
  std::copy(strides.begin(), strides.end(), strides_);
  const std::span<Shape> all(strides_, strides.size());
  for (Index axis = shape_.size(); axis-- > 1;) {
    const bool joins = shape_[axis - 1] == 1 || std::all_of(all.begin(), all.end(), [&](const Shape& steps) {
                         return steps[axis - 1] == steps[axis] * shape_[axis];
                       });
    if (!joins) continue;
    shape_[axis - 1] *= shape_[axis];
    shape_.erase(shape_.begin() + axis);
    for (Shape& steps : all) steps.erase(steps.begin() + (axis - 1));
  }
  while (shape_.size() < 2) {
    shape_.insert(shape_.begin(), 1);
    for (Shape& steps : all) steps.insert(steps.begin(), 0);
  }
  cols_ = shape_.back();
  shape_.pop_back();
  rows_ = shape_.back();
  shape_.pop_back();
  outer_ = element_count(shape_);
  width_ = std::max<Index>(std::min(cols_, most), 1);
  height_ = std::max<Index>(most / width_, 1);
}

Part Loop::part(Index i, Index n) const {
  const Shape& steps = strides_[n];
  const Index across = parts_of(cols_, width_);
  const Index down = parts_of(rows_, height_);
  const Index col = i % across * width_;
  const Index row = i / across % down * height_;
  Part part = {.offset = 0,
               .rows = std::min(height_, rows_ - row),
               .cols = std::min(width_, cols_ - col),
               .row_step = steps[steps.size() - 2],
               .col_step = steps.back()};
  part.offset = row * part.row_step + col * part.col_step;
  i /= across * down;
  for (Index axis = shape_.size(); axis-- > 0;) {
    part.offset += i % shape_[axis] * steps[axis];
    i /= shape_[axis];
  }
  return part;
}

}  // namespace headsup
