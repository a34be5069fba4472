#include "training/walk/steps.h"

#include <algorithm>
#include <cassert>

#include "headsup/attention/positional_encoding.h"
#include "training/softmax_rows.h"
#include "training/walk/operations.h"

namespace headsup::training {
namespace {

FloatTensor tensor_of(const Shape& shape, const Matrix& matrix) {
  return {shape, std::vector<float>(matrix.data(), matrix.data() + matrix.size())};
}

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// The letter of a layer's results.
char letter_of(std::string_view layer) {
  if (ends_with(layer, "ff_1")) return 'F';
  return layer == "head" ? 'V' : 'D';
}

std::string axes_of(const Node& parameter) {
  const std::string_view name = parameter.name;
  if (name == "embedding.weight") return "VD";
  const std::string_view layer = name.substr(0, name.rfind('.'));
  std::string axes(1, letter_of(layer));
  if (parameter.shape.size() == 2) axes += ends_with(layer, "ff_2") ? 'F' : 'D';
  return axes;
}

/// An axis, as a text that lives as long as the program.
std::string_view letter(char axis) {
  constexpr std::string_view kLetters = "BHLDFV";
  return kLetters.substr(kLetters.find(axis), 1);
}

/// The words of a text, which are separated by spaces.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// A step of the forward pass: inputs are names separated by spaces, axes letters without. In names * is the block's prefix,
/// @ the step that the block or the head reads, and # the scores that softmax reads.
struct ForwardStep {
  std::string_view name;
  std::string_view op;
  std::string_view inputs;
  std::string_view axes;
};

/// The steps of a block; record_decoder has the same.
constexpr ForwardStep kBlock[] = {
    {"*norm_1", "layer_norm", "@ *norm_1.weight *norm_1.bias", "BLD"},
    {"*q", "linear", "*norm_1 *w_q.weight *w_q.bias", "BLD"},
    {"*k", "linear", "*norm_1 *w_k.weight *w_k.bias", "BLD"},
    {"*v", "linear", "*norm_1 *w_v.weight *w_v.bias", "BLD"},
    {"*scores", "scaled_dot_product", "*q *k", "BHLL"},
    {"*masked_scores", "masked_fill", "*scores", "BHLL"},  // with a mask
    {"*attention", "softmax", "#", "BHLL"},
    {"*values", "weighted_sum", "*attention *v", "BLD"},
    {"*output", "linear", "*values *w_0.weight *w_0.bias", "BLD"},
    {"*residual_1", "add", "@ *output", "BLD"},
    {"*norm_2", "layer_norm", "*residual_1 *norm_2.weight *norm_2.bias", "BLD"},
    {"*ff_1", "linear", "*norm_2 *ff_1.weight *ff_1.bias", "BLF"},
    {"*ff_activation", "gelu", "*ff_1", "BLF"},  // or relu
    {"*ff_2", "linear", "*ff_activation *ff_2.weight *ff_2.bias", "BLD"},
    {"*residual_2", "add", "*residual_1 *ff_2", "BLD"},
};

constexpr ForwardStep kHead[] = {
    {"norm", "layer_norm", "@ norm.weight norm.bias", "BLD"},
    {"logits", "linear", "norm head.weight head.bias", "BLV"},
};

/// Writes the steps down in their order.
class WalkWriter {
 public:
  explicit WalkWriter(const TakenStep& taken) : taken_(taken) {}

  void parameters() {
    for (const Node& node : taken_.before.nodes()) {
      add(TrainingPart::parameters, node.name, "given", "", axes_of(node), tensor_of(node.shape, node.value));
    }
  }

  void batch() {
    const Batch& batch = taken_.batch;
    const Shape shape = {batch.ids.size() / batch.length, batch.length};
    add(TrainingPart::forward, "ids", "batch", "", "BL", IntTensor(shape, batch.ids));
    add(TrainingPart::forward, "targets", "batch", "", "BL", IntTensor(shape, batch.targets));
  }

