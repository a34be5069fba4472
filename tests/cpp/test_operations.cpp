// Every operation of the table, called as its examples say: against PyTorch's answers (tests/fixtures/operations.json), with
// operands that lie otherwise in memory, against differences, and against its own explanations.
#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "catch.h"
#include "headsup/tensor/refusal.h"
#include "operation_examples.h"
#include "operations/table.h"

#ifndef HEADSUP_FIXTURES
#define HEADSUP_FIXTURES "tests/fixtures"
#define HEADSUP_SOURCE_DIR "."
#endif

using namespace headsup;
using namespace headsup::tests;

namespace {

using Json = nlohmann::json;
using Tensors = std::vector<Tensor>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// What is compared.

/// How far a number may be from the wanted one: absolute + relative · |want| + of_largest · (the wanted tensor's largest number).
struct Tolerance {
  double absolute = 0;
  double relative = 0;
  double of_largest = 0;
};
constexpr Tolerance kForward = {.absolute = 1e-5,
                                .relative = 1.3e-6};  ///< torch.testing.assert_close's for float32
constexpr Tolerance kGradient = {.relative = 1.3e-6, .of_largest = 5e-6};
constexpr Tolerance kOtherStrides = {.relative = 1e-6, .of_largest = 1e-6};  ///< sums may be in another order
constexpr Tolerance kDifferences = {.relative = 1e-6, .of_largest = 1e-6};   ///< in float64

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

/// What differs, or "".
std::string difference(const std::string& name, const Tensor& got, const Tensor& want, Tolerance allowed) {
  std::ostringstream text;
  text.precision(9);
  if (got.shape() != want.shape() || got.dtype() != want.dtype()) {
    text << name << ": got " << to_string(got.dtype()) << to_string(got.shape()) << ", want "
         << to_string(want.dtype()) << to_string(want.shape());
    return text.str();
  }
  double largest = 0;
  for (Index i = 0; i < want.count(); ++i) {
    const double size = std::abs(want.at_position(i));
    if (std::isfinite(size)) largest = std::max(largest, size);
  }
  for (Index i = 0; i < want.count(); ++i) {
    const double a = got.at_position(i);
    const double b = want.at_position(i);
    if (same(a, b)) continue;
    const bool is_close =
        is_floating(want.dtype()) && std::isfinite(b) &&
        std::abs(a - b) <= allowed.absolute + allowed.relative * std::abs(b) + allowed.of_largest * largest;
    if (is_close) continue;
    text << name << to_string(index_of(want.shape(), i)) << ": got " << a << ", want " << b;
    return text.str();
  }
  return "";
}

// What PyTorch says.

double number_of(const Json& json) {
  if (!json.is_string()) return json.get<double>();
  const std::string text = json.get<std::string>();
  return text == "nan" ? kNan : text == "inf" ? HUGE_VAL : -HUGE_VAL;
}

Tensor json_tensor(const Json& numbers, const Shape& shape, DType dtype) {
  Tensor x(shape, dtype);
  if (numbers.size() != x.count()) throw std::runtime_error("numbers that do not fill their shape");
  for (Index i = 0; i < x.count(); ++i) x.set(index_of(shape, i), number_of(numbers[i]));
  return x;
}

DType dtype_of(const std::string& name) {
  for (const DType dtype : {DType::boolean, DType::int64, DType::float32}) {
    if (name == to_string(dtype)) return dtype;
  }
  return DType::float64;
}

/// Operands, and what PyTorch makes of them.
struct Answer {
  Tensors operands = {};
  Tensor result = {};
  Tensor grad = {};        ///< ∂result
  Tensors gradients = {};  ///< of the operands, without axes where there is none
  bool is_known = false;   ///< whether PyTorch has said
  bool has_grad = false;
};

Answer answer_of(const Json& json, const Example& example) {
  Answer answer;
  const Json& operands = json.at("operands");
  for (Index i = 0; i < example.operands.size(); ++i) {
    answer.operands.push_back(
        json_tensor(operands.at(i), example.operands[i].shape, example.operands[i].dtype()));
  }
  if (!json.contains("result")) return answer;
  answer.is_known = true;
  const Shape shape = json.at("shape").get<std::vector<Index>>();
  answer.result = json_tensor(json.at("result"), shape, dtype_of(json.at("dtype").get<std::string>()));
  if (!json.contains("grad")) return answer;
  answer.has_grad = true;
  answer.grad = json_tensor(json.at("grad"), shape, answer.result.dtype());
  for (Index i = 0; i < example.operands.size(); ++i) {
    const Json& gradient = json.at("gradients").at(i);
    answer.gradients.push_back(
        gradient.is_null() ? Tensor(Shape{0}, DType::boolean)
                           : json_tensor(gradient, example.operands[i].shape, example.operands[i].dtype()));
  }
  return answer;
}

/// An example with its answers.
struct Case {
  const Operation& operation;
  Example example;
  Answer plain;
  Answer edges;  ///< the same with NaN, infinities and zeros among the operands' numbers

