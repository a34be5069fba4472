// Every operation of training's plan against the table's operation, forwards and backwards, on random shapes.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "catch.h"
#include "dice.h"
#include "headsup/attention/positional_encoding.h"
#include "operations/operations.h"
#include "operations/optimizers.h"
#include "training/attention.h"
#include "training/layers.h"
#include "training/optimizers.h"

using namespace headsup;
using namespace headsup::tests;
using namespace headsup::training;

namespace {

/// "" where no number is further from the wanted one than 4e-6 of the largest: a gradient that is small everywhere has to be
/// as good as a large one.
std::string relative_difference(const std::string& name, const Matrix& got, const Tensor& want) {
  const std::vector<float> numbers = want.tolist<float>();
  if (static_cast<std::size_t>(got.size()) != numbers.size()) return name + ": another size";
  double largest = 0;
  double furthest = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto wanted = static_cast<double>(numbers[i]);
    largest = std::max(largest, std::abs(wanted));
    // Not max(), which would leave out a NaN.
    const double difference = std::abs(static_cast<double>(got.data()[i]) - wanted);
    if (!(difference <= furthest)) furthest = difference;
  }
  if (furthest <= 4e-6 * largest) return "";
  std::ostringstream text;
  text << name << ": differs by " << furthest << ", where the largest number is " << largest;
  return text.str();
}

/// A call of the table.
struct TableCall {
  TableCall(const Operation& operation_of, std::vector<Tensor> operands_of, Attributes attributes_of = {})
      : operation(operation_of),
        operands(std::move(operands_of)),
        attributes(std::move(attributes_of)),
        result(compute(operation, operands, attributes)) {}
  Tensor gradient(Index operand, const Tensor& grad) const {
    const Call call{operation, operands, attributes};
    return operation.derivative(operand)->gradient({call, result, grad, operand});
  }

  const Operation& operation;
  std::vector<Tensor> operands;
  Attributes attributes;
  Tensor result;
};

/// One operation of the plan, and the numbers it is tried on.
struct Plan {
  explicit Plan(std::uint32_t seed) : dice(seed) {}

  Node& operand(const std::string& name, const Shape& shape) {
    Node& node = tape.node(name, shape);
    fill(node.value, dice.floats(shape));
    return node;
  }
  static void fill(Matrix& matrix, const Tensor& numbers) {
    std::copy(numbers.floats().begin(), numbers.floats().end(), matrix.data());
  }
  static Tensor value(const Node& node) { return as_tensor(node.shape, node.value); }

  /// Runs the recorded operation forwards, and backwards from a random ∂y, which it returns.
  Tensor run(Node& y) {
    tape.allocate_gradients();
    tape.forward();
    Tensor grad = dice.floats(y.shape);
    fill(y.gradient, grad);
    tape.backward();
    return grad;
  }
  static std::string gradient_difference(const Node& node, const Tensor& want) {
    return relative_difference("gradient of " + node.name, node.gradient, want);
  }

  Dice dice;
  Tape tape;
};

/// (B, L, D) as heads, (B, H, L, K), and back.
Tensor split_heads(const Tensor& x, Index heads) {
  return x.view({x.size(0), x.size(1), heads, x.size(2) / heads}).transpose(1, 2);
}
Tensor joined_heads(const Tensor& x) {
  return x.transpose(1, 2).reshape({x.size(0), x.size(2), x.size(1) * x.size(3)});
}

HeadSizes drawn_sizes(Dice& dice) {
  return {.batch = to_eigen(dice.between(1, 3)),
          .length = to_eigen(dice.between(1, 9)),
          .heads = to_eigen(dice.between(1, 3))};
}

struct Sizes {
  explicit Sizes(Dice& dice)
      : heads(drawn_sizes(dice)),
        batch(static_cast<Index>(heads.batch)),
        length(static_cast<Index>(heads.length)),
        count(static_cast<Index>(heads.heads)),
        tokens{batch, length, count * dice.between(1, 9)},
        table{batch, count, length, length} {}

