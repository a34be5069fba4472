// One number at a time: arithmetic, functions, comparisons (eq and ne are in masks.cpp).
//
// In formulas ∂x is the gradient of the loss by x. Sources: torch's documentation of each name;
// tools/autograd/derivatives.yaml for the derivatives at the edges, such as relu's at 0.
#include <cmath>
#include <limits>
#include <numbers>

#include "headsup/tensor/refusal.h"
#include "operations/families.h"
#include "operations/formulas.h"
#include "operations/operations.h"
#include "operations/pointwise.h"
#include "tensor/elementary.h"

namespace headsup {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPerRoot2Pi = 0.39894228040143267794;  // 1 / √(2π)
constexpr double kRoot2PerPi = 0.79788456080286535588;  // √(2 / π)
constexpr double kTwoPerRootPi = 2 * std::numbers::inv_sqrtpi;

double exponential(double x) {
  return x <= 0 ? exp_of_negative(x) : std::exp(x);
}
auto exp_of(const auto& x) {
  return x.unaryExpr(&exponential);
}
auto sigmoid_of(const auto& x) {
  return 1 / (1 + exp_of(-x));
}
/// Φ(x), the standard normal distribution, and its density φ(x).
auto normal_cdf_of(const auto& x) {
  return x.unaryExpr(&normal_cdf);
}
auto normal_density_of(const auto& x) {
  return kPerRoot2Pi * (-0.5 * x.square()).unaryExpr(&exp_of_negative);
}
auto power_of(const auto& a, const auto& b) {
  return a.binaryExpr(b, [](double base, double exponent) { return std::pow(base, exponent); });
}
/// Of steps and roundings: their slope is 0, also where ∂y is NaN.
auto no_change(const auto& dy) {
  return dy.unaryExpr([](double) { return 0.0; });
}

/// PyTorch's refusal of types for which it has no such function.
[[noreturn]] void refuse_type(const char* function, DType dtype) {
  raise({"\"", function, "\" not implemented for '", scalar_type(dtype), "'"});
}
DType common_type(const Call& call) {
  return call.size() == 1 ? call[0].dtype() : result_type(call[0], call[1]);
}
void refuse_bool(const Call& call, const char* function) {
  if (common_type(call) == DType::boolean) refuse_type(function, DType::boolean);
}
void want_floating(const Call& call, const char* function) {
  if (!is_floating(call[0].dtype())) refuse_type(function, call[0].dtype());
}
/// Whole numbers have no infinity, which is what a division by 0 would give.
void refuse_whole_zero(const Call& call) {
  if (is_floating(common_type(call)) || call[0].empty()) return;
  for (Index i = 0; i < call[1].count(); ++i) {
    if (call[1].at_position(i) == 0) raise({"ZeroDivisionError"});
  }
}

constexpr Operation with_examples(Operation row, const char* examples) {
  row.examples = examples;
  return row;
}
constexpr Operation in_torch(Operation row, const char* pytorch) {
  row.pytorch = pytorch;
  return row;
}
constexpr Operation with_parameters(Operation row, const char* parameters, const char* examples) {
  row.parameters = parameters;
  row.examples = examples;
  return row;
}
/// The number is x times weight(x).
template <double (*weight)(double)>
void explain_factor(Reason& why) {
  why.broadcast_cell(0, why.index, weight(why[0].at(why.index)));
}

// Arithmetic.

struct Add {
  static auto forward(const auto& a, const auto& b) { return a + b; }
  static auto backward_a(const auto& dy) { return dy; }
  static auto backward_b(const auto& dy) { return dy; }
};

struct Sub {
  static auto forward(const auto& a, const auto& b) { return a - b; }
  static auto backward_a(const auto& dy) { return dy; }
  static auto backward_b(const auto& dy) { return -dy; }