  std::string name() const { return std::string(operation.name) + "  " + example.text; }
  Call call(const Tensors& operands) const {
    return {.operation = operation, .operands = operands, .attributes = example.attributes};
  }
  Tensor forward(const Tensors& operands) const { return operation.forward(call(operands)); }
  /// The gradient of an operand.
  Tensor gradient(const Tensors& operands, const Tensor& result, const Tensor& grad, Index operand) const {
    const Call call = this->call(operands);
    return operation.derivative(operand)->gradient(
        {.call = call, .result = result, .grad = grad, .operand = operand});
  }
  /// Whether the operand has a gradient.
  bool is_differentiable(Index operand) const {
    return example.operands[operand].dtype() == DType::float32 && operation.derivative(operand) != nullptr;
  }
};

const Json& fixtures() {
  static const Json fixtures = [] {
    std::ifstream file(HEADSUP_FIXTURES "/operations.json", std::ios::binary);
    return file ? Json::parse(file).at("operations") : Json::object();
  }();
  return fixtures;
}

/// The fixture of an example, or null.
const Json* fixture_of(const Operation& operation, const Example& example) {
  if (!fixtures().contains(operation.name)) return nullptr;
  for (const Json& fixture : fixtures().at(operation.name)) {
    if (fixture.at("example") == example.text) return &fixture;
  }
  return nullptr;
}

/// visit(operation, example) for each.
void for_each_example(const auto& visit) {
  for (const Operation* operation : all_operations()) {
    if (operation->forward == nullptr) continue;
    for (const Example& example : examples_of(*operation)) visit(*operation, example);
  }
}

/// visit(one) for each that has fixtures. A refusal is a failure of that one.
void for_each_case(const auto& visit) {
  Index visited = 0;
  for_each_example([&](const Operation& operation, const Example& example) {
    const Json* fixture = fixture_of(operation, example);
    if (fixture == nullptr) return;  // the first test fails
    Case one = {operation, example, answer_of(*fixture, example), {}};
    if (fixture->contains("edges")) one.edges = answer_of(fixture->at("edges"), example);
    INFO(one.name());
    try {
      visit(one);
    } catch (const Refusal& refusal) {
      FAIL_CHECK("refused: " << refusal.what());
    }
    ++visited;
  });
  CHECK(visited > 0);
}

// Tensors that tests make.

/// Some numbers of the size of a tensor's, for a gradient that PyTorch has not said.
Tensor drawn(const Shape& shape, DType dtype, std::uint32_t seed) {
  std::mt19937 engine(seed);
  Tensor x(shape, dtype);
  for (Index i = 0; i < x.count(); ++i)
    x.set(index_of(shape, i), static_cast<double>(engine() % 2001U) / 1000 - 1.0005);
  return x;
}

/// The same numbers behind strides in the other direction.
Tensor transposed_copy(const Tensor& x) {
  Shape axes = Shape::zeros(x.rank());
  for (Index axis = 0; axis < x.rank(); ++axis) axes[axis] = x.rank() - 1 - axis;
  return x.permute(axes).clone().permute(axes);
}

/// The same numbers as every second column of a wider tensor, whose others are NaN.
Tensor second_columns(const Tensor& x) {
  Shape wide = x.shape();
  if (wide.empty()) wide.push_back(1);
  const auto columns = static_cast<std::ptrdiff_t>(wide.back());
  wide.back() = wide.back() * 2 + 1;
  Tensor y = full(wide, is_floating(x.dtype()) ? kNan : 1, x.dtype());
  Tensor part = y.slice(-1, 1, 2 * columns + 1, 2);
  if (x.rank() == 0) part = part.select(0, 0);
  part.copy_(x);
  return part;
}

/// The first row, seen along the whole first axis: other numbers than x has, but of a kind that an example has.
Tensor expanded(const Tensor& x) {
  if (x.rank() == 0 || x.empty()) return x;
  return x.select(0, 0).unsqueeze(0).expand(x.shape());
}

Tensors each(const Tensors& tensors, const auto& changed) {
  Tensors made;
  for (const Tensor& x : tensors) made.push_back(changed(x));
  return made;
}

Tensors in_float64(const Tensors& tensors) {
  return each(tensors,
              [](const Tensor& x) { return is_floating(x.dtype()) ? x.to(DType::float64) : x.clone(); });
}

/// Up to 12 indices of a tensor, from the first to the last.
std::vector<Shape> some_indices(const Tensor& x) {
  std::vector<Shape> indices;
  const Index step = std::max<Index>(1, x.count() / 12);
  for (Index i = 0; i < x.count(); i += step) indices.push_back(index_of(x.shape(), i));
  return indices;
}

// Checks of one answer.

void check_against(const Case& one, const Answer& answer) {
  if (!answer.is_known) return;
  const Tensor result = one.forward(answer.operands);
  CHECK(difference("result", result, answer.result, kForward) == "");
  if (!answer.has_grad) return;
  for (Index i = 0; i < answer.operands.size(); ++i) {
    if (!one.is_differentiable(i) || answer.gradients[i].dtype() == DType::boolean) continue;
    const Tensor got = one.gradient(answer.operands, answer.result, answer.grad, i);
    CHECK(difference("gradient of operand " + std::to_string(i), got, answer.gradients[i], kGradient) == "");
  }
}

/// The results of two calls whose operands have the same numbers.
void check_same(const Case& one, const char* how, const Tensors& operands, const Tensors& contiguous) {
  INFO(how);
  const Tensor result = one.forward(operands);
  const Tensor want = one.forward(contiguous);
  CHECK(difference("result", result, want, kOtherStrides) == "");
  if (!is_floating(want.dtype())) return;
  const Tensor grad = drawn(want.shape(), want.dtype(), 1);
  for (Index i = 0; i < operands.size(); ++i) {
    if (!one.is_differentiable(i)) continue;
    const Tensor got = one.gradient(operands, transposed_copy(want), second_columns(grad), i);
    CHECK(difference("gradient of operand " + std::to_string(i), got, one.gradient(contiguous, want, grad, i),
                     kOtherStrides) == "");
  }
}

/// Whether gradients for infinities need not be PyTorch's: a product of three factors depends on their order, as ∞ · 0 is NaN.
bool has_own_edges(const Case& one) {
  return one.operation.name == std::string_view("einsum") && one.example.operands.size() > 2;
}

/// Roundings to fewer bits, through which gradients pass as if there were none, but for being rounded too.
bool is_straight_through(const Operation& operation) {
  return operation.name == std::string_view("half");
}

// Explanations.

/// The sum of the terms' values times weights, and of its terms' magnitudes.
struct Sum {
  double value = 0;
  double magnitude = 0;
};
Sum sum_of(const Reason& why) {
  Sum sum;
  for (const OperandTerm& term : why.terms) {
    sum.value += term.value * term.weight;
    sum.magnitude += std::abs(term.value * term.weight);
  }
  return sum;
}
/// A sum of products says so by a weight that is not 1.
bool has_weights(const Reason& why) {
  return std::any_of(why.terms.begin(), why.terms.end(),
                     [](const OperandTerm& term) { return term.weight != 1; });
}
void check_sum(const Reason& why, double value) {
  const auto [sum, magnitude] = sum_of(why);
  INFO("the terms' sum is " << sum << ", the number is " << value);
  const double allowed = is_straight_through(why.call.operation) ? 0x1p-11 : 1e-6;
  const bool adds_up =
      same(sum, value) || std::abs(sum - value) <= allowed * std::max(magnitude, std::abs(value));
  CHECK(adds_up);
}
bool is_term(const Reason& why, Index of, const Shape& index) {
  return std::any_of(why.terms.begin(), why.terms.end(),
                     [&](const OperandTerm& term) { return term.operand == of && term.index == index; });
}
/// NaN in every cell that is no term.
Tensor poisoned(const Tensor& x, Index of, const Reason& why) {
  if (!is_floating(x.dtype())) return x;
  Tensor y = x.clone();
  for (Index i = 0; i < y.count(); ++i) {
    const Shape at = index_of(y.shape(), i);
    if (!is_term(why, of, at)) y.set(at, kNan);
  }
  return y;
}

/// A gradient that is 1 at one cell.
Tensor one_hot(const Tensor& result, const Shape& index) {
  Tensor grad(result.shape(), result.dtype());
  grad.set(index, 1);
  return grad;
}

void check_explanation(const Case& one, const Tensor& result, const Shape& index) {
  const Tensors& operands = one.plain.operands;
  const Call call = one.call(operands);
  Reason why = {
      .call = call, .result = result, .grad = nullptr, .operand = 0, .index = index, .replays = nullptr};
  one.operation.explain(why);
  INFO("the explanation of result" << to_string(index));
  const double value = result.at(index);
  if (has_weights(why)) check_sum(why, value);

  Tensors others;
  for (Index i = 0; i < operands.size(); ++i) others.push_back(poisoned(operands[i], i, why));
  INFO("without the cells that are no terms: " << one.forward(others).at(index));
  CHECK(same(one.forward(others).at(index), value));

  for (const OperandTerm& term : why.terms) {
    if (term.operand >= operands.size()) continue;
    INFO("term " << term.operand << to_string(term.index));
    CHECK(same(operands[term.operand].at(term.index), term.value));
    if (!is_floating(result.dtype()) || !one.is_differentiable(term.operand)) continue;
    const Tensor slope = one.gradient(operands, result, one_hot(result, index), term.operand);
    if (slope.at(term.index) == 0) continue;
    Tensors changed = operands;
    changed[term.operand] = operands[term.operand].clone();
    changed[term.operand].set(term.index, kNan);
    CHECK(std::isnan(one.forward(changed).at(index)));
  }
}

void check_gradient_explanation(const Case& one, const Tensor& result, const Tensor& grad,
                                const Tensor& gradient, Index operand, const Shape& index) {
  const Tensors& operands = one.plain.operands;
  const Call call = one.call(operands);
  Reason why = {
      .call = call, .result = result, .grad = &grad, .operand = operand, .index = index, .replays = nullptr};
  const Derivative& derivative = *one.operation.derivative(operand);
  INFO("the explanation of the gradient of operand " << operand << to_string(index));
  REQUIRE(derivative.explain != nullptr);
  derivative.explain(why);
  const double value = gradient.at(index);
  check_sum(why, value);

  const Tensor others = poisoned(grad, kGrad, why);
  const double without = one.gradient(operands, result, others, operand).at(index);
  INFO("without the cells that are no terms: " << without);
  CHECK(same(without, value));
  for (const OperandTerm& term : why.terms) {
    if (term.operand != kGrad) continue;
    INFO("term " << to_string(term.index));
    CHECK(same(grad.at(term.index), term.value));
    if (term.weight == 0) continue;
    Tensor changed = grad.clone();
    changed.set(term.index, kNan);
    CHECK(std::isnan(one.gradient(operands, result, changed, operand).at(index)));
  }
  if (one.operation.parameters[0] == '*') return;  // whose derivative cannot say which of the others it reads
  // What the derivative does not say that it reads does not matter.
  const auto reads = [&](Index what) { return derivative.reads[0] == what || derivative.reads[1] == what; };
  Tensors unread = operands;
  for (Index i = 0; i < operands.size(); ++i) {
    if (!reads(i) && !reads(kOperands) && is_floating(operands[i].dtype()))
      unread[i] = full(operands[i].shape(), kNan);
  }
  const Tensor seen = reads(kResult) ? result : full(result.shape(), kNan, result.dtype());
  const double from_read = one.gradient(unread, seen, grad, operand).at(index);
  INFO("from what it reads alone: " << from_read);
  CHECK(same(from_read, value));
}

/// Σ ∂result · Δresult / Δx for a small change of a cell x of an operand.
double slope(const Case& one, const Tensors& operands, Index operand, const Shape& at, const Tensor& grad) {
  const double x = operands[operand].at(at);
  const double step = 1e-5 * std::max(1.0, std::abs(x));
  const auto result_at = [&](double changed) {
    Tensors others = operands;
    others[operand] = operands[operand].clone();
    others[operand].set(at, changed);
    return one.forward(others);
  };
  const Tensor above = result_at(x + step);
  const Tensor below = result_at(x - step);
  double sum = 0;
  for (Index i = 0; i < grad.count(); ++i) {
    const double a = above.at_position(i);
    const double b = below.at_position(i);
    if (!same(a, b)) sum += grad.at_position(i) * (a - b);
  }
  return sum / (2 * step);
}

}  // namespace