  HeadSizes heads;
  Index batch;
  Index length;
  Index count;
  Shape tokens;  ///< (B, L, D)
  Shape table;   ///< (B, H, L, L)
};

/// Ids below `count`; the first one once more at the end, so that a gradient is a sum.
std::vector<std::int32_t> drawn_ids(Dice& dice, Index size, Index count) {
  std::vector<std::int32_t> ids(size);
  for (auto& id : ids) id = static_cast<std::int32_t>(dice.below(count));
  ids.back() = ids.front();
  return ids;
}

}  // namespace

TEST_CASE("training's linear layer is the table's") {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Plan plan(seed);
    const Index in = plan.dice.between(1, 70);
    const Index out = plan.dice.between(1, 40);
    const Index rows = plan.dice.between(1, 9);
    Node& x = plan.operand("x", {rows, in});
    Node& weight = plan.operand("weight", {out, in});
    Node& bias = plan.operand("bias", {out});
    Node& y = plan.tape.node("y", {rows, out});
    plan.tape.record<Linear>(x, weight, bias, y);
    const Tensor grad = plan.run(y);
    const TableCall table(op::linear, {Plan::value(x), Plan::value(weight), Plan::value(bias)});
    CHECK(relative_difference("y", y.value, table.result) == "");
    CHECK(Plan::gradient_difference(x, table.gradient(0, grad)) == "");
    CHECK(Plan::gradient_difference(weight, table.gradient(1, grad)) == "");
    CHECK(Plan::gradient_difference(bias, table.gradient(2, grad)) == "");
  }
}

TEST_CASE("training's layer norm is the table's") {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Plan plan(seed);
    const Index width = plan.dice.between(2, 40);
    const Index rows = plan.dice.between(1, 9);
    Node& x = plan.operand("x", {rows, width});
    Node& weight = plan.operand("weight", {width});
    Node& bias = plan.operand("bias", {width});
    Node& y = plan.tape.node("y", x.shape);
    plan.tape.record<Normalize>(x, weight, bias, y);
    const Tensor grad = plan.run(y);
    const TableCall table(op::layer_norm, {Plan::value(x), Plan::value(weight), Plan::value(bias)});
    CHECK(relative_difference("y", y.value, table.result) == "");
    // In two numbers the gradient is 0 but for eps, so roundings are all that is left.
    if (width > 2) CHECK(Plan::gradient_difference(x, table.gradient(0, grad)) == "");
    CHECK(Plan::gradient_difference(weight, table.gradient(1, grad)) == "");
    CHECK(Plan::gradient_difference(bias, table.gradient(2, grad)) == "");
  }
}

TEST_CASE("training's activations are the table's") {
  for (const Activation activation : {Activation::gelu, Activation::relu}) {
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
      Plan plan(seed);
      Node& x = plan.operand("x", {plan.dice.between(1, 9), plan.dice.between(1, 40)});
      Node& y = plan.tape.node("y", x.shape);
      plan.tape.record<Activate>(activation, x, y);
      const Tensor grad = plan.run(y);
      const TableCall table(activation == Activation::gelu ? op::gelu : op::relu, {Plan::value(x)});
      CHECK(relative_difference("y", y.value, table.result) == "");
      CHECK(Plan::gradient_difference(x, table.gradient(0, grad)) == "");
    }
  }
}

TEST_CASE("training's scores are the table's, with heads as columns") {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Plan plan(seed);
    const Sizes sizes(plan.dice);
    Node& q = plan.operand("q", sizes.tokens);
    Node& k = plan.operand("k", sizes.tokens);
    Node& y = plan.tape.node("scores", sizes.table);
    plan.tape.record<Scores>(sizes.heads, q, k, y);
    const Tensor grad = plan.run(y);
    const TableCall table(op::scaled_dot_product, {split_heads(Plan::value(q), sizes.count),
                                                   split_heads(Plan::value(k), sizes.count)});
    CHECK(relative_difference("scores", y.value, table.result) == "");
    CHECK(Plan::gradient_difference(q, joined_heads(table.gradient(0, grad))) == "");
    CHECK(Plan::gradient_difference(k, joined_heads(table.gradient(1, grad))) == "");
  }
}

