#include "training/walk/steps.h"

#include <algorithm>
#include <cassert>

#include "headsup/attention/positional_encoding.h"
#include "training/softmax_rows.h"
#include "training/walk/forward_steps.h"
#include "training/walk/operations.h"

namespace headsup::training {
namespace {

/// The axis letter of a layer's outputs.
char letter_of(std::string_view layer) {
  if (layer.ends_with("ff_1")) return 'F';
  return layer == "head" ? 'V' : 'D';
}

std::string axes_of(const Node& parameter) {
  const std::string_view name = parameter.name;
  if (name == "embedding.weight") return "VD";
  const std::string_view layer = name.substr(0, name.rfind('.'));
  std::string axes(1, letter_of(layer));
  if (parameter.shape.size() == 2) axes += layer.ends_with("ff_2") ? 'F' : 'D';
  return axes;
}

/// An axis letter as a view of static storage.
std::string_view letter(char axis) {
  constexpr std::string_view kLetters = "BHLDFV";
  return kLetters.substr(kLetters.find(axis), 1);
}

/// The words of a text, separated by spaces.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// Writes the steps of a walk in order.
class WalkWriter {
 public:
  explicit WalkWriter(const TakenStep& taken) : taken_(taken) {}

  void parameters() {
    for (const Node& node : taken_.before.nodes()) {
      add(TrainingPart::parameters, node.name, "given", "", axes_of(node), as_tensor(node.shape, node.value));
    }
  }

  void batch() {
    const Batch& batch = taken_.batch;
    const Shape shape = {batch.ids.size() / batch.length, batch.length};
    add(TrainingPart::forward, "ids", "batch", "", "BL", tensor_of<std::int64_t>(shape, batch.ids));
    add(TrainingPart::forward, "targets", "batch", "", "BL", tensor_of<std::int64_t>(shape, batch.targets));
  }

  void embedding() {
    add(TrainingPart::forward, "positions", "sinusoid", "", "LD",
        positional_encoding(taken_.batch.length, taken_.spec.d_model));
    for (const ForwardStep& step : kEmbedding) forward_if_taken(step);
    read_ = walk_.steps.back().name;
  }

  void blocks() {
    for (Index i = 0; i < taken_.spec.layers; ++i) {
      prefix_ = "blocks." + std::to_string(i) + ".";
      for (const ForwardStep& step : kBlock) forward_if_taken(step);
      read_ = walk_.steps.back().name;
    }
    for (const ForwardStep& step : kHead) forward_if_taken(step);
  }

  void loss() {
    const Node& logits = node("logits");
    Matrix shares(logits.value);
    softmax_rows(logits.value, shares);
    add(TrainingPart::loss, "probabilities", "softmax", "logits", "BLV", as_tensor(logits.shape, shares));
    add(TrainingPart::loss, "loss", "cross_entropy", "logits targets probabilities", "",
        as_tensor({}, node("loss").value));
  }

  /// Goes back from the loss: a step's gradient is complete once the gradients of all steps computed from it are.
  void backward() {
    add(TrainingPart::backward, "grad.loss", "constant", "", "", tensor_of<float>({}, {1.0F}));
    for (Index i = walk_.steps.size(); i-- > 0;) {
      // A copy, because adding a step may reallocate the steps.
      const std::vector<std::string> inputs = walk_.steps[i].inputs;
      if (walk_.steps[i].part == TrainingPart::forward) gradient(walk_.steps[i].name);
      for (const std::string& input : inputs) {
        const TrainingStep& read = walk_[input];
        if (read.part == TrainingPart::parameters && first_reader(input) == i) gradient(input);
      }
    }
  }

  void updates() {
    const char* op = to_string(taken_.spec.optimizer);
    for (const Node& node : taken_.after.nodes()) {
      add(TrainingPart::update, "new." + node.name, op, node.name + " grad." + node.name, axes_of(node),
          as_tensor(node.shape, node.value));
    }
  }

  TrainingWalk take() { return std::move(walk_); }

 private:
  /// Adds a step, unless it belongs to a mask or to dropout that the model does not have.
  void forward_if_taken(const ForwardStep& step) {
    if (step.when == kWithMask && !taken_.spec.mask) return;
    if (step.when == kWithDropout && taken_.spec.dropout == 0) return;
    forward(step);
  }

  void forward(const ForwardStep& step) {
    const std::string name = expanded(step.name);
    const bool is_relu = step.op == "gelu" && taken_.spec.activation == Activation::relu;
    const Node& from = node(name);
    add(TrainingPart::forward, name, std::string(is_relu ? "relu" : step.op), expanded(step.inputs),
        std::string(step.axes), as_tensor(from.shape, from.value));
  }

