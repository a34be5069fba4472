// How far predictions are from what was wanted.
//
// In formulas N is how many numbers or targets count, and share is what a loss's gradient gives each of them: ∂y / N for a mean, ∂y
// for a sum, its own ∂y where there is no reduction.
#include <algorithm>
#include <cmath>
#include <limits>

#include "headsup/tensor/refusal.h"
#include "operations/families.h"
#include "operations/operations.h"
#include "operations/pointwise.h"
#include "operations/powers.h"
#include "tensor/eigen.h"
#include "tensor/elementary.h"

namespace headsup {
namespace {

enum class Reduction { mean, sum, none };

Reduction reduction_of(const Call& call) {
  const Name word = call.attributes.word("reduction", "mean");
  if (word == "mean") return Reduction::mean;
  if (word == "sum") return Reduction::sum;
  if (word == "none") return Reduction::none;
  raise(ErrorCode::value_error, {word, " is not a valid value for reduction"});
}

/// The losses, or their sum or mean: NaN where none counts, as in PyTorch.
Tensor reduced_loss(const Tensor& losses, double counted, Reduction reduction, DType dtype) {
  if (reduction == Reduction::none) return losses.to(dtype);
  const double sum = flat<double>(losses).sum();
  return full({}, reduction == Reduction::mean ? sum / counted : sum, dtype);
}

// Cross-entropy.

/// A call of cross_entropy or nll_loss: the input (C), (N, C) or (N, C, …), and a class of each row along C. With `dim` the classes
/// lie along another axis: logits (B, L, V) need not be transposed.
struct Classes {
  explicit Classes(const Call& of) : call(of), reduction(reduction_of(of)) {
    const Shape& size = call[0].shape();
    if (size.empty()) raise(ErrorCode::value_error, {"Expected input to have at least one dimension"});
    axis = call[0].axis_of(call.attributes.whole("dim", size.size() == 1 ? 0 : 1));
    along = Axes::of(axis, 1);
    if (!is_floating(call[0].dtype())) refuse_whole(call[0], "log_softmax_lastdim_kernel_impl");
    if (call[1].dtype() != DType::int64) {
      raise(ErrorCode::runtime_error, {"expected scalar type Long but found ", scalar_type(call[1].dtype())});
    }
    const Shape wants = headsup::reduced(size, along, /*keepdim=*/false);
    if (axis == 1 && call[1].rank() > 0 && call[1].shape()[0] != size[0]) {
      raise(ErrorCode::value_error, {"Expected input batch_size (", size[0], ") to match target batch_size (",
                                     call[1].shape()[0], ")."});
    }
    if (call[1].shape() != wants && call[0].rank() == 2) {
      raise(ErrorCode::runtime_error, {"0D or 1D target tensor expected, multi-target not supported"});
    }
    if (call[1].shape() != wants) {
      raise(ErrorCode::runtime_error, {"Expected target size ", wants, ", got ", call[1].shape()});
    }
    ignored = static_cast<std::int64_t>(call.attributes.number("ignore_index", -100));
    targets = call[1].tolist<std::int64_t>();
    for (const std::int64_t target : targets) {
      if (target == ignored) continue;
      if (target < 0 || target >= static_cast<std::int64_t>(size[axis])) {
        raise(ErrorCode::index_error, {"Target ", target, " is out of bounds."});
      }
      ++counted;
    }
  }

  bool counts(Index row) const { return targets[row] != ignored; }
  /// Of a row that counts.
  Eigen::Index target(Index row) const { return static_cast<Eigen::Index>(targets[row]); }
  double share(const Tensor& grad, Index row) const {
    if (reduction == Reduction::none) return grad.at_position(row);
    return reduction == Reduction::mean ? grad.item() / counted : grad.item();
  }
  /// The rows that a number of the result is made of, from `first` on.
  std::pair<Index, Index> rows_at(const Shape& index) const {
    if (reduction != Reduction::none) return {0, targets.size()};
    const Index row = offset_of(call[1].shape(), index);
    return {row, row + 1};
  }
  Shape start(Index row) const { return row_start(call[0].shape(), along, index_of(call[1].shape(), row)); }
  /// The number of the input at a row's target.
  Shape target_cell(Index row) const {
    return cell_of_row(call[0].shape(), along, start(row), static_cast<Index>(targets[row]));
  }

