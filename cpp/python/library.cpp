// The modules that need no tensors. What is written in Python is in library/, whose texts are run when they are needed.
#include <algorithm>
#include <cmath>
#include <limits>

#include "python/interpreter.h"

namespace headsup::python {
namespace {

#include "python/library_bytes.inc"

Value checked(double result, bool is_argument_finite, bool is_pole) {
  if (is_argument_finite && (std::isnan(result) || (is_pole && std::isinf(result))))
    raise("ValueError", {"math domain error"});
  if (is_argument_finite && std::isinf(result)) raise("OverflowError", {"math range error"});
  return Value(result);
}
template <double (*f)(double)>
Value function(Call& call) {
  const double x = call.real(0);
  return checked(f(x), !std::isnan(x) && (std::isfinite(x) || std::isnan(f(x))), std::fabs(x) <= 1);
}
template <double (*f)(double, double)>
Value function_of_two(Call& call) {
  const double x = call.real(0);
  const double y = call.real(1);
  return checked(f(x, y), std::isfinite(x) && std::isfinite(y), x == 0);
}
template <double (*f)(double)>
Value whole(Call& call) {
  return call[0].is_integer() ? Value(call[0].i) : integer_of(f(call.real(0)));
}

constexpr NativeEntry kMath[] = {{"sqrt", "x, /", function<std::sqrt>},
                                 {"exp", "x, /", function<std::exp>},
                                 {"expm1", "x, /", function<std::expm1>},
                                 {"sin", "x, /", function<std::sin>},
                                 {"cos", "x, /", function<std::cos>},
                                 {"tan", "x, /", function<std::tan>},
                                 {"asin", "x, /", function<std::asin>},
                                 {"acos", "x, /", function<std::acos>},
                                 {"atan", "x, /", function<std::atan>},
                                 {"sinh", "x, /", function<std::sinh>},
                                 {"cosh", "x, /", function<std::cosh>},
                                 {"tanh", "x, /", function<std::tanh>},
                                 {"erf", "x, /", function<std::erf>},
                                 {"fabs", "x, /", function<std::fabs>},
                                 {"_log", "x, /", function<std::log>},
                                 {"log2", "x, /", function<std::log2>},
                                 {"log10", "x, /", function<std::log10>},
                                 {"log1p", "x, /", function<std::log1p>},
                                 {"pow", "x, y, /", function_of_two<std::pow>},
                                 {"atan2", "y, x, /", function_of_two<std::atan2>},
                                 {"fmod", "x, y, /", function_of_two<std::fmod>},
                                 {"copysign", "x, y, /", function_of_two<std::copysign>},
                                 {"floor", "x, /", whole<std::floor>},
                                 {"ceil", "x, /", whole<std::ceil>},
                                 {"trunc", "x, /", whole<std::trunc>}};

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

struct ModuleEntry {
  const char* name;
  const char* text;
  void (*fill)(Interpreter& in, Module& module) = nullptr;
};
constexpr ModuleEntry kModules[] = {{"math", "math", fill_math},
                                    {"random", "random", fill_random},
                                    {"copy", "copy", fill_copy},
                                    {"time", "time"},
                                    {"tqdm", "tqdm"},
                                    {"tqdm.auto", "tqdm"},
                                    {"tqdm.notebook", "tqdm"},
                                    {"typing", "typing"},
                                    {"collections", "collections"},
                                    {"functools", "functools"},
                                    {"dataclasses", "dataclasses"},
                                    {"itertools", "itertools"},
                                    {"operator", "operator"},
                                    {"string", "string"},
                                    {"sys", "sys"},
                                    {"os", "os"},
                                    {"abc", "abc"},
                                    {"warnings", "warnings"},
                                    {"__future__", "__future__"},
                                    {"matplotlib", "skipped"},
                                    {"matplotlib.pyplot", "skipped"},
                                    {"seaborn", "skipped"},
                                    {"logging", "skipped"},
                                    {"IPython", "skipped"},
                                    {"IPython.display", "skipped"}};

}  // namespace

std::string_view library_text(std::string_view name) {
  return std::find_if(std::begin(kTexts), std::end(kTexts),
                      [name](const auto& text) { return text.first == name; })
      ->second;
}

void add_modules(Interpreter& in) {
  for (const auto& [name, text, fill] : kModules) in.add_module(name, fill, library_text(text));
}

}  // namespace headsup::python