  /// Replaces the signs of forward_steps.h by the names they stand for.
  std::string expanded(std::string_view text) const {
    std::string names;
    for (const char sign : text) {
      switch (sign) {
        case '*':
          names += prefix_;
          break;
        case '@':
          names += read_;
          break;
        case '#':
          names += walk_.steps.back().name;
          break;
        case '^':
          names += taken_.spec.tied_head ? "embedding.weight" : "head.weight";
          break;
        default:
          names += sign;
      }
    }
    return names;
  }

  /// The index of the first step that reads `input`, which is the last one to contribute to its gradient.
  Index first_reader(const std::string& input) const {
    const auto reads = [&](const TrainingStep& step) {
      return std::find(step.inputs.begin(), step.inputs.end(), input) != step.inputs.end();
    };
    const auto first = std::find_if(walk_.steps.begin(), walk_.steps.end(), reads);
    return static_cast<Index>(first - walk_.steps.begin());
  }

  /// Adds "grad.…" of a step, if the loss has a derivative by it.
  void gradient(const std::string& name) {
    std::string op;
    std::string inputs;
    const auto read = [&](const std::string& input) {
      const auto known = words_of(inputs);
      if (std::find(known.begin(), known.end(), input) == known.end()) inputs += input + " ";
    };
    for (const TrainingStep& step : walk_.steps) {
      const OperandGradient* derivative = derivative_of(step, name);
      if (derivative == nullptr) continue;
      const std::string through = "grad_" + step.op;
      op = op.empty() || op == through ? through : "grad_sum";
      read("grad." + step.name);
      for (const int place : derivative->also_reads) {
        if (place != kNothing) read(place == kResult ? step.name : step.inputs[static_cast<Index>(place)]);
      }
    }
    if (inputs.empty()) return;
    const TrainingStep& of = walk_[name];
    std::string axes;
    for (const std::string_view axis : of.axes) axes += axis;
    add(TrainingPart::backward, "grad." + name, op, inputs, axes, as_tensor(of.shape(), node(name).gradient));
  }

  /// The derivative of `step` by an operand; null if the step has no gradient, or the name is none of its operands.
  const OperandGradient* derivative_of(const TrainingStep& step, const std::string& operand) const {
    const auto place = std::find(step.inputs.begin(), step.inputs.end(), operand);
    if (place == step.inputs.end() || walk_.find("grad." + step.name) == nullptr) return nullptr;
    return gradient_of(step.op, static_cast<Index>(place - step.inputs.begin()));
  }

  /// A node of the tape, or a parameter.
  const Node& node(const std::string& name) const {
    for (const Node& node : taken_.tape.nodes()) {
      if (node.name == name) return node;
    }
    const auto& parameters = taken_.after.nodes();
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&](const Node& node) { return node.name == name; });
    assert(found != parameters.end());
    return *found;
  }

  void add(TrainingPart part, std::string name, std::string op, const std::string& inputs,
           const std::string& axes, Tensor tensor) {
    TrainingStep& step = walk_.steps.emplace_back();
    step.name = std::move(name);
    step.part = part;
    step.op = std::move(op);
    step.inputs = words_of(inputs);
    for (const char axis : axes) step.axes.push_back(letter(axis));
    step.tensor = std::move(tensor);
  }

  const TakenStep& taken_;
  TrainingWalk walk_;
  std::string prefix_;  ///< of the block
  std::string read_;    ///< by the block or the head
};

TrainingSpec without_data(const TrainingSpec& spec) {
  TrainingSpec other = spec;  // copies the data too, which is small beside the tensors
  other.data.clear();
  return other;
}

}  // namespace

TrainingWalk walk_of(const TakenStep& taken) {
  WalkWriter writer(taken);
  writer.parameters();
  writer.batch();
  writer.embedding();
  writer.blocks();
  writer.loss();
  writer.backward();
  writer.updates();
  TrainingWalk walk = writer.take();
  walk.spec = without_data(taken.spec);
  walk.number = taken.step;
  walk.rows = taken.rows;
  walk.clip_factor = static_cast<double>(clip_factor(taken.after, taken.spec.gradient_clip));
  auto moment = taken.moments.begin();
  for (const Node& node : taken.before.nodes()) {
    walk.first.push_back({.name = node.name, .tensor = as_tensor(node.shape, moment->first)});
    walk.second.push_back({.name = node.name, .tensor = as_tensor(node.shape, moment->second)});
    ++moment;
  }
  return walk;
}

}  // namespace headsup::training
