// Rows that become shares or get mean 0 and variance 1: softmax, layer norm.
//
// In formulas x is a row: the numbers along `dim`, or along the last axes; N is how many they are.
#include <algorithm>
#include <cmath>
#include <limits>

#include "headsup/tensor/refusal.h"
#include "operations/axes.h"
#include "operations/families.h"
#include "operations/formulas.h"
#include "operations/operations.h"
#include "operations/powers.h"
#include "tensor/eigen.h"
#include "tensor/elementary.h"

namespace headsup {

Powers::Powers(const Row& x)
    : maximum(x.maxCoeff<Eigen::PropagateNaN>()),
      shifted(x - maximum),
      powers(shifted.unaryExpr([](double each) { return exp_of_negative(each); })),
      sum(powers.sum()) {}

namespace {

// Softmax.

Facts facts_of(Powers&& made) {
  return {{"maximum", made.maximum},
          {"shifted", numbers_of(made.shifted)},
          {"powers", numbers_of(made.powers)},
          {"sum", made.sum}};
}

Tensor softmax_forward(const Call& call) {
  refuse_whole(call[0], "softmax_lastdim_kernel_impl");
  return map_rows(call, call[0].dtype(), [](const Row& x) -> Row {
    const Powers of(x);
    return of.powers / of.sum;
  });
}
Tensor softmax_backward(const Backward& b) {
  return map_gradient(b, [](const Row& y, const Row& dy) -> Row { return softmax_gradient(y, dy); });
}

/// The row, its maximum and the sum of its powers.
void explain_powers(Reason& why) {
  const ExplainedRow row(why, why[0], Axes::one_of(why.call));
  for (Index i = 0; i < row.size(); ++i) why.cell(0, row.cell(i));
  why.facts(facts_of(Powers(row.numbers)));
  why.word("maximum", why.number("maximum"));
  why.word("sum", why.number("sum"));
  why.fact("position", static_cast<double>(row.place));
}
void explain_log_softmax(Reason& why) {
  explain_powers(why);
  why.fact("logSum", std::log(why.number("sum")));
}

/// A cell of ∂y for each number of the row, with weight(position, y).
void explain_map_gradient(Reason& why, const auto& weight) {
  const ExplainedRow row(why, why.result, Axes::one_of(why.call));
  for (Index k = 0; k < row.size(); ++k)
    why.cell(kGrad, row.cell(k),
             weight(row.numbers, static_cast<Eigen::Index>(row.place), static_cast<Eigen::Index>(k)));
}
/// ∂xⱼ = Σₖ ∂yₖ yⱼ ((1 where j = k) − yₖ)
void explain_softmax_gradient(Reason& why) {
  explain_map_gradient(why, [](const Row& y, Eigen::Index own, Eigen::Index k) {
    return y(own) * ((own == k ? 1 : 0) - y(k));
  });
  why.fact("share", why.result.at(why.index));
}

Tensor log_softmax_forward(const Call& call) {
  refuse_whole(call[0], "log_softmax_lastdim_kernel_impl");
  return map_rows(call, call[0].dtype(), [](const Row& x) -> Row {
    const Powers of(x);
    return of.shifted - std::log(of.sum);
  });
}
/// ∂x = ∂y − e^y Σ ∂y
Tensor log_softmax_backward(const Backward& b) {
  return map_gradient(
      b, [](const Row& y, const Row& dy) -> Row { return dy - y.unaryExpr(&exp_of_negative) * dy.sum(); });
}
/// ∂xⱼ = Σₖ ∂yₖ ((1 where j = k) − e^yⱼ)
void explain_log_softmax_gradient(Reason& why) {
  explain_map_gradient(why, [](const Row& y, Eigen::Index own, Eigen::Index k) {
    return (own == k ? 1 : 0) - exp_of_negative(y(own));
  });
  why.fact("share", exp_of_negative(why.result.at(why.index)));
}

struct LogSumExp {
  static double forward(const Row& x, const Call&) {
    if (x.size() == 0) return -std::numeric_limits<double>::infinity();
    const Powers of(x);
    return std::isinf(of.maximum) ? of.maximum : of.maximum + std::log(of.sum);
  }
  /// ∂x = ∂y e^(x − y), the shares of softmax
  static Row backward(const Row& x, double y, double dy, const Call&) {
    return dy * (x - y).unaryExpr(&exp_of_negative);
  }
  static constexpr Index kReads[2] = {0, kResult};
};
void explain_logsumexp(Reason& why) {
  const Row x = explain_row(why);
  if (x.size() == 0) return;
  why.facts(facts_of(Powers(x)));
  why.fact("logSum", std::log(why.number("sum")));
}

// Layer norm.

constexpr double kLayerNormEpsilon = 1e-5;  // torch.nn.LayerNorm's

using Moments = RowMoments<double>;

Facts facts_of(const Row& x, double eps, const Moments& moments) {
  const Row deviations = x - moments.mean;
  return {{"mean", moments.mean},
          {"deviations", numbers_of(deviations)},
          {"squares", numbers_of(deviations.square())},
          {"variance", moments.variance},
          {"eps", eps},
          {"divisor", std::sqrt(moments.variance + eps)},
          {"rstd", moments.rstd},
          {"normalized", numbers_of(deviations * moments.rstd)}};
}

/// A call of layer_norm or rms_norm: input[, weight[, bias]].
struct Norm {
  explicit Norm(const Call& of)
      : call(of), is_centred(Name(of.operation.name) == "layer_norm"), shape(normalized_shape(of)) {
    const Shape& size = call[0].shape();
    if (shape.empty()) {
      raise(
          {"Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, "
           "but got normalized_shape = ",
           shape});
    }
    for (Index n = 1; n < call.size(); ++n) {
      if (call[n].shape() == shape) continue;
      const char* name = n == 1 ? "weight" : "bias";
      raise({"Expected ", name, " to be of same shape as normalized_shape, but got ", name, " of shape ",
             call[n].shape(), " and normalized_shape = ", shape});
    }
    if (shape.size() > size.size() || !std::equal(shape.begin(), shape.end(), size.end() - shape.size())) {
      std::string wants = "[*";
      for (const Index each : shape) wants += ", " + std::to_string(each);
      raise({"Given normalized_shape=", shape, ", expected input with shape ", wants,
             "], but got input of size", size});
    }
    if (is_centred && call.size() > 1 && call[1].dtype() != call[0].dtype() && is_floating(call[0].dtype()))
      raise({"expected scalar type ", scalar_type(call[0].dtype()), " but found ",
             scalar_type(call[1].dtype())});
    refuse_whole(call[0], is_centred ? "LayerNormKernelImpl" : "RMSNormKernelImpl");
    along = Axes::of(size.size() - shape.size(), shape.size());
    const auto width = to_eigen(element_count(shape));
    weight = call.size() > 1 ? numbers(call[1]) : Row::Ones(width);
    bias = call.size() > 2 ? numbers(call[2]) : Row::Zero(width);
    // PyTorch's defaults.
    const double least = call[0].dtype() == DType::float64
                             ? std::numeric_limits<double>::epsilon()
                             : static_cast<double>(std::numeric_limits<float>::epsilon());
    eps = call.attributes.number("eps", is_centred ? kLayerNormEpsilon : least);
  }