TEST_CASE("training's mask is the table's") {
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    Plan plan(seed);
    const Sizes sizes(plan.dice);
    Node& x = plan.operand("scores", sizes.table);
    Node& y = plan.tape.node("masked_scores", sizes.table);
    plan.tape.record<CausalFill>(-50.0F, x, y);
    const Tensor grad = plan.run(y);
    const Tensor later =
        compute(op::triu, {full({sizes.length, sizes.length}, 1, DType::boolean)}, {{"diagonal", 1.0}});
    const TableCall table(op::masked_fill, {Plan::value(x), later}, {{"value", -50.0}});
    CHECK(relative_difference("masked scores", y.value, table.result) == "");
    CHECK(Plan::gradient_difference(x, table.gradient(0, grad)) == "");
  }
}

TEST_CASE("training's softmax is the table's") {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Plan plan(seed);
    const Sizes sizes(plan.dice);
    Node& x = plan.operand("scores", sizes.table);
    Node& y = plan.tape.node("attention", sizes.table);
    plan.tape.record<Softmax>(x, y);
    const Tensor grad = plan.run(y);
    const TableCall table(op::softmax, {Plan::value(x)}, {{"dim", -1.0}});
    CHECK(relative_difference("attention", y.value, table.result) == "");
    CHECK(Plan::gradient_difference(x, table.gradient(0, grad)) == "");
  }
}

TEST_CASE("training's weighted sum is the table's, with heads as columns") {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    Plan plan(seed);
    const Sizes sizes(plan.dice);
    Node& weights = plan.operand("attention", sizes.table);
    Node& v = plan.operand("v", sizes.tokens);
    Node& y = plan.tape.node("values", sizes.tokens);
    plan.tape.record<WeightedSum>(sizes.heads, weights, v, y);
    const Tensor grad = plan.run(y);
    const TableCall table(op::weighted_sum, {Plan::value(weights), split_heads(Plan::value(v), sizes.count)});
    const Tensor grad_of_heads = split_heads(grad, sizes.count);
    CHECK(relative_difference("values", y.value, joined_heads(table.result)) == "");
    CHECK(Plan::gradient_difference(weights, table.gradient(0, grad_of_heads)) == "");
    CHECK(Plan::gradient_difference(v, joined_heads(table.gradient(1, grad_of_heads))) == "");
  }
}

TEST_CASE("training's dropout is the table's") {
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    Plan plan(seed);
    Generator generator(static_cast<std::int64_t>(seed));
    Node& x = plan.operand("x", {plan.dice.between(1, 9), plan.dice.between(2, 40)});
    Node& draws = plan.tape.node("draws", x.shape);
    Node& y = plan.tape.node("y", x.shape);
    plan.tape.record<Dropout>(0.3, generator, x, draws, y);
    const Tensor grad = plan.run(y);
    const TableCall table(op::dropout, {Plan::value(x), Plan::value(draws)}, {{"p", 0.3}});
    CHECK(relative_difference("y", y.value, table.result) == "");
    CHECK(Plan::gradient_difference(x, table.gradient(0, grad)) == "");
  }
}

