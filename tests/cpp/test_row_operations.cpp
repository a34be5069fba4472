// Reductions, softmax, layer norm, losses and sources: what the table's general tests do not check.
#include <cmath>
#include <limits>

#include "catch.h"
#include "headsup/tensor/refusal.h"
#include "operations/operations.h"
#include "operations/table.h"

using namespace headsup;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Tensor run(Name name, std::initializer_list<Tensor> operands, const Attributes& attributes = {}) {
  return compute(*find_operation(name), operands, attributes);
}
std::vector<std::int64_t> dims(std::initializer_list<std::int64_t> values) {
  return values;
}
Tensor wavy(const Shape& shape, double phase = 0) {
  Tensor x(shape, DType::float64);
  for (Index i = 0; i < x.count(); ++i)
    x.data<double>()[i] = std::sin(1.7 * static_cast<double>(i) + phase) + 0.1;
  return x;
}
std::string refusal_of(const auto& act) {
  try {
    act();
  } catch (const Refusal& refusal) {
    return std::string(to_string(refusal.code())) + ": " + refusal.what();
  }
  return "";
}

/// Compares ∂operand with differences, and its explanation with both, for ∂result that varies.
void check_gradient(Name name, std::vector<Tensor> operands, Index operand,
                    const Attributes& attributes = {}) {
  CAPTURE(name, operand);
  const Operation& operation = *find_operation(name);
  const Call call = {.operation = operation, .operands = operands, .attributes = attributes};
  const Tensor result = operation.forward(call);
  const Tensor grad = wavy(result.shape(), 0.5);
  const Derivative& derivative = *operation.derivative(operand);
  const Tensor made = derivative.gradient({.call = call, .result = result, .grad = grad, .operand = operand});
  REQUIRE(made.shape() == operands[operand].shape());
  for (Index i = 0; i < made.count(); ++i) {
    double sum = 0;
    for (const double step : {-1e-6, 1e-6}) {
      std::vector<Tensor> moved = operands;
      moved[operand] = operands[operand].clone();
      const Shape at = index_of(made.shape(), i);
      moved[operand].set(at, moved[operand].at(at) + step);
      const Tensor y = compute(operation, moved, attributes);
      for (Index j = 0; j < y.count(); ++j) sum += grad.at_position(j) * y.at_position(j) / (2 * step);
    }
    CHECK(made.at_position(i) == Approx(sum).margin(1e-7));
    Reason why = {.call = call,
                  .result = result,
                  .grad = &grad,
                  .operand = operand,
                  .index = index_of(made.shape(), i),
                  .replays = nullptr};
    derivative.explain(why);
    double explained = 0;
    for (const OperandTerm& term : why.terms) explained += term.value * term.weight;
    CHECK(explained == Approx(made.at_position(i)).margin(1e-12));
  }
}

Reason explained(const Call& call, const Tensor& result, const Shape& index) {
  Reason why = {
      .call = call, .result = result, .grad = nullptr, .operand = 0, .index = index, .replays = nullptr};
  call.operation.explain(why);
  return why;
}

}  // namespace

TEST_CASE("derivatives along axes are what differences show, and so are their explanations") {
  const Tensor x = wavy({2, 3, 4});
  const Tensor strided = wavy({4, 3, 2}).permute({2, 1, 0});
  for (const Tensor& each : {x, strided}) {
    for (const Name name :
         {"sum", "mean", "prod", "var", "std", "norm", "max", "min", "amax", "amin", "logsumexp"}) {
      check_gradient(name, {each}, 0);
      check_gradient(name, {each}, 0, {{"dim", 1.0}});
      check_gradient(name, {each}, 0, {{"dim", -1.0}, {"keepdim", 1.0}});
      check_gradient(name, {each}, 0, {{"dim", dims({0, 2})}, {"keepdim", 1.0}});
      check_gradient(name, {each}, 0, {{"dim", dims({-1, 0})}});
      check_gradient(name, {full({}, 1.5, DType::float64)}, 0, {{"correction", 0.0}});
    }
    for (const Name name : {"softmax", "log_softmax", "cumsum"}) {
      check_gradient(name, {each}, 0, {{"dim", -1.0}});
      check_gradient(name, {each}, 0, {{"dim", 1.0}});
    }
    for (const Name name : {"layer_norm", "rms_norm"}) {
      check_gradient(name, {each}, 0);
      const Index most = name == "layer_norm" ? 3 : 2;
      for (Index operand = 0; operand < most; ++operand) {
        const std::vector<Tensor> operands = {each, wavy({3, 4}, 2), wavy({3, 4}, 1)};
        check_gradient(name, {operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(most)},
                       operand, {{"normalized_shape", dims({3, 4})}, {"eps", 0.1}});
      }
    }
  }
  check_gradient("prod", {tensor_of<double>({2, 3}, {0, 2, 3, 0, 0, 4})}, 0, {{"dim", 1.0}});
}