  static void check(const Call& call) {
    const bool has_a = call[0].dtype() == DType::boolean;
    const bool has_b = call[1].dtype() == DType::boolean;
    if (has_a && has_b) {
      raise(
          {"Subtraction, the `-` operator, with two bool tensors is not supported. Use the "
           "`^` or `logical_xor()` operator instead."});
    }
    if (has_a || has_b) {
      raise(
          {"Subtraction, the `-` operator, with a bool tensor is not supported. If you are "
           "trying to invert a mask, use the `~` or `logical_not()` operator instead."});
    }
  }
};
void explain_sub(Reason& why) {
  why.broadcast_cell(0);
  why.broadcast_cell(1, why.index, -1);
}

struct Mul {
  static auto forward(const auto& a, const auto& b) { return a * b; }
  static auto backward_a(const auto& b, const auto& dy) { return dy * b; }
  static auto backward_b(const auto& a, const auto& dy) { return dy * a; }
};

struct Div {
  static auto forward(const auto& a, const auto& b) { return a / b; }
  static auto backward_a(const auto& b, const auto& dy) { return dy / b; }
  static auto backward_b(const auto& a, const auto& b, const auto& dy) { return -dy * (a / b / b); }
};

struct Pow {
  static auto forward(const auto& a, const auto& b) { return power_of(a, b); }
  static auto backward_a(const auto& a, const auto& b, const auto& dy) {
    return (b == 0).select(0.0, dy * b * power_of(a, b - 1));
  }
  static auto backward_b(const auto& a, const auto& b, const auto& dy) {
    return dy * (a == 0 && b >= 0).select(0.0, power_of(a, b) * a.log());
  }
};
/// Whole numbers: 1 / aⁿ is rounded towards 0, and of 0 it is 0.
struct WholePow {
  static auto forward(const auto& a, const auto& b) { return (a == 0 && b < 0).select(0.0, power_of(a, b)); }
};
constexpr Operation pow_row() {
  Operation row = binary<Pow>("pow", "y = aᵇ");
  row.parameters = "input exponent";
  row.forward = [](const Call& call) {
    constexpr Operation kPow = binary<Pow>("", "");
    constexpr Operation kWholePow = binary<WholePow>("", "");
    refuse_bool(call, "pow");
    if (is_floating(common_type(call))) return kPow.forward(call);
    // Without axes it is a number of the program.
    if (call[1].rank() == 0 && call[1].item() < 0)
      raise({"Integers to negative integer powers are not allowed."});
    return kWholePow.forward(call);
  };
  row.examples =
      "p(3, 4) (3, 4); p(2, 3, 4) (4); (3, 4) i4(); p(3, 1) (1, 4); (2, 3) i3(3); i5(3) i3(3); (0, 3) (3)";
  return row;
}

/// Rounded down. Source: c10::div_floor_floating.
double floor_quotient(double a, double b) {
  if (b == 0) return a / b;
  const double rest = std::fmod(a, b);
  double quotient = (a - rest) / b;
  if (rest != 0 && (b < 0) != (rest < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(0.0, a / b);
  const double floor = std::floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}
auto floor_quotient_of(const auto& a, const auto& b) {
  return a.binaryExpr(b, &floor_quotient);
}
struct FloorDivide {
  static auto forward(const auto& a, const auto& b) { return floor_quotient_of(a, b); }
  static void check(const Call& call) {
    refuse_bool(call, "div_floor_cpu");
    refuse_whole_zero(call);
  }
};

/// a − b · floor(a / b), which has the sign of b.
double remainder_of(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0 && (b < 0) != (rest < 0) ? rest + b : rest;
}
struct Remainder {
  static auto forward(const auto& a, const auto& b) { return a.binaryExpr(b, &remainder_of); }
  static auto backward_a(const auto& dy) { return dy; }
  static auto backward_b(const auto& a, const auto& b, const auto& dy) {
    return -dy * floor_quotient_of(a, b);
  }
  static void check(const Call& call) {
    refuse_bool(call, "remainder_cpu");
    refuse_whole_zero(call);
  }
};

/// NaN if one of them is. Where both are the same, each has half of the gradient.
struct Maximum {
  static auto forward(const auto& a, const auto& b) { return (a >= b || a != a).select(a, b); }
  static auto backward_a(const auto& a, const auto& b, const auto& dy) {
    return (a < b).select(0.0, (a == b).select(dy / 2, dy));
  }
  static auto backward_b(const auto& a, const auto& b, const auto& dy) { return backward_a(b, a, dy); }
};
struct Minimum {
  static auto forward(const auto& a, const auto& b) { return (a <= b || a != a).select(a, b); }
  static auto backward_a(const auto& a, const auto& b, const auto& dy) {
    return (a > b).select(0.0, (a == b).select(dy / 2, dy));
  }
  static auto backward_b(const auto& a, const auto& b, const auto& dy) { return backward_a(b, a, dy); }
};

constexpr const char* kWholeToo =
    "(3, 4) (3, 4); (2, 3, 4) (4); (3, 1) (1, 4); () (2, 2); i5(2, 3) i5(3); (2, 3) i5(); (0, 3) (3)";
constexpr const char* kByPositive =
    "(3, 4) p(3, 4); (2, 3, 4) p(4); (3, 1) p(1, 4); () p(2, 2); (2, 2) (2, 2); (0, 3) p(3)";

// Choices.

struct Clamp {
  static constexpr Number numbers[] = {{"min", -kInfinity}, {"max", kInfinity}};
  static auto forward(const auto& x, const auto& min, const auto& max) {
    const auto raised = (x < min).select(min, x);
    return (raised > max).select(max, raised);
  }
  static auto backward(const auto& x, const auto& min, const auto& max, const auto& dy) {
    return (x >= min && x <= max).select(dy, 0.0);
  }
};
/// Bounds that are whole leave whole numbers whole.
DType clamped_type(const Call& call) {
  DType dtype = std::max(call[0].dtype(), DType::int64);
  for (const Number& bound : Clamp::numbers) {
    const double number = call.attributes.number(bound.name, bound.otherwise);
    if (call.attributes.has(bound.name) && number != std::floor(number))
      dtype = std::max(dtype, DType::float32);
  }
  return dtype;
}
constexpr Operation clamp_row() {
  Operation row = unary<Clamp, Kind::same>("clamp", "y = min(max(x, min), max)");
  row.parameters = "input min=None max=None";
  row.forward = [](const Call& call) {
    if (!call.attributes.has("min") && !call.attributes.has("max"))
      raise({"torch.clamp: At least one of 'min' or 'max' must not be None"});
    return pointwise_result<Clamp, Kind::same, 1>(call, call[0].shape(), clamped_type(call));
  };
  row.examples =
      "(3, 4) min=-0.5 max=0.5; (2, 1, 3) min=0; () max=1.5; i9(3, 4) min=2 max=5; i9(3) max=2.5; (0, 2) "
      "min=0";
  return row;
}

// Functions.

struct Neg {
  static auto forward(const auto& x) { return -x; }
  static auto backward(const auto& dy) { return -dy; }
  static void check(const Call& call) {
    if (call[0].dtype() != DType::boolean) return;
    raise(
        {"Negation, the `-` operator, on a bool tensor is not supported. If you are trying "
         "to invert a mask, use the `~` or `logical_not()` operator instead."});
  }
};
double minus_one(double) {
  return -1;
}

/// −1, 0 or 1; 0 of NaN, as in PyTorch.
auto sign_of(const auto& x) {
  return truth(x > 0) - truth(x < 0);
}
struct Abs {
  static auto forward(const auto& x) { return x.abs(); }
  static auto backward(const auto& x, const auto& dy) { return dy * sign_of(x); }
  static void check(const Call& call) { refuse_bool(call, "abs_cpu"); }
};
struct Sign {
  static auto forward(const auto& x) { return sign_of(x); }
  static auto backward(const auto& dy) { return no_change(dy); }
};

struct Sqrt {
  static auto forward(const auto& x) { return x.sqrt(); }
  static auto backward_by_result(const auto& y, const auto& dy) { return dy / (2 * y); }
};
struct Rsqrt {
  static auto forward(const auto& x) { return 1 / x.sqrt(); }
  static auto backward_by_result(const auto& y, const auto& dy) { return -0.5 * dy * y.cube(); }
};
struct Square {
  static auto forward(const auto& x) { return x.square(); }
  static auto backward(const auto& x, const auto& dy) { return 2 * x * dy; }
};
constexpr Operation square_row() {
  Operation row = unary<Square, Kind::same>("square", "y = x²");
  row.forward = [](const Call& call) {
    return pointwise_result<Square, Kind::same, 1>(call, call[0].shape(),
                                                   std::max(call[0].dtype(), DType::int64));
  };
  return row;
}
struct Reciprocal {
  static auto forward(const auto& x) { return 1 / x; }
  static auto backward_by_result(const auto& y, const auto& dy) { return -dy * y.square(); }
};

struct Exp {
  static auto forward(const auto& x) { return exp_of(x); }
  static auto backward_by_result(const auto& y, const auto& dy) { return dy * y; }
};
struct Log {
  static auto forward(const auto& x) { return x.log(); }
  static auto backward(const auto& x, const auto& dy) { return dy / x; }
};
struct Log2 {
  static auto forward(const auto& x) { return x.log2(); }
  static auto backward(const auto& x, const auto& dy) { return dy / (x * std::numbers::ln2); }
};
struct Log10 {
  static auto forward(const auto& x) { return x.log10(); }
  static auto backward(const auto& x, const auto& dy) { return dy / (x * std::numbers::ln10); }
};
struct Log1p {
  static auto forward(const auto& x) { return x.log1p(); }
  static auto backward(const auto& x, const auto& dy) { return dy / (1 + x); }
};
constexpr const char* kPositive = "p(3, 4); (2, 3); p(); (0, 2)";

struct Sin {
  static auto forward(const auto& x) { return x.sin(); }
  static auto backward(const auto& x, const auto& dy) { return dy * x.cos(); }
};
struct Cos {
  static auto forward(const auto& x) { return x.cos(); }
  static auto backward(const auto& x, const auto& dy) { return -dy * x.sin(); }
};
struct Tan {
  static auto forward(const auto& x) { return x.tan(); }
  static auto backward_by_result(const auto& y, const auto& dy) { return dy * (1 + y.square()); }
};
struct Tanh {
  static auto forward(const auto& x) { return x.tanh(); }
  static auto backward_by_result(const auto& y, const auto& dy) { return dy * (1 - y.square()); }
};
struct Sigmoid {
  static auto forward(const auto& x) { return sigmoid_of(x); }
  static auto backward_by_result(const auto& y, const auto& dy) { return dy * (1 - y) * y; }
};
struct Erf {
  static auto forward(const auto& x) {
    return x.unaryExpr([](double number) { return std::erf(number); });
  }
  static auto backward(const auto& x, const auto& dy) {
    return kTwoPerRootPi * dy * (-x.square()).unaryExpr(&exp_of_negative);
  }
};
struct Ndtr {
  static auto forward(const auto& x) { return normal_cdf_of(x); }
  static auto backward(const auto& x, const auto& dy) { return dy * normal_density_of(x); }
};

// Activations.

struct Relu : ReluFormula {
  static void check(const Call& call) {
    if (call[0].dtype() == DType::boolean) raise({"Boolean inputs not supported for relu"});
  }
};
double one_above_zero(double x) {
  return x > 0 ? 1 : 0;
}

struct LeakyRelu {
  static constexpr Number numbers[] = {{"negative_slope", 0.01}};
  static auto forward(const auto& x, const auto& slope) { return (x > 0).select(x, x * slope); }
  static auto backward(const auto& x, const auto& slope, const auto& dy) {
    return (x > 0).select(dy, dy * slope);
  }
  static void check(const Call& call) { want_floating(call, "leaky_relu_cpu"); }
};

struct Elu {
  static constexpr Number numbers[] = {{"alpha", 1}};
  static auto forward(const auto& x, const auto& alpha) { return (x <= 0).select(alpha * x.expm1(), x); }
  static auto backward(const auto& x, const auto& alpha, const auto& dy) {
    return (x <= 0).select(dy * alpha * exp_of(x), dy);
  }
  static void check(const Call& call) { want_floating(call, "elu_cpu"); }
};

struct Silu {
  static auto forward(const auto& x) { return x / (1 + exp_of(-x)); }
  static auto backward(const auto& x, const auto& dy) {
    return dy * sigmoid_of(x) * (1 + x * (1 - sigmoid_of(x)));
  }
  static void check(const Call& call) { want_floating(call, "silu_cpu"); }
};
double sigmoid_at(double x) {
  return 1 / (1 + exponential(-x));
}

struct Gelu {
  static auto forward(const auto& x) { return GeluFormula::forward(x, normal_cdf_of(x)); }
  static auto backward(const auto& x, const auto& dy) {
    return GeluFormula::backward(x, normal_cdf_of(x), normal_density_of(x), dy);
  }
  static void check(const Call& call) { want_floating(call, "GeluKernelImpl"); }
};
/// Φ(x) ≈ ½ (1 + tanh u) = σ(2u), u = √(2/π) (x + 0.044715 x³). σ(z) from the power of −|z|, which never overflows.
struct GeluTanh {
  static auto cdf_of(const auto& z) {
    return z.min(0.0).unaryExpr(&exp_of_negative) / (1 + (-z.abs()).unaryExpr(&exp_of_negative));
  }
  static auto cdf(const auto& x) { return cdf_of(2 * kRoot2PerPi * (x + 0.044715 * x.cube())); }
  static auto density(const auto& x) {
    return 2 * kRoot2PerPi * cdf(x) * (1 - cdf(x)) * (1 + 3 * 0.044715 * x.square());
  }
  static auto forward(const auto& x) { return GeluFormula::forward(x, cdf(x)); }
  static auto backward(const auto& x, const auto& dy) {
    return GeluFormula::backward(x, cdf(x), density(x), dy);
  }
  static void check(const Call& call) { Gelu::check(call); }
};
bool is_tanh(const Call& call) {
  const Name approximate = call.attributes.word("approximate", "none");
  if (approximate != "none" && approximate != "tanh")
    raise({"approximate argument must be either none or tanh."});
  return approximate == "tanh";
}
void explain_gelu(Reason& why) {
  const double x = why[0].at(why.index);
  const double cdf = is_tanh(why.call) ? GeluTanh::cdf(Eigen::Array<double, 1, 1>(x)).value() : normal_cdf(x);
  why.cell(0, why.index, cdf);
  why.fact("cdf", cdf);
}
void explain_gelu_gradient(Reason& why) {
  explain_pointwise_gradient(why);
  if (is_tanh(why.call)) return;
  const double x = why[0].at(why.index);
  why.fact("cdf", normal_cdf(x));
  why.fact("density", kPerRoot2Pi * exp_of_negative(-x * x / 2));
}
constexpr Operation kGeluErf = unary<Gelu>("gelu", "y = x · Φ(x), Φ(x) = ½ (1 + erf(x / √2))");
constexpr Operation kGeluTanh = unary<GeluTanh>("", "");
constexpr Operation gelu_row() {
  Operation row = kGeluErf;
  row.parameters = "input approximate='none'";
  row.forward = [](const Call& call) { return (is_tanh(call) ? kGeluTanh : kGeluErf).forward(call); };
  row.explain = explain_gelu;
  row.derivatives[0].gradient = [](const Backward& b) {
    return (is_tanh(b.call) ? kGeluTanh : kGeluErf).derivatives[0].gradient(b);
  };
  row.derivatives[0].explain = explain_gelu_gradient;
  row.examples = "(3, 4); (2, 1, 3) approximate='tanh'; (); (0, 2)";
  row.pytorch = "F.gelu";
  return row;
}

// Roundings. Eigen's own lose the sign of -0 where they round several numbers at once.

struct Floor {
  static auto forward(const auto& x) {
    return x.unaryExpr([](double number) { return std::floor(number); });
  }
  static auto backward(const auto& dy) { return no_change(dy); }
  static void check(const Call& call) { refuse_bool(call, "floor_vml_cpu"); }
};
struct Ceil {
  static auto forward(const auto& x) {
    return x.unaryExpr([](double number) { return std::ceil(number); });
  }
  static auto backward(const auto& dy) { return no_change(dy); }
  static void check(const Call& call) { refuse_bool(call, "ceil_vml_cpu"); }
};
/// To the even one of two that are equally near.
/// float32's numbers are scaled as float32, so that 1.55 lies between 1.5 and 1.6.
template <class T>
struct Round {
  static constexpr Number numbers[] = {{"decimals", 0}};
  static auto forward(const auto& x, const auto& decimals) {
    return x.binaryExpr(decimals, [](double number, double places) {
      const double scale = std::pow(10.0, std::abs(places));
      if (places < 0) return std::nearbyint(static_cast<double>(static_cast<T>(number / scale))) * scale;
      return std::nearbyint(static_cast<double>(static_cast<T>(number * scale))) / scale;
    });
  }
  static auto backward(const auto& dy) { return no_change(dy); }
  static void check(const Call& call) { refuse_bool(call, "round_vml_cpu"); }
};

/// Rounded to float16, which has 11 bits and ends at 65504, and back; so is the gradient.
auto half_of(const auto& x) {
  return x.unaryExpr([](double number) {
    return static_cast<double>(static_cast<float>(Eigen::half(static_cast<float>(number))));
  });
}
struct Half {
  static auto forward(const auto& x) { return half_of(x); }
  static auto backward(const auto& dy) { return half_of(dy); }
};

// Comparisons.

struct Lt {
  static auto forward(const auto& a, const auto& b) { return truth(a < b); }
};
struct Le {
  static auto forward(const auto& a, const auto& b) { return truth(a <= b); }
};
struct Gt {
  static auto forward(const auto& a, const auto& b) { return truth(a > b); }
};
struct Ge {
  static auto forward(const auto& a, const auto& b) { return truth(a >= b); }
};
template <class F>
constexpr Operation comparison(const char* name, const char* formula) {
  return with_examples(binary<F, Kind::boolean>(name, formula),
                       "(3, 4) (3, 4); i3(2, 3, 4) i3(4); i3(3, 1) (1, 4); b(2, 2) i2(); (0, 3) (3)");
}

template <double (*weight)(double)>
constexpr Operation with_factor(Operation row) {
  row.explain = explain_factor<weight>;
  return row;
}
constexpr Operation with_explanation(Operation row, void (*explain)(Reason& why)) {
  row.explain = explain;
  return row;
}

}  // namespace

namespace op {
constexpr Operation add = with_examples(binary<Add>("add", "y = a + b"), kWholeToo);
constexpr Operation sub =
    with_explanation(with_examples(binary<Sub>("sub", "y = a − b"), kWholeToo), explain_sub);
constexpr Operation mul = with_examples(binary<Mul>("mul", "y = a · b"), kWholeToo);
constexpr Operation div = with_examples(binary<Div, Kind::floating>("div", "y = a / b"), kByPositive);
constexpr Operation pow = pow_row();
constexpr Operation floor_divide =
    with_examples(binary<FloorDivide>("floor_divide", "y = ⌊a / b⌋"), kByPositive);
constexpr Operation remainder =
    with_examples(binary<Remainder>("remainder", "y = a − b · ⌊a / b⌋"), kByPositive);
constexpr Operation maximum = with_examples(binary<Maximum>("maximum", "y = max(a, b)"), kWholeToo);
constexpr Operation minimum = with_examples(binary<Minimum>("minimum", "y = min(a, b)"), kWholeToo);

constexpr Operation clamp = clamp_row();

constexpr Operation neg = with_factor<minus_one>(unary<Neg, Kind::same>("neg", "y = −x"));
constexpr Operation abs = unary<Abs, Kind::same>("abs", "y = |x|");
constexpr Operation sign = unary<Sign, Kind::same>("sign", "y = −1, 0 or 1, as x is below, at or above 0");
constexpr Operation sqrt = with_examples(unary<Sqrt>("sqrt", "y = √x"), kPositive);
constexpr Operation rsqrt = with_examples(unary<Rsqrt>("rsqrt", "y = 1 / √x"), kPositive);
constexpr Operation square = square_row();
constexpr Operation reciprocal = with_examples(unary<Reciprocal>("reciprocal", "y = 1 / x"), kPositive);
constexpr Operation exp = unary<Exp>("exp", "y = eˣ");
constexpr Operation log = with_examples(unary<Log>("log", "y = ln x"), kPositive);
constexpr Operation log2 = with_examples(unary<Log2>("log2", "y = log₂ x"), kPositive);
constexpr Operation log10 = with_examples(unary<Log10>("log10", "y = log₁₀ x"), kPositive);
constexpr Operation log1p = with_examples(unary<Log1p>("log1p", "y = ln(1 + x)"), kPositive);
constexpr Operation sin = unary<Sin>("sin", "y = sin x");
constexpr Operation cos = unary<Cos>("cos", "y = cos x");
constexpr Operation tan = unary<Tan>("tan", "y = tan x");
constexpr Operation tanh = unary<Tanh>("tanh", "y = tanh x");
constexpr Operation sigmoid = unary<Sigmoid>("sigmoid", "y = σ(x) = 1 / (1 + e⁻ˣ)");
constexpr Operation erf = unary<Erf>("erf", "y = 2/√π ∫₀ˣ e^(−t²) dt");
constexpr Operation ndtr =
    in_torch(unary<Ndtr>("ndtr", "y = Φ(x) = ½ (1 + erf(x / √2))"), "torch.special.ndtr");

constexpr Operation relu = with_factor<one_above_zero>(unary<Relu, Kind::same>("relu", "y = max(x, 0)"));
constexpr Operation leaky_relu =
    in_torch(with_parameters(unary<LeakyRelu>("leaky_relu", "y = x where x > 0, else negative_slope · x"),
                             "input negative_slope=0.01", "(3, 4); (2, 1, 3) negative_slope=0.2; (); (0, 2)"),
             "F.leaky_relu");
constexpr Operation elu =
    in_torch(with_parameters(unary<Elu>("elu", "y = x where x > 0, else alpha · (eˣ − 1)"), "input alpha=1.0",
                             "(3, 4); (2, 1, 3) alpha=1.5; (); (0, 2)"),
             "F.elu");
constexpr Operation silu = with_factor<sigmoid_at>(in_torch(unary<Silu>("silu", "y = x · σ(x)"), "F.silu"));
constexpr Operation gelu = gelu_row();

constexpr Operation floor = unary<Floor, Kind::same>("floor", "y = ⌊x⌋");
constexpr Operation ceil = unary<Ceil, Kind::same>("ceil", "y = ⌈x⌉");
constexpr Operation round_row() {
  Operation row =
      unary<Round<float>, Kind::same>("round", "y = the whole number nearest to x, or so many decimals");
  row.forward = [](const Call& call) {
    return call[0].dtype() == DType::float32
               ? pointwise_result<Round<float>, Kind::same, 1>(call, call[0].shape(), call[0].dtype())
               : pointwise_result<Round<double>, Kind::same, 1>(call, call[0].shape(), call[0].dtype());
  };
  return row;
}
constexpr Operation round =
    with_parameters(round_row(), "input decimals=0", "(3, 4); (2, 1, 3) decimals=2; (); i50(3); (0, 2)");
constexpr Operation half =
    in_torch(unary<Half>("half", "y = x rounded to float16"), "lambda x: x.half().float()");

constexpr Operation lt = comparison<Lt>("lt", "y = 1 where a < b, else 0");
constexpr Operation le = comparison<Le>("le", "y = 1 where a ≤ b, else 0");
constexpr Operation gt = comparison<Gt>("gt", "y = 1 where a > b, else 0");
constexpr Operation ge = comparison<Ge>("ge", "y = 1 where a ≥ b, else 0");
}  // namespace op

Family elementwise_operations() {
  return family<op::add, op::sub, op::mul, op::div, op::pow, op::floor_divide, op::remainder, op::maximum,
                op::minimum, op::clamp, op::neg, op::abs, op::sign, op::sqrt, op::rsqrt, op::square,
                op::reciprocal, op::exp, op::log, op::log2, op::log10, op::log1p, op::sin, op::cos, op::tan,
                op::tanh, op::sigmoid, op::erf, op::ndtr, op::relu, op::leaky_relu, op::elu, op::silu,
                op::gelu, op::floor, op::ceil, op::round, op::half, op::lt, op::le, op::gt, op::ge>();
}

}  // namespace headsup