TEST_CASE("training's embedding is the table's, with positions") {
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    Plan plan(seed);
    const Index rows = plan.dice.between(1, 3);
    const Index length = plan.dice.between(1, 9);
    const Index vocabulary = plan.dice.between(2, 9);
    const Index width = plan.dice.between(1, 20);
    Batch batch;
    batch.length = length;
    batch.ids = drawn_ids(plan.dice, rows * length, vocabulary);
    Node& weight = plan.operand("table", {vocabulary, width});
    Node& y = plan.tape.node("y", {rows, length, width});
    plan.tape.record<Embed>(batch, weight, y);
    const Tensor grad = plan.run(y);
    const Tensor ids = tensor_of<std::int64_t>({rows, length}, batch.ids);
    const TableCall table(op::embedding, {ids, Plan::value(weight)});
    const Tensor moved = compute(op::add, {table.result, positional_encoding(length, width)});
    CHECK(relative_difference("y", y.value, moved) == "");
    CHECK(Plan::gradient_difference(weight, table.gradient(1, grad)) == "");
  }
}

TEST_CASE("training's residual sum is the table's, also of one node with itself") {
  Plan plan(1);
  Node& a = plan.operand("a", {3, 5});
  Node& b = plan.operand("b", {3, 5});
  Node& y = plan.tape.node("y", {3, 5});
  plan.tape.record<Add>(a, b, y);
  const Tensor grad = plan.run(y);
  CHECK(relative_difference("y", y.value, compute(op::add, {Plan::value(a), Plan::value(b)})) == "");
  CHECK(Plan::gradient_difference(a, grad) == "");
  CHECK(Plan::gradient_difference(b, grad) == "");

  Plan doubled(1);
  Node& x = doubled.operand("x", {3, 5});
  Node& twice = doubled.tape.node("twice", {3, 5});
  doubled.tape.record<Add>(x, x, twice);
  const Tensor grad_of_twice = doubled.run(twice);
  CHECK(Plan::gradient_difference(x, compute(op::add, {grad_of_twice, grad_of_twice})) == "");
}

TEST_CASE("training's cross entropy is the table's") {
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    Plan plan(seed);
    const Index rows = plan.dice.between(1, 3);
    const Index length = plan.dice.between(2, 9);
    const Index vocabulary = plan.dice.between(2, 20);
    Batch batch;
    batch.targets = drawn_ids(plan.dice, rows * length, vocabulary);
    // One target that does not count, and at least one that does.
    batch.targets[0] = 1;
    batch.targets[1] = 0;
    Node& logits = plan.operand("logits", {rows, length, vocabulary});
    Node& loss = plan.tape.node("loss", {1});
    plan.tape.record<CrossEntropy>(batch, 0, logits, loss);
    plan.run(loss);
    const TableCall table(op::cross_entropy,
                          {Plan::value(logits).view({rows * length, vocabulary}),
                           tensor_of<std::int64_t>({rows * length}, batch.targets)},
                          {{"ignore_index", 0.0}});
    CHECK(relative_difference("loss", loss.value, table.result) == "");
    CHECK(Plan::gradient_difference(logits, table.gradient(0, full({}, 1))) == "");
  }
}

TEST_CASE("training's gradients are added to those that other readers of an operand gave") {
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    Plan plan(seed);
    const Index rows = plan.dice.between(1, 5);
    const Index width = plan.dice.between(2, 20);
    Node& x = plan.operand("x", {rows, width});
    std::vector<Node*> results;
    const auto read_x_with = [&]<class Op>(auto&&... arguments) {
      Node& y = *results.emplace_back(&plan.tape.node("y" + std::to_string(results.size()), x.shape));
      plan.tape.record<Op>(arguments..., y);
    };
    Node& weight = plan.operand("weight", {width});
    Node& bias = plan.operand("bias", {width});
    read_x_with.operator()<Normalize>(x, weight, bias);
    read_x_with.operator()<Activate>(Activation::gelu, x);
    read_x_with.operator()<Activate>(Activation::relu, x);
    read_x_with.operator()<Softmax>(x);
    plan.tape.allocate_gradients();
    plan.tape.forward();
    const Tensor grad = plan.dice.floats(x.shape);
    for (Node* y : results) Plan::fill(y->gradient, grad);
    plan.tape.backward();
    const Tensor of_x = Plan::value(x);
    Tensor sum = TableCall(op::layer_norm, {of_x, Plan::value(weight), Plan::value(bias)}).gradient(0, grad);
    for (const TableCall& table : {TableCall(op::gelu, {of_x}), TableCall(op::relu, {of_x}),
                                   TableCall(op::softmax, {of_x}, {{"dim", -1.0}})}) {
      sum = compute(op::add, {sum, table.gradient(0, grad)});
    }
    CHECK(Plan::gradient_difference(x, sum) == "");
  }
}