TEST_CASE("derivatives of losses and sources are what differences show, and so are their explanations") {
  const Tensor targets = tensor_of<std::int64_t>({2, 4}, {0, 2, 1, 1, 2, 0, 0, 1});
  for (const Name name : {"cross_entropy", "nll_loss"}) {
    for (const Name reduction : {"mean", "sum", "none"}) {
      check_gradient(name, {wavy({2, 3, 4}), targets}, 0, {{"reduction", reduction}, {"ignore_index", 1.0}});
      check_gradient(name, {wavy({2, 3}), targets.select(1, 1)}, 0, {{"reduction", reduction}});
      check_gradient(name, {wavy({3}), full({}, 2, DType::int64)}, 0, {{"reduction", reduction}});
    }
  }
  for (const Index operand : {Index{0}, Index{1}}) {
    for (const Name reduction : {"mean", "sum", "none"}) {
      check_gradient("mse_loss", {wavy({2, 3}), wavy({2, 3}, 1)}, operand, {{"reduction", reduction}});
      check_gradient("mse_loss", {wavy({2, 3}), wavy({3}, 1)}, operand, {{"reduction", reduction}});
    }
  }
  check_gradient("embedding", {targets, wavy({5, 3})}, 1);
  check_gradient("dropout", {wavy({2, 3}), tensor_of<float>({2, 3}, {0.1F, 0.5F, 0.25F, 0.9F, 0.2F, 0.7F})},
                 0, {{"p", 0.25}});
}

TEST_CASE("reductions have PyTorch's types, empty results and ties") {
  const Tensor bits = tensor_of<std::uint8_t>({2, 2}, {1, 0, 1, 1});
  CHECK(run("sum", {bits}).dtype() == DType::int64);
  CHECK(run("sum", {bits}).item() == 3);
  CHECK(run("all", {bits}, {{"dim", 0.0}}).tolist<std::uint8_t>() == std::vector<std::uint8_t>{1, 0});
  CHECK(run("sum", {Tensor({0, 2})}, {{"dim", 0.0}}).tolist<float>() == std::vector<float>{0, 0});
  CHECK(run("prod", {Tensor({0})}).item() == 1);
  CHECK(std::isnan(run("mean", {Tensor({0})}).item()));
  CHECK(run("logsumexp", {Tensor({1, 0})}, {{"dim", 1.0}}).item() == -kInfinity);
  CHECK(std::isnan(run("var", {full({1}, 3)}).item()));
  CHECK(run("var", {full({1}, 3)}, {{"unbiased", 0.0}}).item() == 0);
  const Tensor ties = tensor_of<float>({4}, {1, 3, 3, 2});
  CHECK(run("argmax", {ties}).item() == 1);
  const auto gradient = [&](Name name, const Attributes& by) {
    const Operation& operation = *find_operation(name);
    const Call call = {.operation = operation, .operands = {&ties, 1}, .attributes = by};
    const Tensor result = operation.forward(call);
    return operation.derivatives[0]
        .gradient({.call = call, .result = result, .grad = full(result.shape(), 1), .operand = 0})
        .tolist<float>();
  };
  CHECK(gradient("amax", {{"dim", 0.0}}) == std::vector<float>{0, 0.5F, 0.5F, 0});
  CHECK(gradient("max", {}) == std::vector<float>{0, 0.5F, 0.5F, 0});
  CHECK(gradient("max", {{"dim", 0.0}}) == std::vector<float>{0, 1, 0, 0});
  const Tensor holed = tensor_of<float, double>({3}, {1, kNaN, 5});
  CHECK(std::isnan(run("max", {holed}).item()));
  CHECK(run("argmin", {holed}).item() == 1);
}