  const Call& call;
  Reduction reduction;
  Index axis = 0;
  Axes along = {};
  std::int64_t ignored = 0;
  std::vector<std::int64_t> targets = {};  ///< of each row
  double counted = 0;                      ///< how many of them are not ignored
};

double log_share(const Row& x, Eigen::Index target) {
  const Powers of(x);
  return of.shifted(target) - std::log(of.sum);
}

/// The loss of a row, and the gradient of the row from its share; `target` is −1 where it does not count.
struct CrossEntropy {
  /// −ln softmax(x)[target]
  static double loss(const Row& x, Eigen::Index target) { return -log_share(x, target); }
  /// share · (softmax(x) − 1 at the target)
  static Row gradient(const Row& x, Eigen::Index target, double share) {
    const Powers of(x);
    Row dx = share * of.powers / of.sum;
    if (target >= 0) dx(target) -= share;
    return dx;
  }
};
struct NegativeLogLikelihood {
  /// −x[target]
  static double loss(const Row& x, Eigen::Index target) { return -x(target); }
  /// −share at the target
  static Row gradient(const Row& x, Eigen::Index target, double share) {
    Row dx = Row::Zero(x.size());
    if (target >= 0) dx(target) = -share;
    return dx;
  }
};

template <class F>
Tensor class_loss(const Call& call) {
  const Classes classes(call);
  const Rows rows(call[0], classes.along);
  Tensor losses(call[1].shape(), DType::float64);
  Row x;
  for (Index i = 0; i < rows.count(); ++i) {
    if (!classes.counts(i)) continue;
    rows.read(i, x);
    losses.data<double>()[i] = F::loss(x, classes.target(i));
  }
  return reduced_loss(losses, classes.counted, classes.reduction, call[0].dtype());
}

template <class F>
Tensor class_loss_gradient(const Backward& b) {
  const Classes classes(b.call);
  const Rows rows(b.call[0], classes.along);
  Rows made(b.call[0].shape(), b.grad.dtype(), classes.along);
  Row x;
  for (Index i = 0; i < rows.count(); ++i) {
    rows.read(i, x);
    const bool counts = classes.counts(i);
    made.write(i, F::gradient(x, counts ? classes.target(i) : -1, counts ? classes.share(b.grad, i) : 0));
  }
  return made.tensor();
}

/// The weight of a row's logarithm in the explained number.
double weight_in(const Classes& classes) {
  return classes.reduction == Reduction::mean ? -1 / classes.counted : -1;
}

/// The logarithms that it is the mean or the sum of, as words; then, with weight 0, the cells that these are made of.
void explain_cross_entropy(Reason& why) {
  why.is_sum = true;
  const Classes classes(why.call);
  why.fact("count", classes.counted);
  const auto [first, last] = classes.rows_at(why.index);
  // 0 / 0
  if (classes.counted == 0 && classes.reduction == Reduction::mean) {
    why.word("sum", {}, 0, -std::numeric_limits<double>::infinity());
  }
  for (Index row = first; row < last; ++row) {
    if (!classes.counts(row)) continue;
    const Row x = row_at(why[0], classes.along, classes.start(row));
    why.word("log_probability", classes.target_cell(row), log_share(x, classes.target(row)),
             weight_in(classes));
  }
  for (Index row = first; row < last; ++row) {
    why.cell(1, index_of(why[1].shape(), row), 0);
    if (!classes.counts(row)) continue;
    const Index width = why[0].shape()[classes.axis];
    for (Index i = 0; i < width; ++i) {
      why.cell(0, cell_of_row(why[0].shape(), classes.along, classes.start(row), i), 0);
    }
  }
}

/// ∂logits = share · (softmax(logits) − 1 at the target); ∂y, which is in the shares, comes last with weight 0
void explain_cross_entropy_gradient(Reason& why) {
  const Classes classes(why.call);
  const Shape& shape = why[0].shape();
  const Shape at = reduced(why.index, classes.along, /*keepdim=*/false);
  const Index row = offset_of(why[1].shape(), at);
  const bool counts = classes.counts(row);
  const double share = counts ? classes.share(*why.grad, row) : 0;
  why.fact("counts", counts ? 1.0 : 0.0);
  why.fact("count", classes.counted);
  why.fact("target", static_cast<double>(classes.targets[row]));
  const Powers of(row_at(why[0], classes.along, classes.start(row)));
  const Index place = position_in_row(shape, classes.along, why.index);
  const double probability = of.powers(static_cast<Eigen::Index>(place)) / of.sum;
  // As softmax rounds it.
  const bool is_float32 = why[0].dtype() == DType::float32;
  why.word("probabilities", why.index,
           is_float32 ? static_cast<double>(static_cast<float>(probability)) : probability, share);
  if (counts && place == static_cast<Index>(classes.targets[row])) why.word("one_hot", why.index, 1, -share);
  if (counts) why.cell(kGrad, classes.reduction == Reduction::none ? at : Shape{}, 0);
}

/// The input's cells at the targets, each after its target, whose weight is 0.
void explain_nll_loss(Reason& why) {
  const Classes classes(why.call);
  why.fact("count", classes.counted);
  const auto [first, last] = classes.rows_at(why.index);
  for (Index row = first; row < last; ++row) {
    why.cell(1, index_of(why[1].shape(), row), 0);
    if (classes.counts(row)) why.cell(0, classes.target_cell(row), weight_in(classes));
  }
}

/// ∂x = −share at the target
void explain_nll_loss_gradient(Reason& why) {
  const Classes classes(why.call);
  const Shape at = reduced(why.index, classes.along, /*keepdim=*/false);
  const Index row = offset_of(why[1].shape(), at);
  if (!classes.counts(row) || why.index != classes.target_cell(row)) return;
  const double weight = weight_in(classes);
  why.cell(kGrad, classes.reduction == Reduction::none ? at : Shape{}, weight);
}

// Mean squared error.

Tensor mse_loss_forward(const Call& call) {
  const DType dtype = result_type(call[0], call[1]);
  if (!is_floating(dtype)) {
    raise(ErrorCode::runtime_error, {"\"mse_cpu\" not implemented for '", scalar_type(dtype), "'"});
  }
  Tensor squares(broadcast_shapes(call[0].shape(), call[1].shape()), DType::float64);
  pointwise(squares, call.operands, [](const Block* x, Block& made) { made = (x[0] - x[1]).square(); });
  return reduced_loss(squares, static_cast<double>(squares.count()), reduction_of(call), dtype);
}

/// What the derivative of a square is multiplied by.
double square_share(const Call& call) {
  const Shape shape = broadcast_shapes(call[0].shape(), call[1].shape());
  return reduction_of(call) == Reduction::mean ? 1 / static_cast<double>(element_count(shape)) : 1;
}

/// ∂a = 2 (a − b) share, ∂b = −∂a
Tensor mse_loss_gradient(const Backward& b) {
  Tensor slopes(broadcast_shapes(b.call[0].shape(), b.call[1].shape()), DType::float64);
  const Tensor share = full({}, square_share(b.call), DType::float64);
  const Tensor& self = b.input();
  const Tensor& other = b.call[1 - b.operand];
  pointwise(slopes, {self, other, b.grad, share},
            [](const Block* x, Block& made) { made = 2 * (x[0] - x[1]) * x[2] * x[3]; });
  return sum_to(slopes, self.shape()).to(b.grad.dtype());
}

/// The cells of both in pairs.
void explain_mse_loss(Reason& why) {
  const Shape shape = broadcast_shapes(why[0].shape(), why[1].shape());
  const bool is_one = reduction_of(why.call) == Reduction::none;
  std::vector<double> squares;
  for (Index position = 0; position < (is_one ? 1 : element_count(shape)); ++position) {
    const Shape at = is_one ? why.index : index_of(shape, position);
    why.broadcast_cell(0, at);
    why.broadcast_cell(1, at);
    const double difference = why.terms[why.terms.size() - 2].value - why.terms.back().value;
    squares.push_back(difference * difference);
  }
  why.fact("count", static_cast<double>(squares.size()));
  why.facts(product_facts(std::move(squares)));
}

void explain_mse_loss_gradient(Reason& why) {
  const Shape shape = broadcast_shapes(why[0].shape(), why[1].shape());
  const Index other = 1 - why.operand;
  const double own = why[why.operand].at(why.index);
  for (Index position = 0; position < element_count(shape); ++position) {
    const Shape at = index_of(shape, position);
    if (broadcast_index(why[why.operand].shape(), at) != why.index) continue;
    const double difference = own - why[other].at(broadcast_index(why[other].shape(), at));
    why.cell(kGrad, why.result.rank() == 0 ? Shape{} : at, 2 * difference * square_share(why.call));
  }
}

/// Letters of the result's axes: those of the operand that has as many.
Names loss_names(const AxesOf& of) {
  for (const Names& names : of.operands) {
    if (names.size() == of.result.rank()) return names;
  }
  return {};
}

constexpr const char* kClasses =
    "(3, 4) i4(3); (2, 4, 3) i4(2, 3); (4) i4(); (3, 4) i4(3) ignore_index=1; (3, 4) i4(3) reduction='sum'; "
    "(2, 4, 3) i4(2, 3) reduction='none' ignore_index=0";

}  // namespace

namespace op {
constexpr Operation cross_entropy = {.name = "cross_entropy",
                                     .parameters = "input target ignore_index=-100 reduction='mean'",
                                     .formula = "y = −mean of ln softmax(input)[target]",
                                     .forward = class_loss<CrossEntropy>,
                                     .explain = explain_cross_entropy,
                                     .derivatives = {{.gradient = class_loss_gradient<CrossEntropy>,
                                                      .explain = explain_cross_entropy_gradient,
                                                      .reads = {0, 1}}},
                                     .axes = loss_names,
                                     .examples = kClasses,
                                     .pytorch = "F.cross_entropy"};
constexpr Operation nll_loss = {.name = "nll_loss",
                                .parameters = "input target ignore_index=-100 reduction='mean'",
                                .formula = "y = −mean of input[target]",
                                .forward = class_loss<NegativeLogLikelihood>,
                                .explain = explain_nll_loss,
                                .derivatives = {{.gradient = class_loss_gradient<NegativeLogLikelihood>,
                                                 .explain = explain_nll_loss_gradient,
                                                 .reads = {1, kNothing}}},
                                .axes = loss_names,
                                .examples = kClasses,
                                .pytorch = "F.nll_loss"};
constexpr Derivative kMseGradient = {
    .gradient = mse_loss_gradient, .explain = explain_mse_loss_gradient, .reads = {0, 1}};
constexpr Operation mse_loss = {
    .name = "mse_loss",
    .parameters = "input target reduction='mean'",
    .formula = "y = mean of (input − target)²",
    .forward = mse_loss_forward,
    .explain = explain_mse_loss,
    .derivatives = {kMseGradient, kMseGradient},
    .axes = loss_names,
    .examples = "(3, 4) (3, 4); (2, 3) (2, 3) reduction='sum'; (2, 3) (2, 3) reduction='none'; (2, 3) (3)",
    .pytorch = "F.mse_loss"};
}  // namespace op

Family loss_operations() {
  static constexpr const Operation* kAll[] = {&op::cross_entropy, &op::nll_loss, &op::mse_loss};
  return kAll;
}

}  // namespace headsup
