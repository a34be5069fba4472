// Along axes: sums and means, largest numbers, running sums.
//
// In formulas x is a row: the numbers along `dim`, or all; N is how many they are. Source of the derivatives where numbers are equal
// or 0: torch/csrc/autograd/FunctionsManual.cpp.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "headsup/tensor/refusal.h"
#include "operations/axes.h"
#include "operations/families.h"
#include "operations/operations.h"

namespace headsup {
namespace {

double length_of(const Row& x) {
  return static_cast<double>(x.size());
}
Row constant(const Row& x, double value) {
  return Row::Constant(x.size(), value);
}

// Sums and products.

struct Sum {
  static double forward(const Row& x, const Call&) { return x.sum(); }
  static Row backward(const Row& x, double, double dy, const Call&) { return constant(x, dy); }
  static constexpr Index kReads[2] = {kNothing, kNothing};
};
void explain_sum(Reason& why) {
  why.facts(product_facts(numbers_of(explain_row(why))));
}

struct Mean {
  static void check(const Call& call) {
    if (is_floating(call[0].dtype())) return;
    raise(
        {"mean(): could not infer output dtype. Input dtype must be either a floating "
         "point or complex dtype. Got: ",
         scalar_type(call[0].dtype())});
  }
  static double forward(const Row& x, const Call&) { return x.sum() / length_of(x); }
  static Row backward(const Row& x, double, double dy, const Call&) { return constant(x, dy / length_of(x)); }
  static constexpr Index kReads[2] = {kNothing, kNothing};
};
void explain_mean(Reason& why) {
  const Row x = explain_row(why);
  for (OperandTerm& term : why.terms) term.weight = 1 / length_of(x);
  why.facts(product_facts(numbers_of(x)));
  why.fact("count", length_of(x));
}

struct Prod {
  static double forward(const Row& x, const Call&) { return x.prod(); }
  /// ∂xᵢ = ∂y · the product of all others: not y / xᵢ, which may be 0 / 0.
  static Row backward(const Row& x, double, double dy, const Call&) {
    Row dx = constant(x, dy);
    double before = 1;
    double after = 1;
    for (Eigen::Index i = 0; i < x.size(); ++i) {
      const Eigen::Index from_end = x.size() - 1 - i;
      dx(i) *= before;
      dx(from_end) *= after;
      before *= x(i);
      after *= x(from_end);
    }
    return dx;
  }
  static constexpr Index kReads[2] = {0, kNothing};
};
void explain_prod(Reason& why) {
  explain_row(why);
}

// Spread.

/// N − correction: by what the sum of squares is divided.
double freedom(const Row& x, const Call& call) {
  const double correction =
      call.attributes.number("correction", call.attributes.flag("unbiased", true) ? 1 : 0);
  return std::max(length_of(x) - correction, 0.0);
}

/// NaN of no number, for which Eigen's mean() asserts.
double mean_of(const Row& x) {
  return x.sum() / length_of(x);
}

struct Var {
  static void check(const Call& call) {
    if (is_floating(call[0].dtype())) return;
    raise({"std and var only support floating point and complex dtypes"});
  }
  static double forward(const Row& x, const Call& call) {
    return (x - mean_of(x)).square().sum() / freedom(x, call);
  }
  static Row backward(const Row& x, double, double dy, const Call& call) {
    return dy * 2 / freedom(x, call) * (x - mean_of(x));
  }
  static constexpr Index kReads[2] = {0, kNothing};
};

struct Std {
  static void check(const Call& call) { Var::check(call); }
  static double forward(const Row& x, const Call& call) { return std::sqrt(Var::forward(x, call)); }
  /// 0 where all numbers are equal.
  static Row backward(const Row& x, double y, double dy, const Call& call) {
    return y == 0 ? constant(x, 0) : Var::backward(x, y, dy / (2 * y), call);
  }
  static constexpr Index kReads[2] = {0, kResult};
};

void explain_spread(Reason& why) {
  const Row x = explain_row(why);
  const Row deviations = x - mean_of(x);
  const double divisor = freedom(x, why.call);
  why.fact("mean", mean_of(x));
  why.fact("deviations", numbers_of(deviations));
  why.fact("squares", numbers_of(deviations.square()));
  why.fact("sum", deviations.square().sum());
  why.fact("divisor", divisor);
  why.fact("variance", deviations.square().sum() / divisor);
}

struct Norm {
  static void check(const Call& call) {
    if (!is_floating(call[0].dtype())) {
      raise({"linalg.vector_norm: Expected a floating point or complex tensor as input. Got ",
             scalar_type(call[0].dtype())});
    }
    if (call.attributes.number("p", 2) != 2) raise({"norm: only p=2 is implemented"});
  }
  static double forward(const Row& x, const Call&) { return std::sqrt(x.square().sum()); }
  /// 0 where all numbers are 0.
  static Row backward(const Row& x, double y, double dy, const Call&) {
    return y == 0 ? constant(x, 0) : dy / y * x;
  }
  static constexpr Index kReads[2] = {0, kResult};
};
void explain_norm(Reason& why) {
  why.facts(product_facts(numbers_of(explain_row(why).square())));
}

// The largest and the smallest.

/// Where the largest or the smallest number is: the first of them, or the first NaN.
Index place_of(const Row& x, bool largest) {
  Eigen::Index best = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    if (std::isnan(x(i))) return static_cast<Index>(i);
    if (largest ? x(i) > x(best) : x(i) < x(best)) best = i;
  }
  return static_cast<Index>(best);
}

void check_not_empty(const Call& call) {
  if (!call[0].empty()) return;
  const Name name = call.operation.name;
  if (call.attributes.list("dim").empty()) {
    raise({name,
           "(): Expected reduction dim to be specified for input.numel() == 0. "
           "Specify the reduction dim with the 'dim' argument."});
  }
  for (Index axis = 0; axis < call[0].rank(); ++axis) {
    if (!Axes::all_of(call).has(axis) || call[0].shape()[axis] != 0) continue;
    raise(ErrorCode::index_error, {name, "(): Expected reduction dim ", axis, " to have non-zero size."});
  }
}

/// amax and amin: equal numbers share the gradient. max and min do so only without `dim`; along one it goes to the first.
template <bool largest, bool shares>
struct Extreme {
  static void check(const Call& call) { check_not_empty(call); }
  static double forward(const Row& x, const Call&) {
    return largest ? x.maxCoeff<Eigen::PropagateNaN>() : x.minCoeff<Eigen::PropagateNaN>();
  }
  static Row backward(const Row& x, double y, double dy, const Call& call) {
    if (shares || !call.attributes.has("dim")) {
      Row is_extreme = (x == y).template cast<double>();
      // Where y is NaN, amax and amin have no gradient: 0 / 0.
      if (!shares) is_extreme += x.isNaN().template cast<double>();
      return dy * is_extreme / is_extreme.sum();
    }
    Row dx = constant(x, 0);
    dx(static_cast<Eigen::Index>(place_of(x, largest))) = dy;
    return dx;
  }
  static constexpr Index kReads[2] = {0, kResult};
};

template <bool largest>
struct Place {
  static void check(const Call& call) { check_not_empty(call); }
  static double forward(const Row& x, const Call&) { return static_cast<double>(place_of(x, largest)); }
};

template <bool largest>
void explain_place(Reason& why) {
  why.fact("position", static_cast<double>(place_of(explain_row(why), largest)));
}
template <bool largest>
void explain_extreme(Reason& why) {
  explain_place<largest>(why);
  const auto place = static_cast<Index>(why.number("position"));
  for (Index i = 0; i < why.terms.size(); ++i) why.terms[i].weight = i == place ? 1 : 0;
}

// Bits.

struct All {
  static double forward(const Row& x, const Call&) { return (x != 0).all() ? 1 : 0; }
};
struct Any {
  static double forward(const Row& x, const Call&) { return (x != 0).any() ? 1 : 0; }
};
void explain_bits(Reason& why) {
  const Row x = explain_row(why);
  why.fact("count", static_cast<double>((x != 0).count()));
}

// Running sums.

Row running_sum(const Row& x) {
  Row y = x;
  for (Eigen::Index i = 1; i < y.size(); ++i) y(i) += y(i - 1);
  return y;
}
Tensor cumsum_forward(const Call& call) {
  return map_rows(call, dtype_for(Gives::whole, call[0].dtype()), running_sum);
}
/// ∂xᵢ = Σⱼ ∂yⱼ from j = i on
Tensor cumsum_backward(const Backward& b) {
  return map_gradient(b,
                      [](const Row&, const Row& dy) -> Row { return running_sum(dy.reverse()).reverse(); });
}
void explain_cumsum(Reason& why) {
  const ExplainedRow row(why, why[0], Axes::one_of(why.call));
  for (Index i = 0; i <= row.place; ++i) why.cell(0, row.cell(i));
  why.facts(product_facts(numbers_of(row.numbers.head(static_cast<Eigen::Index>(row.place + 1)))));
}
void explain_cumsum_gradient(Reason& why) {
  const ExplainedRow row(why, why[0], Axes::one_of(why.call));
  for (Index i = row.place; i < row.size(); ++i) why.cell(kGrad, row.cell(i));
}

// Positions in the order of their numbers; equal ones keep theirs, and NaN is the largest.

template <bool descends>
Row order_of(const Row& x) {
  Row y = x;
  std::iota(y.begin(), y.end(), 0.0);
  std::stable_sort(y.begin(), y.end(), [&](double i, double j) {
    const double a = x(static_cast<Eigen::Index>(descends ? j : i));
    const double b = x(static_cast<Eigen::Index>(descends ? i : j));
    return a < b || (std::isnan(b) && !std::isnan(a));
  });
  return y;
}
Tensor argsort_forward(const Call& call) {
  const bool descends = call.attributes.flag("descending", false);
  return map_rows(call, DType::int64, descends ? order_of<true> : order_of<false>);
}
void explain_argsort(Reason& why) {
  const ExplainedRow row(why, why[0], Axes::one_of(why.call));
  for (Index i = 0; i < row.size(); ++i) why.cell(0, row.cell(i));
}

/// With other parameters, examples or a call in PyTorch than reductions have.
constexpr Operation with(Operation operation, const char* parameters, const char* examples,
                         const char* pytorch = nullptr) {
  operation.parameters = parameters;
  operation.examples = examples;
  operation.pytorch = pytorch;
  return operation;
}

constexpr const char* kExtremes =
    "(3, 4); (2, 3, 4) dim=1; (2, 3) dim=-1 keepdim=True; i3(2, 5) dim=1; i2(3, 3); ()";
constexpr const char* kSpreads =
    "(3, 4); (2, 3, 4) dim=[0, 2] correction=0; (3, 4) dim=1 keepdim=True; (2, 3) dim=[1]";
constexpr const char* kBits = "b(3, 4); b(2, 3, 4) dim=1; i2(2, 3) dim=-1 keepdim=True; (); (0, 2)";

}  // namespace