namespace {

Tensor scaled(const Tensor& x, double factor) {
  return compute(op::mul, {x, full({}, factor, DType::float64)});
}
Tensor plus(const Tensor& a, const Tensor& b) {
  return compute(op::add, {a, b});
}
Tensor wide(const Shape& shape, const Matrix& matrix) {
  return as_tensor(shape, matrix).to(DType::float64);
}

/// A parameter, its gradient and its moments in float64, and the formulas of optimizers.h in the table's operations.
struct Reference {
  Tensor p;
  Tensor first;
  Tensor second;

  void update(const TrainingSpec& spec, Index step, const Tensor& g) {
    const double rate = spec.learning_rate;
    if (spec.optimizer == Optimizer::sgd) {
      const Tensor slope = plus(g, scaled(p, spec.weight_decay));
      first = step == 1 ? slope : plus(scaled(first, spec.momentum), slope);
      p = plus(p, scaled(first, -rate));
      return;
    }
    p = scaled(p, 1 - rate * spec.weight_decay);
    first = plus(scaled(first, kBeta1), scaled(g, 1 - kBeta1));
    second = plus(scaled(second, kBeta2), scaled(compute(op::mul, {g, g}), 1 - kBeta2));
    const auto t = static_cast<double>(step);
    const Tensor root = scaled(compute(op::sqrt, {second}), 1 / std::sqrt(1 - std::pow(kBeta2, t)));
    const Tensor divisor = plus(root, full({}, kAdamEps, DType::float64));
    p = plus(p, scaled(compute(op::div, {first, divisor}), -rate / (1 - std::pow(kBeta1, t))));
  }
};

}  // namespace

TEST_CASE("training's optimisers are their formulas in the table's operations") {
  for (const Optimizer optimizer : {Optimizer::adamw, Optimizer::sgd}) {
    TrainingSpec spec;
    spec.optimizer = optimizer;
    spec.vocab_size = 5;
    spec.d_model = 6;
    spec.d_ff = 7;
    spec.weight_decay = 0.1;
    spec.momentum = 0.9;
    Generator generator(3);
    Parameters parameters(spec, generator);
    std::vector<Moments> moments = zero_moments(parameters);
    std::vector<Reference> references;
    for (const Node& node : parameters.nodes()) {
      const Tensor zeros(node.shape, DType::float64);
      references.push_back({.p = wide(node.shape, node.value), .first = zeros, .second = zeros});
    }
    Dice dice(4);
    for (Index step = 1; step <= 3; ++step) {
      for (Index i = 0; i < references.size(); ++i) {
        Node& node = parameters.nodes()[i];
        Plan::fill(node.gradient, dice.floats(node.shape));
        references[i].update(spec, step, wide(node.shape, node.gradient));
      }
      update(spec, step, parameters, moments);
      for (Index i = 0; i < references.size(); ++i) {
        const Node& node = parameters.nodes()[i];
        const auto check = [&](const Matrix& got, const Tensor& want) {
          CHECK(relative_difference(node.name, got, want.to(DType::float32)) == "");
        };
        check(node.value, references[i].p);
        check(moments[i].first, references[i].first);
        if (optimizer == Optimizer::adamw) check(moments[i].second, references[i].second);
      }
    }
  }
}