TEST_CASE("refusals are in PyTorch's words") {
  const Tensor x({0, 3});
  const Tensor ids = tensor_of<std::int64_t>({2}, {0, 5});
  CHECK(refusal_of([&] { run("max", {x}); }) ==
        "runtime-error: max(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
        "reduction dim with "
        "the 'dim' argument.");
  CHECK(refusal_of([&] {
          run("argmax", {x}, {{"dim", 0.0}});
        }) == "index-error: argmax(): Expected reduction dim 0 to have non-zero size.");
  CHECK(run("amax", {x}, {{"dim", 1.0}}).shape() == Shape{0});
  CHECK(refusal_of([&] {
          run("sum", {x}, {{"dim", dims({0, -2})}});
        }) == "runtime-error: dim 0 appears multiple times in the list of dims");
  CHECK(refusal_of([&] { run("mean", {ids}); }) ==
        "runtime-error: mean(): could not infer output dtype. Input dtype must be either a floating point or "
        "complex dtype. "
        "Got: Long");
  CHECK(refusal_of([&] {
          run("softmax", {ids}, {{"dim", 0.0}});
        }) == "runtime-error: \"softmax_lastdim_kernel_impl\" not implemented for 'Long'");
  CHECK(refusal_of([&] {
          run("layer_norm", {Tensor({3, 4})}, {{"normalized_shape", dims({5})}});
        }) ==
        "runtime-error: Given normalized_shape=[5], expected input with shape [*, 5], but got input of "
        "size[3, 4]");
  CHECK(refusal_of([&] {
          run("embedding", {ids, Tensor({5, 2})});
        }) == "index-error: index out of range in self");
  CHECK(refusal_of([&] {
          run("cross_entropy", {Tensor({2, 5}), ids});
        }) == "index-error: Target 5 is out of bounds.");
  CHECK(refusal_of([&] {
          run("cross_entropy", {Tensor({3, 6}), ids});
        }) == "value-error: Expected input batch_size (3) to match target batch_size (2).");
}

TEST_CASE("softmax of masked rows and of NaN is PyTorch's") {
  const Tensor x =
      tensor_of<float, double>({4, 2}, {-1e12, -1e12, -kInfinity, -kInfinity, kNaN, 1, 0, -kInfinity});
  const auto y = run("softmax", {x}, {{"dim", -1.0}}).tolist<float>();
  CHECK((y[0] == 0.5F && y[1] == 0.5F));
  CHECK((std::isnan(y[2]) && std::isnan(y[3]) && std::isnan(y[4]) && std::isnan(y[5])));
  CHECK((y[6] == 1 && y[7] == 0));
  CHECK(run("logsumexp", {x}, {{"dim", -1.0}}).at({1}) == -kInfinity);
}

TEST_CASE("losses count as PyTorch's do") {
  const Tensor x = wavy({2, 3}).to(DType::float32);
  const Tensor ignored = full({2}, -100, DType::int64);
  CHECK(std::isnan(run("cross_entropy", {x, ignored}).item()));
  CHECK(run("cross_entropy", {x, ignored}, {{"reduction", Name("sum")}}).item() == 0);
  const Tensor targets = tensor_of<std::int64_t>({2}, {2, 0});
  const Tensor logs = run("log_softmax", {x}, {{"dim", 1.0}});
  CHECK(run("cross_entropy", {x, targets}).item() ==
        Approx(run("nll_loss", {logs, targets}).item()).epsilon(1e-6));
}

TEST_CASE("explanations of rows have the terms and facts of traces") {
  const std::vector<Tensor> operands = {wavy({2, 4}).to(DType::float32), wavy({4}, 1).to(DType::float32),
                                        wavy({4}, 2).to(DType::float32)};
  const Attributes last = {{"dim", -1.0}};
  const Call softmax = {.operation = op::softmax, .operands = {operands.data(), 1}, .attributes = last};
  const Tensor shares = op::softmax.forward(softmax);
  const Reason why = explained(softmax, shares, {1, 2});
  REQUIRE(why.terms.size() == 6);
  CHECK(why.terms[4].word == "maximum");
  CHECK(why.terms[5].word == "sum");
  CHECK(why.detail[0].first == "maximum");
  CHECK(why.detail[4].first == "position");
  CHECK(std::exp(why.terms[2].value - why.number("maximum")) / why.number("sum") ==
        Approx(shares.at({1, 2})));

  const Attributes none;
  const Call norm = {.operation = op::layer_norm, .operands = operands, .attributes = none};
  const Tensor y = op::layer_norm.forward(norm);
  const Reason of_norm = explained(norm, y, {1, 2});
  REQUIRE(of_norm.terms.size() == 8);
  CHECK(of_norm.terms[4].word == "mean");
  CHECK(of_norm.terms[5].word == "rstd");
  CHECK(of_norm.terms[6].operand == 1);
  double sum = 0;
  for (const OperandTerm& term : of_norm.terms) sum += term.value * term.weight;
  CHECK(sum == Approx(y.at({1, 2})));

  const Tensor row = operands[0].select(0, 1);
  CHECK(std::get<double>(softmax_facts(row.floats())[3].second) == why.number("sum"));
  CHECK(std::get<double>(layer_norm_facts(row.floats(), 1e-5)[6].second) == of_norm.number("rstd"));
}

