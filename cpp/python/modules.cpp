// The modules that need no tensors: math, time, tqdm, typing and other small ones.
#include <cmath>
#include <limits>

#include "python/interpreter.h"

namespace headsup::python {
namespace {

[[noreturn]] void domain_error() {
  raise("ValueError", {"math domain error"});
}

/// A function of one number that is not defined everywhere.
template <double (*f)(double)>
Value real_function(Call& call) {
  const double x = call.real(0);
  const double result = f(x);
  if (std::isnan(result) && !std::isnan(x)) domain_error();
  if (std::isinf(result) && std::isfinite(x)) raise("OverflowError", {"math range error"});
  return Value(result);
}
template <double (*f)(double)>
Value logarithm(Call& call) {
  const double x = call.real(0);
  if (x <= 0) domain_error();
  return Value(f(x));
}
Value math_log(Call& call) {
  const double x = call.real(0);
  if (x <= 0) domain_error();
  if (!call[1].is_defined()) return Value(std::log(x));
  const double base = call.real(1);
  if (base <= 0) domain_error();
  if (base == 1) raise("ZeroDivisionError", {"float division by zero"});
  return Value(std::log(x) / std::log(base));
}
Value math_pow(Call& call) {
  const double x = call.real(0);
  const double y = call.real(1);
  const double result = std::pow(x, y);
  if (std::isnan(result) && !std::isnan(x) && !std::isnan(y)) domain_error();
  if (std::isinf(result) && std::isfinite(x) && std::isfinite(y)) {
    if (x == 0) domain_error();
    raise("OverflowError", {"math range error"});
  }
  return Value(result);
}
template <double (*f)(double)>
Value whole(Call& call) {
  if (call[0].is_integer()) return Value(call[0].i);
  const double x = f(call.real(0));
  if (std::isnan(x)) raise("ValueError", {"cannot convert float NaN to integer"});
  if (std::isinf(x)) raise("OverflowError", {"cannot convert float infinity to integer"});
  if (std::fabs(x) >= 9.2e18) refuse_construct("an integer beyond 64 bits", "keep it as a float");
  return Value(static_cast<std::int64_t>(x));
}
Value math_isnan(Call& call) {
  return Value(std::isnan(call.real(0)));
}
Value math_isinf(Call& call) {
  return Value(std::isinf(call.real(0)));
}
Value math_isfinite(Call& call) {
  return Value(std::isfinite(call.real(0)));
}
Value math_isclose(Call& call) {
  const double a = call.real(0);
  const double b = call.real(1);
  if (a == b) return Value(true);
  if (std::isinf(a) || std::isinf(b)) return Value(false);
  const double distance = std::fabs(a - b);
  return Value(distance <= std::fmax(call.real(2) * std::fmax(std::fabs(a), std::fabs(b)), call.real(3)));
}
Value math_atan2(Call& call) {
  return Value(std::atan2(call.real(0), call.real(1)));
}
Value math_fmod(Call& call) {
  if (call.real(1) == 0) domain_error();
  return Value(std::fmod(call.real(0), call.real(1)));
}
Value math_copysign(Call& call) {
  return Value(std::copysign(call.real(0), call.real(1)));
}
Value math_degrees(Call& call) {
  return Value(call.real(0) * (180 / M_PI));
}
Value math_radians(Call& call) {
  return Value(call.real(0) * (M_PI / 180));
}
Value math_hypot(Call& call) {
  double sum = 0;
  for (const Value v : call.items(0)) {
    if (!v.is_number()) raise("TypeError", {"must be real number, not ", call.in.type_name(v)});
    sum = std::hypot(sum, v.to_real());
  }
  return Value(sum);
}
Value math_factorial(Call& call) {
  const std::int64_t n = call.integer(0);
  if (n < 0) raise("ValueError", {"factorial() not defined for negative values"});
  Value result(1);
  for (std::int64_t i = 2; i <= n; ++i) result = number_binary(Op::multiply, result, Value(i));
  return result;
}
std::int64_t greatest_divisor(std::int64_t a, std::int64_t b) {
  while (b != 0) {
    const std::int64_t rest = b == -1 ? 0 : a % b;
    a = b;
    b = rest;
  }
  return a == INT64_MIN ? a : std::llabs(a);
}
Value math_gcd(Call& call) {
  std::int64_t result = 0;
  for (const Value v : call.items(0)) result = greatest_divisor(result, call.in.index(v));
  return Value(result);
}
Value math_isqrt(Call& call) {
  const std::int64_t n = call.integer(0);
  if (n < 0) raise("ValueError", {"isqrt() argument must be nonnegative"});
  auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
  while (root > 0 && root > n / root) --root;
  while (root + 1 <= n / (root + 1)) ++root;
  return Value(root);
}
Value math_comb(Call& call) {
  const std::int64_t n = call.integer(0);
  const std::int64_t k = call.integer(1);
  if (n < 0 || k < 0) raise("ValueError", {"n must be a non-negative integer"});
  Value result(k > n ? 0 : 1);
  for (std::int64_t i = 1; i <= std::min(k, n - k); ++i) {
    call.in.tick();
    result = number_binary(Op::floor_divide, number_binary(Op::multiply, result, Value(n - i + 1)), Value(i));
  }
  return result;
}
Value math_prod(Call& call) {
  Value result = call[1];
  Iterator* it = call.in.iterate(call[0]);
  for (Value item; call.in.next(*it, item);) {
    result = call.in.binary(Op::multiply, result, item);
  }
  return result;
}
Value math_fsum(Call& call) {
  // Neumaier's sum, which is exact for what programs add up.
  double sum = 0;
  double lost = 0;
  for (const Value v : call.in.items_of(call[0])) {
    if (!v.is_number()) raise("TypeError", {"must be real number, not ", call.in.type_name(v)});
    const double x = v.to_real();
    const double next = sum + x;
    lost += std::fabs(sum) >= std::fabs(x) ? (sum - next) + x : (x - next) + sum;
    sum = next;
  }
  return Value(sum + lost);
}

constexpr NativeEntry kMath[] = {{"sqrt", "x, /", real_function<std::sqrt>},
                                 {"exp", "x, /", real_function<std::exp>},
                                 {"expm1", "x, /", real_function<std::expm1>},
                                 {"sin", "x, /", real_function<std::sin>},
                                 {"cos", "x, /", real_function<std::cos>},
                                 {"tan", "x, /", real_function<std::tan>},
                                 {"asin", "x, /", real_function<std::asin>},
                                 {"acos", "x, /", real_function<std::acos>},
                                 {"atan", "x, /", real_function<std::atan>},
                                 {"sinh", "x, /", real_function<std::sinh>},
                                 {"cosh", "x, /", real_function<std::cosh>},
                                 {"tanh", "x, /", real_function<std::tanh>},
                                 {"erf", "x, /", real_function<std::erf>},
                                 {"erfc", "x, /", real_function<std::erfc>},
                                 {"gamma", "x, /", real_function<std::tgamma>},
                                 {"lgamma", "x, /", real_function<std::lgamma>},
                                 {"fabs", "x, /", real_function<std::fabs>},
                                 {"log", "x, base=?, /", math_log},
                                 {"log2", "x, /", logarithm<std::log2>},
                                 {"log10", "x, /", logarithm<std::log10>},
                                 {"log1p", "x, /", real_function<std::log1p>},
                                 {"pow", "x, y, /", math_pow},
                                 {"floor", "x, /", whole<std::floor>},
                                 {"ceil", "x, /", whole<std::ceil>},
                                 {"trunc", "x, /", whole<std::trunc>},
                                 {"isnan", "x, /", math_isnan},
                                 {"isinf", "x, /", math_isinf},
                                 {"isfinite", "x, /", math_isfinite},
                                 {"isclose", "a, b, *, rel_tol=1e-09, abs_tol=0.0", math_isclose},
                                 {"atan2", "y, x, /", math_atan2},
                                 {"fmod", "x, y, /", math_fmod},
                                 {"copysign", "x, y, /", math_copysign},
                                 {"degrees", "x, /", math_degrees},
                                 {"radians", "x, /", math_radians},
                                 {"hypot", "*coordinates", math_hypot},
                                 {"factorial", "n, /", math_factorial},
                                 {"gcd", "*integers", math_gcd},
                                 {"isqrt", "n, /", math_isqrt},
                                 {"comb", "n, k, /", math_comb},
                                 {"prod", "iterable, /, *, start=1", math_prod},
                                 {"fsum", "seq, /", math_fsum}};

void fill_math(Interpreter& in, Module& module) {
  in.define(*module.names, kMath);
  const std::pair<const char*, double> constants[] = {{"pi", M_PI},
                                                      {"e", M_E},
                                                      {"tau", 2 * M_PI},
                                                      {"inf", std::numeric_limits<double>::infinity()},
                                                      {"nan", std::numeric_limits<double>::quiet_NaN()}};
  for (const auto& [name, value] : constants) module.names->set(in.heap.intern(name), Value(value));
}

Value copy_new(Call& call) {
  if (!call[0].is(Kind::instance) || call.in.class_of(call[0])->is_exception) return Value::none();
  auto* made = call.in.heap.make<Instance>();
  made->cls = call[0].o->cls;
  return made;
}
constexpr NativeEntry kCopy[] = {{"_new", "x, /", copy_new}};
void fill_copy(Interpreter& in, Module& module) {
  in.define(*module.names, kCopy);
}

constexpr char kTime[] = {
#include "python/library/time_bytes.h"
};
constexpr char kTqdm[] = {
#include "python/library/tqdm_bytes.h"
};
constexpr char kTyping[] = {
#include "python/library/typing_bytes.h"
};
constexpr char kCollections[] = {
#include "python/library/collections_bytes.h"
};
constexpr char kFunctools[] = {
#include "python/library/functools_bytes.h"
};
constexpr char kDataclasses[] = {
#include "python/library/dataclasses_bytes.h"
};
constexpr char kItertools[] = {
#include "python/library/itertools_bytes.h"
};
constexpr char kCopyText[] = {
#include "python/library/copy_bytes.h"
};
constexpr std::string_view kFuture = "annotations = division = print_function = None\n";
constexpr std::string_view kAbc =
    "class ABC: pass\nclass ABCMeta(object): pass\ndef abstractmethod(function): return function\n";
constexpr std::string_view kWarnings =
    "def filterwarnings(*args, **kwargs): pass\nsimplefilter = warn = filterwarnings\n";

template <std::size_t n>
constexpr std::string_view text_of(const char (&bytes)[n]) {
  return {bytes, n};
}

}  // namespace

void add_modules(Interpreter& in) {
  in.add_module("math", fill_math);
  in.add_module("copy", fill_copy, text_of(kCopyText));
  in.add_module("time", nullptr, text_of(kTime));
  for (const char* name : {"tqdm", "tqdm.auto", "tqdm.notebook"})
    in.add_module(name, nullptr, text_of(kTqdm));
  in.add_module("typing", nullptr, text_of(kTyping));
  in.add_module("collections", nullptr, text_of(kCollections));
  in.add_module("functools", nullptr, text_of(kFunctools));
  in.add_module("dataclasses", nullptr, text_of(kDataclasses));
  in.add_module("itertools", nullptr, text_of(kItertools));
  in.add_module("__future__", nullptr, kFuture);
  in.add_module("abc", nullptr, kAbc);
  in.add_module("warnings", nullptr, kWarnings);
}

}  // namespace headsup::python