TEST_CASE("every example of every operation has a fixture") {
  for_each_example([](const Operation& operation, const Example& example) {
    INFO(operation.name << "  " << example.text);
    const bool has_fixture = fixture_of(operation, example) != nullptr;
    INFO(
        "cmake --build --preset native --target headsup_list_operations && "
        "build/native/tests/cpp/headsup_list_operations | /usr/bin/python3 "
        "tests/fixtures/make_operations.py");
    CHECK(has_fixture);
  });
}

TEST_CASE("docs/operations.md is what the table says") {
  std::ifstream file(HEADSUP_SOURCE_DIR "/docs/operations.md", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  INFO("build/native/tests/cpp/headsup_list_operations --document > docs/operations.md");
  CHECK((text == operations_document()));
}

TEST_CASE("operations answer as PyTorch does") {
  for_each_case([](const Case& one) { check_against(one, one.plain); });
}

TEST_CASE("operations answer as PyTorch does to NaN, infinities and zeros") {
  for_each_case([](const Case& one) {
    Answer edges = one.edges;
    if (has_own_edges(one)) edges.has_grad = false;
    check_against(one, edges);
  });
}

TEST_CASE("operations take operands of any strides") {
  for_each_case([](const Case& one) {
    const Tensors& operands = one.plain.operands;
    // view refuses strides that cannot express its shape, as PyTorch's does.
    const bool may_refuse = one.operation.name == std::string_view("view");
    const auto check = [&](const char* how, const Tensors& changed, const Tensors& contiguous) {
      try {
        check_same(one, how, changed, contiguous);
      } catch (const Refusal&) {
        if (!may_refuse) throw;
      }
    };
    check("transposed", each(operands, transposed_copy), operands);
    check("every second column", each(operands, second_columns), operands);
    const Tensors wide = each(operands, expanded);
    check("expanded", wide, each(wide, [](const Tensor& x) { return x.clone(); }));
  });
}

TEST_CASE("operations do not write to their operands") {
  for_each_case([](const Case& one) {
    const Tensors operands = each(one.plain.operands, [](const Tensor& x) { return x.clone(); });
    const Tensor result = one.forward(operands);
    const Tensor grad = is_floating(result.dtype()) ? drawn(result.shape(), result.dtype(), 1) : result;
    for (Index i = 0; is_floating(result.dtype()) && i < operands.size(); ++i) {
      if (one.is_differentiable(i)) one.gradient(operands, result, grad, i);
    }
    for (Index i = 0; i < operands.size(); ++i)
      CHECK(difference("operand " + std::to_string(i), operands[i], one.plain.operands[i], {}) == "");
  });
}

TEST_CASE("gradients are the slopes of their operations") {
  for_each_case([](const Case& one) {
    if (is_straight_through(one.operation)) return;
    const Tensors operands = in_float64(one.plain.operands);
    const Tensor result = one.forward(operands);
    if (result.dtype() != DType::float64) return;
    Tensor grad = drawn(result.shape(), result.dtype(), 2);
    // Outside of where the function is defined, such as √ below 0, PyTorch's gradient is what its formula gives.
    for (Index i = 0; i < grad.count(); ++i) {
      if (std::isnan(result.at_position(i))) grad.set(index_of(grad.shape(), i), 0);
    }
    for (Index i = 0; i < operands.size(); ++i) {
      if (!one.is_differentiable(i)) continue;
      const Tensor got = one.gradient(operands, result, grad, i);
      Tensor want(operands[i].shape(), DType::float64);
      for (Index place = 0; place < want.count(); ++place) {
        const Shape at = index_of(want.shape(), place);
        want.set(at, std::isnan(got.at(at)) ? kNan : slope(one, operands, i, at, grad));
      }
      CHECK(difference("gradient of operand " + std::to_string(i), got, want, kDifferences) == "");
    }
  });
}

TEST_CASE("explanations have exactly the cells on which a number depends") {
  for_each_case([](const Case& one) {
    const Tensor result = one.forward(one.plain.operands);
    for (const Shape& index : some_indices(result)) check_explanation(one, result, index);
    if (!is_floating(result.dtype())) return;
    const Tensor grad = drawn(result.shape(), result.dtype(), 3);
    for (Index i = 0; i < one.plain.operands.size(); ++i) {
      if (!one.is_differentiable(i)) continue;
      const Tensor gradient = one.gradient(one.plain.operands, result, grad, i);
      for (const Shape& index : some_indices(gradient))
        check_gradient_explanation(one, result, grad, gradient, i, index);
    }
  });
}

TEST_CASE("an operation names as many axes as its result has") {
  for_each_case([](const Case& one) {
    const Tensors& operands = one.plain.operands;
    const Tensor result = one.forward(operands);
    constexpr Name kLetters[] = {"A", "B", "C", "D", "E", "F", "G", "H"};
    std::vector<Names> names;
    bool has_rank = false;
    for (const Tensor& x : operands) {
      names.emplace_back(kLetters, kLetters + x.rank());
      has_rank = has_rank || x.rank() == result.rank();
    }
    if (one.operation.axes == nullptr) {
      // Who calls an operation without operands names its axes.
      const bool needs_none = operands.empty() || result.rank() == 0;
      CHECK((has_rank || needs_none));
      return;
    }
    const Call call = one.call(operands);
    CHECK(one.operation.axes({.call = call, .result = result, .operands = names}).size() == result.rank());
  });
}