TEST_CASE("terms are the cells that a number depends on") {
  const Tensor x = wavy({2, 3, 4});
  const Tensor ids = tensor_of<std::int64_t>({2, 4}, {0, 2, 1, 1, 2, 0, 0, 1});
  const Attributes none;
  const Attributes one = {{"dim", 1.0}};
  const Attributes several = {{"dim", dims({0, 2})}, {"keepdim", 1.0}};
  const Attributes each = {{"reduction", Name("none")}};
  const struct {
    const char* name;
    std::vector<Tensor> operands;
    const Attributes& attributes;
  } kCalls[] = {{"sum", {x}, one},
                {"mean", {x}, several},
                {"prod", {x}, none},
                {"var", {x}, one},
                {"std", {x}, several},
                {"norm", {x}, one},
                {"max", {x}, one},
                {"amin", {x}, several},
                {"argmax", {x}, one},
                {"logsumexp", {x}, several},
                {"softmax", {x}, one},
                {"log_softmax", {x}, one},
                {"cumsum", {x}, one},
                {"layer_norm", {x, wavy({3, 4}), wavy({3, 4}, 1)}, none},
                {"rms_norm", {x, wavy({4})}, none},
                {"cross_entropy", {x, ids}, none},
                {"cross_entropy", {x, ids}, each},
                {"nll_loss", {x, ids}, none},
                {"nll_loss", {x, ids}, each},
                {"mse_loss", {x, wavy({3, 1})}, none},
                {"mse_loss", {x, wavy({3, 1})}, each},
                {"embedding", {ids, wavy({3, 2})}, none},
                {"dropout", {x, wavy({2, 3, 4}, 3)}, none}};
  for (const auto& [name, operands, attributes] : kCalls) {
    CAPTURE(name);
    const Operation& operation = *find_operation(name);
    const Call call = {.operation = operation, .operands = operands, .attributes = attributes};
    const Tensor result = operation.forward(call);
    for (Index position = 0; position < result.count(); ++position) {
      const Reason why = explained(call, result, index_of(result.shape(), position));
      std::vector<Tensor> poisoned;
      poisoned.reserve(operands.size());
      for (const Tensor& operand : operands) {
        poisoned.push_back(full(operand.shape(), is_floating(operand.dtype()) ? kNaN : 0, operand.dtype()));
      }
      for (const OperandTerm& term : why.terms) {
        if (term.operand < operands.size())
          poisoned[term.operand].set(term.index, operands[term.operand].at(term.index));
      }
      CHECK(compute(operation, poisoned, attributes).at_position(position) == result.at_position(position));
    }
  }
}

TEST_CASE("the loss is the sum of its words' products") {
  const std::vector<Tensor> operands = {wavy({3, 4}), tensor_of<std::int64_t>({3}, {1, -100, 3})};
  const Attributes none;
  const Call call = {.operation = op::cross_entropy, .operands = operands, .attributes = none};
  const Tensor loss = op::cross_entropy.forward(call);
  const Reason why = explained(call, loss, {});
  double sum = 0;
  for (const OperandTerm& term : why.terms) sum += term.value * term.weight;
  CHECK(sum == Approx(loss.item()));
  CHECK(why.terms[0].word == "log_probability");
  CHECK(why.number("count") == 2);
}

TEST_CASE("tokens, positions and tables are explained from where they came") {
  const Attributes by = {{"pad_id", 0.0}};
  const std::vector<Tensor> ids = {tensor_of<std::int64_t>({2, 3}, {4, 2, 0, 1, 0, 3})};
  const Call places = {.operation = op::position_ids, .operands = ids, .attributes = by};
  const Tensor made = op::position_ids.forward(places);
  CHECK(made.tolist<std::int64_t>() == std::vector<std::int64_t>{1, 2, 0, 1, 0, 3});
  CHECK(explained(places, made, {1, 2}).terms[2].value == 3);

  const Attributes size = {{"length", 5.0}, {"d_model", 4.0}};
  const Call table = {.operation = op::sinusoid, .operands = {}, .attributes = size};
  const Tensor waves = op::sinusoid.forward(table);
  CHECK(waves.at({3, 3}) == Approx(std::cos(0.03)));
  CHECK(explained(table, waves, {3, 3}).number("angle") == Approx(0.03));

  const Attributes of_draws = {
      {"draws",
       Draws{.distribution = Distribution::uniform, .seed = 3, .first = 2, .count = 4, .bound = 0.5}}};
  const Tensor drawn({4});
  const Call draw = {.operation = op::uniform, .operands = {}, .attributes = of_draws};
  const Reason why = explained(draw, drawn, {1});
  CHECK(why.terms[0].word == "draw");
  CHECK(why.terms[0].index == Shape{3});

  CHECK(run("arange", {}, {{"start", 2.0}, {"end", 9.0}, {"step", 3.0}}).tolist<std::int64_t>() ==
        std::vector<std::int64_t>{2, 5, 8});
  CHECK(run("one_hot", {ids[0]}).shape() == Shape{2, 3, 5});
}