  static Shape normalized_shape(const Call& call) {
    if (!call.attributes.has("normalized_shape")) {
      return call.size() > 1 ? call[1].shape() : Shape{call[0].size(-1)};
    }
    Shape shape;
    for (const std::int64_t size : call.attributes.list("normalized_shape")) {
      shape.push_back(static_cast<Index>(size));
    }
    return shape;
  }
  static Row numbers(const Tensor& x) {
    Row row;
    Rows(x, Axes::of(0, x.rank())).read(0, row);
    return row;
  }

  Moments moments(const Row& x) const { return moments_of(x, eps, is_centred); }

  const Call& call;
  bool is_centred;
  Shape shape;  ///< of a row
  Axes along = {};
  Row weight = {};
  Row bias = {};
  double eps = 0;
};

/// y = x̂ ∘ weight + bias with x̂ = (x − mean) · rstd
Tensor norm_forward(const Call& call) {
  const Norm norm(call);
  const Rows rows(call[0], norm.along);
  Rows made(call[0].shape(), call[0].dtype(), norm.along);
  Row x;
  for (Index i = 0; i < rows.count() && rows.width() > 0; ++i) {
    rows.read(i, x);
    const Moments of = norm.moments(x);
    made.write(i, normalized(x, of) * norm.weight + norm.bias);
  }
  return made.tensor();
}

/// ∂x̂ = ∂y ∘ weight
Tensor norm_input_gradient(const Backward& b) {
  const Norm norm(b.call);
  const Rows rows(b.call[0], norm.along);
  const Rows grads(b.grad, norm.along);
  Rows made(b.call[0].shape(), b.grad.dtype(), norm.along);
  Row x;
  Row dy;
  for (Index i = 0; i < rows.count() && rows.width() > 0; ++i) {
    rows.read(i, x);
    grads.read(i, dy);
    const Moments of = norm.moments(x);
    const Row normal = normalized(x, of);
    const Row slope = dy * norm.weight;
    made.write(i, normalized_gradient(normal, slope, of.rstd, norm.is_centred));
  }
  return made.tensor();
}

/// ∂weight = Σ ∂y ∘ x̂ and ∂bias = Σ ∂y, over rows
Tensor norm_parameter_gradient(const Backward& b) {
  const Norm norm(b.call);
  const Rows rows(b.call[0], norm.along);
  const Rows grads(b.grad, norm.along);
  Row sums = Row::Zero(norm.weight.size());
  Row x;
  Row dy;
  for (Index i = 0; i < rows.count(); ++i) {
    grads.read(i, dy);
    if (b.operand == 1) {
      rows.read(i, x);
      const Moments of = norm.moments(x);
      dy *= normalized(x, of);
    }
    sums += dy;
  }
  Tensor made(norm.shape, DType::float64);
  flat<double>(made) = sums.transpose();
  return made.to(b.grad.dtype());
}

/// Weights of the cells make their sum of products the number: the slope of y by x where the moments stay, and the mean as a sum.
void explain_norm(Reason& why) {
  const Norm norm(why.call);
  const ExplainedRow row(why, why[0], norm.along);
  const Moments of = norm.moments(row.numbers);
  const double slope = of.rstd * norm.weight(static_cast<Eigen::Index>(row.place));
  const double share = norm.is_centred ? 1 / static_cast<double>(row.size()) : 0;
  for (Index i = 0; i < row.size(); ++i) why.cell(0, row.cell(i), slope * ((i == row.place ? 1 : 0) - share));
  why.facts(facts_of(row.numbers, norm.eps, of));
  if (norm.is_centred) why.word("mean", {}, of.mean, 0);
  why.word("rstd", {}, of.rstd, 0);
  const Shape column = index_of(norm.shape, row.place);
  if (why.call.size() > 1) why.cell(1, column, 0);
  if (why.call.size() > 2) why.cell(2, column, 1);
  why.fact("position", static_cast<double>(row.place));
}

/// ∂xᵢ = Σⱼ ∂yⱼ wⱼ rstd ((1 where i = j) − 1 / N − x̂ᵢ x̂ⱼ / N)
void explain_norm_input_gradient(Reason& why) {
  const Norm norm(why.call);
  const ExplainedRow row(why, why[0], norm.along);
  const Moments of = norm.moments(row.numbers);
  const Row normal = normalized(row.numbers, of);
  const auto i = static_cast<Eigen::Index>(row.place);
  const double share = 1 / static_cast<double>(row.size());
  for (Eigen::Index j = 0; j < normal.size(); ++j) {
    const double slope = (i == j ? 1 : 0) - (norm.is_centred ? share : 0) - normal(i) * normal(j) * share;
    why.cell(kGrad, row.cell(static_cast<Index>(j)), norm.weight(j) * of.rstd * slope);
  }
  if (norm.is_centred) why.fact("mean", of.mean);
  why.fact("rstd", of.rstd);
  why.fact("normal", normal(i));
}

void explain_norm_parameter_gradient(Reason& why) {
  const Norm norm(why.call);
  const Shape& shape = why[0].shape();
  const Shape outer = reduced(shape, norm.along, /*keepdim=*/false);
  const Index place = offset_of(norm.shape, why.index);
  for (Index row = 0; row < element_count(outer); ++row) {
    const Shape start = row_start(shape, norm.along, index_of(outer, row));
    double weight = 1;
    if (why.operand == 1) {
      const Row x = row_at(why[0], norm.along, start);
      const Moments of = norm.moments(x);
      weight = (x(static_cast<Eigen::Index>(place)) - of.mean) * of.rstd;
    }
    why.cell(kGrad, cell_of_row(shape, norm.along, start, place), weight);
  }
}

constexpr const char* kShares = "(3, 4) dim=-1; (2, 3, 4) dim=1; () dim=0; (0, 3) dim=1; (3, 0) dim=1";

}  // namespace

Facts softmax_facts(std::span<const float> row) {
  assert(!row.empty());
  return facts_of(Powers(row_of(row)));
}

Facts layer_norm_facts(std::span<const float> row, double eps) {
  assert(!row.empty());
  const Row x = row_of(row);
  return facts_of(x, eps, moments_of(x, eps));
}

namespace op {
constexpr Operation softmax = {.name = "softmax",
                               .parameters = "input dim",
                               .formula = "yᵢ = e^(xᵢ − max x) / Σⱼ e^(xⱼ − max x)",
                               .forward = softmax_forward,
                               .explain = explain_powers,
                               .derivatives = {{.gradient = softmax_backward,
                                                .explain = explain_softmax_gradient,
                                                .reads = {kResult, kNothing}}},
                               .examples = kShares};
constexpr Operation log_softmax = {.name = "log_softmax",
                                   .parameters = "input dim",
                                   .formula = "yᵢ = xᵢ − max x − ln Σⱼ e^(xⱼ − max x)",
                                   .forward = log_softmax_forward,
                                   .explain = explain_log_softmax,
                                   .derivatives = {{.gradient = log_softmax_backward,
                                                    .explain = explain_log_softmax_gradient,
                                                    .reads = {kResult, kNothing}}},
                                   .examples = kShares};
constexpr Operation logsumexp = [] {
  Operation operation = reduction<LogSumExp, Gives::floating>("logsumexp", "y = max x + ln Σ e^(xᵢ − max x)",
                                                              explain_logsumexp);
  operation.parameters = "input dim keepdim=False";
  operation.examples = "(3, 4) dim=1; (2, 3, 4) dim=[0, 2]; (2, 3) dim=-1 keepdim=True; (3, 0) dim=1";
  return operation;
}();

constexpr Operation layer_norm = {
    .name = "layer_norm",
    .parameters = "input normalized_shape weight=None bias=None eps=1e-05",
    .formula = "y = (x − mean) / √(variance + eps) ∘ weight + bias",
    .forward = norm_forward,
    .explain = explain_norm,
    .derivatives = {{.gradient = norm_input_gradient,
                     .explain = explain_norm_input_gradient,
                     .reads = {0, 1}},
                    {.gradient = norm_parameter_gradient,
                     .explain = explain_norm_parameter_gradient,
                     .reads = {0, kNothing}},
                    {.gradient = norm_parameter_gradient, .explain = explain_norm_parameter_gradient}},
    .examples =
        "(3, 4) (4) (4) normalized_shape=[4]; (2, 3, 4) (3, 4) normalized_shape=[3, 4] eps=0.1; "
        "(2, 5) normalized_shape=[5]",
    .pytorch =
        "lambda input, *parameters, normalized_shape, **by: F.layer_norm(input, normalized_shape, "
        "*parameters, **by)"};
constexpr Operation rms_norm = [] {
  Operation operation = layer_norm;
  operation.name = "rms_norm";
  operation.parameters = "input normalized_shape weight=None eps=None";
  operation.formula = "y = x / √(mean of x² + eps) ∘ weight";
  operation.derivatives[2] = {};
  operation.examples = "(3, 4) (4) normalized_shape=[4]; (2, 3, 4) normalized_shape=[3, 4] eps=0.1";
  operation.pytorch =
      "lambda input, *parameters, normalized_shape, **by: F.rms_norm(input, normalized_shape, "
      "*parameters, **by)";
  return operation;
}();
}  // namespace op

Family normalising_operations() {
  return family<op::softmax, op::log_softmax, op::logsumexp, op::layer_norm, op::rms_norm>();
}

}  // namespace headsup