namespace op {
constexpr Operation sum = reduction<Sum, Gives::whole>("sum", "y = Σ xᵢ", explain_sum);
constexpr Operation mean = reduction<Mean, Gives::same>("mean", "y = Σ xᵢ / N", explain_mean);
constexpr Operation prod =
    with(reduction<Prod, Gives::whole>("prod", "y = ∏ xᵢ", explain_prod), "input dim=None keepdim=False",
         "(3, 4); (2, 3, 4) dim=1; i3(2, 3) dim=-1 keepdim=True; (); (0, 2) dim=0");
constexpr Operation var =
    with(reduction<Var, Gives::same>("var", "y = Σ (xᵢ − mean)² / (N − correction)", explain_spread),
         "input dim=None unbiased=True correction=1 keepdim=False", kSpreads);
constexpr Operation std =
    with(reduction<Std, Gives::same>("std", "y = √(Σ (xᵢ − mean)² / (N − correction))", explain_spread),
         "input dim=None unbiased=True correction=1 keepdim=False", kSpreads);
constexpr Operation norm =
    with(reduction<Norm, Gives::same>("norm", "y = √Σ xᵢ²", explain_norm), "input p=2 dim=None keepdim=False",
         "(3, 4); (2, 3, 4) dim=[0, 2]; (3, 4) dim=1 keepdim=True; ()");

constexpr Operation max =
    with(reduction<Extreme<true, false>, Gives::same>("max", "y = the largest xᵢ", explain_extreme<true>),
         "input dim=None keepdim=False", kExtremes,
         "lambda input, **by: torch.max(input, **by).values if 'dim' in by else torch.max(input)");
constexpr Operation min =
    with(reduction<Extreme<false, false>, Gives::same>("min", "y = the smallest xᵢ", explain_extreme<false>),
         "input dim=None keepdim=False", kExtremes,
         "lambda input, **by: torch.min(input, **by).values if 'dim' in by else torch.min(input)");
constexpr Operation amax =
    with(reduction<Extreme<true, true>, Gives::same>("amax", "y = the largest xᵢ", explain_extreme<true>),
         "input dim=None keepdim=False", "(3, 4); (2, 3, 4) dim=[0, 2]; i2(2, 3, 4) dim=1 keepdim=True");
constexpr Operation amin =
    with(reduction<Extreme<false, true>, Gives::same>("amin", "y = the smallest xᵢ", explain_extreme<false>),
         "input dim=None keepdim=False", "(3, 4); (2, 3, 4) dim=[0, 2]; i2(2, 3, 4) dim=1 keepdim=True");
constexpr Operation argmax =
    with(reduction<Place<true>, Gives::index>("argmax", "y = the i of the largest xᵢ", explain_place<true>),
         "input dim=None keepdim=False", kExtremes);
constexpr Operation argmin = with(
    reduction<Place<false>, Gives::index>("argmin", "y = the i of the smallest xᵢ", explain_place<false>),
    "input dim=None keepdim=False", kExtremes);

constexpr Operation all =
    with(reduction<All, Gives::truth>("all", "y = 1 where no xᵢ is 0, else 0", explain_bits),
         "input dim=None keepdim=False", kBits);
constexpr Operation any =
    with(reduction<Any, Gives::truth>("any", "y = 1 where an xᵢ is not 0, else 0", explain_bits),
         "input dim=None keepdim=False", kBits);

constexpr Operation cumsum = {
    .name = "cumsum",
    .parameters = "input dim",
    .formula = "yᵢ = Σⱼ xⱼ up to j = i",
    .forward = cumsum_forward,
    .explain = explain_cumsum,
    .derivatives = {{.gradient = cumsum_backward, .explain = explain_cumsum_gradient}},
    .examples = "(3, 4) dim=-1; (2, 3, 4) dim=1; b(5) dim=0; () dim=0; (0, 3) dim=0"};
constexpr Operation argsort = {.name = "argsort",
                               .parameters = "input dim=-1 descending=False",
                               .formula = "y = the i of the xᵢ in their order",
                               .forward = argsort_forward,
                               .explain = explain_argsort,
                               .examples = "(3, 4); (2, 3, 4) dim=1 descending=True; (5) dim=0; (); (0, 3)"};
}  // namespace op

Family row_operations() {
  return family<op::sum, op::mean, op::prod, op::var, op::std, op::norm, op::max, op::min, op::amax, op::amin,
                op::argmax, op::argmin, op::all, op::any, op::cumsum, op::argsort>();
}

}  // namespace headsup