  void embedding() {
    add(TrainingPart::forward, "positions", "sinusoid", "", "LD",
        positional_encoding(taken_.batch.length, taken_.spec.d_model));
    forward({"embedding", "embedding", "ids embedding.weight positions", "BLD"});
  }

  void blocks() {
    for (Index i = 0; i < taken_.spec.layers; ++i) {
      prefix_ = "blocks." + std::to_string(i) + ".";
      for (const ForwardStep& step : kBlock) {
        if (step.op != "masked_fill" || taken_.spec.mask) forward(step);
      }
      read_ = prefix_ + "residual_2";
    }
    for (const ForwardStep& step : kHead) forward(step);
  }

  void loss() {
    const Node& logits = node("logits");
    Matrix shares(logits.value);
    softmax_rows(logits.value, shares);
    add(TrainingPart::loss, "probabilities", "softmax", "logits", "BLV", tensor_of(logits.shape, shares));
    add(TrainingPart::loss, "loss", "cross_entropy", "logits targets probabilities", "",
        tensor_of({}, node("loss").value));
  }

  /// From the loss back. A step's gradient is complete when those of all that were computed from it are.
  void backward() {
    add(TrainingPart::backward, "grad.loss", "constant", "", "", FloatTensor({}, {1.0F}));
    for (Index i = walk_.steps.size(); i-- > 0;) {
      // A copy, because adding a step may move the others.
      const std::vector<std::string> inputs = walk_.steps[i].inputs;
      if (walk_.steps[i].part == TrainingPart::forward) gradient(walk_.steps[i].name);
      for (const std::string& input : inputs) {
        if (walk_[input].part == TrainingPart::parameters) gradient(input);
      }
    }
  }

  void updates() {
    const char* op = taken_.spec.optimizer == Optimizer::adamw ? "adamw" : "sgd";
    for (const Node& node : taken_.after.nodes()) {
      add(TrainingPart::update, "new." + node.name, op, node.name + " grad." + node.name, axes_of(node),
          tensor_of(node.shape, node.value));
    }
  }

  TrainingWalk take() { return std::move(walk_); }

 private:
  void forward(const ForwardStep& step) {
    const std::string name = expanded(step.name);
    const bool is_relu = step.op == "gelu" && taken_.spec.activation == Activation::relu;
    const Node& from = node(name);
    add(TrainingPart::forward, name, std::string(is_relu ? "relu" : step.op), expanded(step.inputs),
        std::string(step.axes), tensor_of(from.shape, from.value));
  }

  /// With the names that the signs stand for.
  std::string expanded(std::string_view text) const {
    std::string names;
    for (const char sign : text) {
      if (sign == '*' || sign == '#') names += prefix_;
      if (sign == '#') names += taken_.spec.mask ? "masked_scores" : "scores";
      if (sign == '@') names += read_;
      if (sign != '*' && sign != '#' && sign != '@') names += sign;
    }
    return names;
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
    add(TrainingPart::backward, "grad." + name, op, inputs, axes, tensor_of(of.shape(), node(name).gradient));
  }

  /// By which the gradient of `step` comes back to its operand; null if it has none or that is no operand.
  const OperandGradient* derivative_of(const TrainingStep& step, const std::string& operand) const {
    const auto place = std::find(step.inputs.begin(), step.inputs.end(), operand);
    if (place == step.inputs.end() || walk_.find("grad." + step.name) == nullptr) return nullptr;
    return gradient_of(step.op, static_cast<Index>(place - step.inputs.begin()));
  }

  /// A number of the tape, or a parameter.
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
           const std::string& axes, std::variant<FloatTensor, IntTensor> tensor) {
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
  std::string prefix_;              ///< of the block
  std::string read_ = "embedding";  ///< by the block or the head
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
    walk.first.push_back({.name = node.name, .tensor = tensor_of(node.shape, moment->first)});
    walk.second.push_back({.name = node.name, .tensor = tensor_of(node.shape, moment->second)});
    ++moment;
  }
  return walk;
}

}  // namespace headsup::training
