#pragma once
// Tensors as rows along some of their axes, in float64: sums, softmax and layer norm are Eigen expressions on one row.
//
// Rows of tensors of any type and strides are gathered, computed, rounded once and scattered.

#include <Eigen/Core>

#include "operations/operation.h"
#include "tensor/loop.h"

namespace headsup {

/// Numbers of a tensor along some axes, widened; along several axes row-major.
using Row = Eigen::ArrayXd;

/// Some of a tensor's axes.
class Axes {
 public:
  /// None.
  Axes() = default;
  /// The axis that a call's argument `dim` names in its first operand; the last one if it was not given.
  static Axes one_of(const Call& call);
  /// The axes that `dim` names: a number, or several, which must differ; all if it was not given or is empty.
  static Axes all_of(const Call& call);
  /// `count` axes from `first` on.
  static Axes of(Index first, Index count) { return Axes(((1U << count) - 1) << first); }

  bool has(Index axis) const { return (bits_ >> axis & 1U) != 0; }

 private:
  explicit Axes(unsigned bits) : bits_(bits) {}
  unsigned bits_ = 0;
};

/// The shape with size 1 along the axes, or without them.
Shape reduced(const Shape& shape, Axes along, bool keepdim);

/// The row of a tensor of this shape that a cell belongs to: its index with 0 along the axes. The cell may be one of a reduced
/// tensor, kept or not.
Shape row_start(const Shape& shape, Axes along, const Shape& cell);
/// The cell at a position of a row.
Shape cell_of_row(const Shape& shape, Axes along, const Shape& start, Index position);
/// The position of a cell in its row.
Index position_in_row(const Shape& shape, Axes along, const Shape& cell);
/// One row as a tensor, whose other axes have size 1.
Tensor one_row(const Tensor& x, Axes along, const Shape& start);
/// Its numbers.
Row row_at(const Tensor& x, Axes along, const Shape& start);
/// These numbers, widened.
Row row_of(std::span<const float> numbers);
std::vector<double> numbers_of(const Row& row);

/// The row of a tensor that the explained cell belongs to.
struct ExplainedRow {
  ExplainedRow(const Reason& why, const Tensor& of, Axes along)
      : shape(of.shape()),
        axes(along),
        start(row_start(shape, axes, why.index)),
        numbers(row_at(of, axes, start)),
        place(why.index.size() == shape.size() ? position_in_row(shape, axes, why.index) : 0) {}

  Index size() const { return static_cast<Index>(numbers.size()); }
  Shape cell(Index position) const { return cell_of_row(shape, axes, start, position); }

  const Shape& shape;
  Axes axes;
  Shape start;
  Row numbers;
  Index place;  ///< of the explained cell; 0 of a reduction's
};

/// All rows of a tensor. Row i is the one of the reduced tensor's i-th number, row-major.
class Rows {
 public:
  /// Of a tensor that is read.
  Rows(const Tensor& x, Axes along);
  /// Of a new tensor.
  Rows(const Shape& shape, DType dtype, Axes along);

  Index count() const { return count_; }
  Index width() const { return rows_.shape().back(); }
  void read(Index i, Row& to) const;
  void write(Index i, const Row& from);
  /// The tensor, contiguous.
  Tensor tensor() const;

 private:
  Rows(const Shape& shape, Axes along, const Tensor& rows);
  Part part(Index i) const;

  Shape order_;  ///< of the axes: those of a row last
  Shape sizes_;  ///< in that order
  Tensor rows_;  ///< (…, width)
  Index count_;
};

/// One number from each row of the first operand, along `dim`; its axes go unless `keepdim`.
Tensor reduce(const Call& call, DType dtype, double (*forward)(const Row& x, const Call& call));
/// ∂x of a reduction y = f(x), from each row of x, its y and ∂y.
Tensor reduction_gradient(const Backward& b,
                          Row (*backward)(const Row& x, double y, double dy, const Call& call));
/// A new row from each row of the first operand, along the one axis `dim`.
Tensor map_rows(const Call& call, DType dtype, Row (*forward)(const Row& x));
/// ∂x of a map of rows, from each row of y and ∂y.
Tensor map_gradient(const Backward& b, Row (*backward)(const Row& y, const Row& dy));

/// The type of a result.
enum class Gives {
  same,      ///< the operand's type
  whole,     ///< int64 of bits, else the operand's type
  floating,  ///< float32 of whole numbers and bits
  index,     ///< int64
  truth      ///< bool
};
DType dtype_for(Gives gives, DType of);

/// Refuses whole numbers and bits: "… not implemented for 'Long'".
void refuse_whole(const Tensor& x, std::string_view kernel);

/// Explanations that reductions share.
/// @{
/// Adds the cells of the explained number's row; returns the row.
Row explain_row(Reason& why);
/// The cell of ∂result that the operand's cell went to, times the derivative there.
void explain_reduction_gradient(Reason& why);
/// Letters of a reduction's axes.
Names reduced_names(const AxesOf& of);
/// @}

/// A reduction y = F::forward(x, call) with ∂x = F::backward(x, y, ∂y, call). F::check(call) refuses. Without `backward` it has
/// no gradient; F::kReads says what that reads.
template <class F, Gives gives>
constexpr Operation reduction(const char* name, const char* formula, void (*explain)(Reason& why)) {
  Operation operation = {
      .name = name,
      .parameters = "input dim=None keepdim=False",
      .formula = formula,
      .forward =
          [](const Call& call) {
            if constexpr (requires { F::check(call); }) F::check(call);
            return reduce(call, dtype_for(gives, call[0].dtype()), F::forward);
          },
      .explain = explain,
      .axes = reduced_names,
      .examples =
          "(3, 4); (2, 3, 4) dim=[0, 2]; (2, 3, 4) dim=1 keepdim=True; (2, 3) dim=-1; (); (0, 2) dim=1"};
  if constexpr (requires { F::kReads; }) {
    operation.derivatives[0] = {
        .gradient = [](const Backward& b) { return reduction_gradient(b, F::backward); },
        .explain = explain_reduction_gradient,
        .reads = {F::kReads[0], F::kReads[1]}};
  }
  return operation;
}

}  // namespace headsup
