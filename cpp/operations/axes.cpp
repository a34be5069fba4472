#include "operations/axes.h"

#include <algorithm>

#include "headsup/tensor/refusal.h"
#include "tensor/eigen.h"

namespace headsup {
namespace {

/// The axes in an order with those of a row last.
Shape order_of(Index rank, Axes along) {
  Shape order;
  for (const bool in_row : {false, true}) {
    for (Index axis = 0; axis < rank; ++axis) {
      if (along.has(axis) == in_row) order.push_back(axis);
    }
  }
  return order;
}

Shape permuted(const Shape& shape, const Shape& order) {
  Shape sizes;
  for (const Index axis : order) sizes.push_back(shape[axis]);
  return sizes;
}

/// (…, width) of a shape whose axes are in that order.
Shape joined(const Shape& shape, Axes along) {
  Shape rows = reduced(shape, along, /*keepdim=*/false);
  Index width = 1;
  for (Index axis = 0; axis < shape.size(); ++axis) {
    if (along.has(axis)) width *= shape[axis];
  }
  rows.push_back(width);
  return rows;
}

}  // namespace

Axes Axes::one_of(const Call& call) {
  return of(call[0].axis_of(call.attributes.whole("dim", -1)), 1);
}

Axes Axes::all_of(const Call& call) {
  const std::vector<std::int64_t> dims = call.attributes.list("dim");
  if (dims.empty()) return of(0, call[0].rank());
  Axes axes;
  for (const std::int64_t each : dims) {
    const Index axis = call[0].axis_of(static_cast<std::ptrdiff_t>(each));
    if (axes.has(axis)) raise({"dim ", axis, " appears multiple times in the list of dims"});
    axes.bits_ |= 1U << axis;
  }
  return axes;
}

Shape reduced(const Shape& shape, Axes along, bool keepdim) {
  Shape kept;
  for (Index axis = 0; axis < shape.size(); ++axis) {
    if (!along.has(axis)) {
      kept.push_back(shape[axis]);
    } else if (keepdim) {
      kept.push_back(1);
    }
  }
  return kept;
}

Shape row_start(const Shape& shape, Axes along, const Shape& cell) {
  const bool is_kept = cell.size() == shape.size();
  Shape start = Shape::zeros(shape.size());
  Index next = 0;
  for (Index axis = 0; axis < shape.size(); ++axis) {
    if (!along.has(axis)) {
      start[axis] = cell[next++];
    } else if (is_kept) {
      ++next;
    }
  }
  return start;
}

Shape cell_of_row(const Shape& shape, Axes along, const Shape& start, Index position) {
  Shape cell = start;
  for (Index axis = shape.size(); axis-- > 0;) {
    if (!along.has(axis)) continue;
    cell[axis] = position % shape[axis];
    position /= shape[axis];
  }
  return cell;
}

Index position_in_row(const Shape& shape, Axes along, const Shape& cell) {
  Index position = 0;
  for (Index axis = 0; axis < shape.size(); ++axis) {
    if (along.has(axis)) position = position * shape[axis] + cell[axis];
  }
  return position;
}

Tensor one_row(const Tensor& x, Axes along, const Shape& start) {
  Tensor row = x;
  for (Index axis = 0; axis < x.rank(); ++axis) {
    if (along.has(axis)) continue;
    const auto at = static_cast<std::ptrdiff_t>(start[axis]);
    row = row.slice(static_cast<std::ptrdiff_t>(axis), at, at + 1);
  }
  return row;
}

Row row_at(const Tensor& x, Axes along, const Shape& start) {
  Row row;
  Rows(one_row(x, along, start), along).read(0, row);
  return row;
}

Row row_of(std::span<const float> numbers) {
  return Eigen::Map<const Eigen::ArrayXf>(numbers.data(), to_eigen(numbers.size())).cast<double>();
}

std::vector<double> numbers_of(const Row& row) {
  return {row.begin(), row.end()};
}

Rows::Rows(const Shape& shape, Axes along, const Tensor& rows)
    : order_(order_of(shape.size(), along)),
      sizes_(permuted(shape, order_)),
      rows_(rows),
      count_(element_count(reduced(shape, along, /*keepdim=*/false))) {}

Rows::Rows(const Tensor& x, Axes along)
    : Rows(x.shape(), along, x.permute(order_of(x.rank(), along)).reshape(joined(x.shape(), along))) {}

Rows::Rows(const Shape& shape, DType dtype, Axes along)
    : Rows(shape, along, Tensor(joined(shape, along), dtype)) {}

Part Rows::part(Index i) const {
  Part part = {.offset = 0, .rows = 1, .cols = width(), .row_step = 0, .col_step = rows_.strides().back()};
  for (Index axis = rows_.rank() - 1; axis-- > 0;) {
    part.offset += i % rows_.shape()[axis] * rows_.strides()[axis];
    i /= rows_.shape()[axis];
  }
  return part;
}

void Rows::read(Index i, Row& to) const {
  to.resize(to_eigen(width()));
  headsup::read(rows_, part(i), to.data());
}

void Rows::write(Index i, const Row& from) {
  headsup::write(from.data(), rows_, part(i));
}

Tensor Rows::tensor() const {
  Shape back = Shape::zeros(order_.size());
  for (Index axis = 0; axis < order_.size(); ++axis) back[order_[axis]] = axis;
  return rows_.view(sizes_).permute(back).contiguous();
}

Tensor reduce(const Call& call, DType dtype, double (*forward)(const Row& x, const Call& call)) {
  const Axes along = Axes::all_of(call);
  const Rows rows(call[0], along);
  Tensor y(reduced(call[0].shape(), along, call.attributes.flag("keepdim", false)), DType::float64);
  Row x;
  for (Index i = 0; i < rows.count(); ++i) {
    rows.read(i, x);
    y.data<double>()[i] = forward(x, call);
  }
  return y.to(dtype);
}

Tensor reduction_gradient(const Backward& b,
                          Row (*backward)(const Row& x, double y, double dy, const Call& call)) {
  const Axes along = Axes::all_of(b.call);
  const Rows rows(b.input(), along);
  const Tensor y = b.result.to(DType::float64).contiguous();
  const Tensor dy = b.grad.to(DType::float64).contiguous();
  Rows made(b.input().shape(), b.grad.dtype(), along);
  Row x;
  for (Index i = 0; i < rows.count(); ++i) {
    rows.read(i, x);
    made.write(i, backward(x, y.data<double>()[i], dy.data<double>()[i], b.call));
  }
  return made.tensor();
}

Tensor map_rows(const Call& call, DType dtype, Row (*forward)(const Row& x)) {
  const Axes along = Axes::one_of(call);
  const Rows rows(call[0], along);
  Rows made(call[0].shape(), dtype, along);
  Row x;
  for (Index i = 0; i < rows.count() && rows.width() > 0; ++i) {
    rows.read(i, x);
    made.write(i, forward(x));
  }
  return made.tensor();
}

Tensor map_gradient(const Backward& b, Row (*backward)(const Row& y, const Row& dy)) {
  const Axes along = Axes::one_of(b.call);
  const Rows results(b.result, along);
  const Rows grads(b.grad, along);
  Rows made(b.input().shape(), b.grad.dtype(), along);
  Row y;
  Row dy;
  for (Index i = 0; i < results.count() && results.width() > 0; ++i) {
    results.read(i, y);
    grads.read(i, dy);
    made.write(i, backward(y, dy));
  }
  return made.tensor();
}

DType dtype_for(Gives gives, DType of) {
  switch (gives) {
    case Gives::same:
      return of;
    case Gives::whole:
      return of == DType::boolean ? DType::int64 : of;
    case Gives::floating:
      return is_floating(of) ? of : DType::float32;
    case Gives::index:
      return DType::int64;
    case Gives::truth:
      break;
  }
  return DType::boolean;
}

void refuse_whole(const Tensor& x, std::string_view kernel) {
  if (is_floating(x.dtype())) return;
  raise({"\"", kernel, "\" not implemented for '", scalar_type(x.dtype()), "'"});
}

Row explain_row(Reason& why) {
  const ExplainedRow row(why, why[0], Axes::all_of(why.call));
  for (Index i = 0; i < row.size(); ++i) why.cell(0, row.cell(i));
  return row.numbers;
}

void explain_reduction_gradient(Reason& why) {
  // The derivative is the gradient for ∂result = 1, of the cell's own row alone.
  const Axes along = Axes::all_of(why.call);
  const Shape start = row_start(why[0].shape(), along, why.index);
  const bool keepdim = why.call.attributes.flag("keepdim", false);
  const Shape at = reduced(start, along, keepdim);
  const Shape result_cell = keepdim ? start : at;
  const Tensor row = one_row(why[0], along, start);
  const Call call = {
      .operation = why.call.operation, .operands = {&row, 1}, .attributes = why.call.attributes};
  const Shape shape = reduced(row.shape(), along, keepdim);
  const Tensor result = full(shape, why.result.at(result_cell), why.result.dtype());
  const Tensor one = full(shape, 1, DType::float64);
  const Tensor derivatives =
      call.operation.derivatives[0].gradient({.call = call, .result = result, .grad = one, .operand = 0});
  why.cell(kGrad, result_cell, derivatives.at_position(position_in_row(why[0].shape(), along, why.index)));
}

Names reduced_names(const AxesOf& of) {
  const Axes along = Axes::all_of(of.call);
  const bool keepdim = of.call.attributes.flag("keepdim", false);
  Names names;
  for (Index axis = 0; axis < of.operands[0].size(); ++axis) {
    if (!along.has(axis)) {
      names.push_back(of.operands[0][axis]);
    } else if (keepdim) {
      names.emplace_back();
    }
  }
  return names;
}

}  // namespace headsup
