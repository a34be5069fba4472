#include "training/walk.h"

#include <string>
#include <utility>

#include "graph/recorder.h"
#include "headsup/graph/backward.h"
#include "nn/decoder.h"
#include "operations/operations.h"

namespace headsup {

const char* to_string(TrainingPart part) {
  constexpr const char* kNames[] = {"parameters", "forward", "loss", "backward", "update"};
  return kNames[static_cast<Index>(part)];
}

}  // namespace headsup

namespace headsup::training {
namespace {

/// The axes of a parameter, known by its layer.
Name axes_of(const Node& parameter) {
  const std::string_view name = parameter.name;
  if (name == "embedding.weight" || name == "head.weight") return "V D";
  if (name == "head.bias") return "V";
  const bool is_matrix = parameter.shape.size() == 2;
  if (name.ends_with("ff_1.weight")) return "F D";
  if (name.ends_with("ff_1.bias")) return "F";
  if (name.ends_with("ff_2.weight")) return "D F";
  return is_matrix ? "D D" : "D";
}

/// Writes the parts of a walk in order.
class Walker {
 public:
  explicit Walker(StepToWalk step)
      : step_(std::move(step)), recorder_(walk_.trace, {{"T", "L"}, {"S", "L"}, {"A", "D"}}) {}

  TrainingWalk walk() {
    parameters();
    end(TrainingPart::parameters);
    const Index targets = batch();
    const Index logits = forward();
    end(TrainingPart::forward);
    recorder_.run("probabilities", op::softmax, {logits}, "B T V", {{"dim", -1.0}});
    const Index loss =
        recorder_.run("loss", op::cross_entropy, {logits, targets}, "",
                      {{"ignore_index", static_cast<double>(step_.spec.pad_id)}, {"dim", -1.0}});
    end(TrainingPart::loss);
    backward(walk_.trace, loss, parameters_);
    end(TrainingPart::backward);
    updates();
    end(TrainingPart::update);
    walk_.number = step_.number;
    walk_.rows = std::move(step_.rows);
    return std::move(walk_);
  }

 private:
  /// All steps since the last part are of this one.
  void end(TrainingPart part) { walk_.parts.resize(walk_.trace.steps.size(), part); }

  void parameters() {
    for (const Node& node : step_.parameters.nodes()) {
      parameters_.push_back(
          recorder_.record(node.name, op::given, axes_of(node), as_tensor(node.shape, node.value)));
    }
  }

  /// row[:-1] are the ids, row[1:] the targets.
  Index batch() {
    tokens("ids", 0);
    return tokens("targets", 1);
  }

  Index tokens(const char* name, Index from) {
    const Index length = step_.spec.data.front().size() - 1;
    std::vector<std::int64_t> ids;
    for (const Index row : step_.rows) {
      const auto& all = step_.spec.data[row];
      ids.insert(ids.end(), all.begin() + static_cast<std::ptrdiff_t>(from),
                 all.begin() + static_cast<std::ptrdiff_t>(from + length));
    }
    return recorder_.record(name, op::batch, "B T", tensor_of<std::int64_t>({step_.rows.size(), length}, ids),
                            {{"rows", sizes(step_.rows)},
                             {"from", number(from)},
                             {"ignore_index", static_cast<double>(step_.spec.pad_id)}});
  }

  Index forward() {
    const TrainingSpec& spec = step_.spec;
    nn::Decoder model = {.num_heads = spec.num_heads,
                         .layers = spec.layers,
                         .activation = spec.activation,
                         .tied_head = spec.tied_head,
                         .dropout = spec.dropout,
                         .mask_fill = {}};
    if (spec.mask) model.mask_fill = spec.mask_fill;
    return model.forward(recorder_, recorder_.at("ids"), step_.generator);
  }

  void updates() {
    const TrainingSpec& spec = step_.spec;
    const bool is_adamw = spec.optimizer == Optimizer::adamw;
    const Attributes attributes = {{"lr", spec.learning_rate},
                                   {"weight_decay", spec.weight_decay},
                                   {"momentum", spec.momentum},
                                   {"step", number(step_.number)},
                                   {"scale", static_cast<double>(clipping())}};
    auto moment = step_.moments.begin();
    auto parameter = parameters_.begin();
    for (const Node& node : step_.parameters.nodes()) {
      std::vector<Index> inputs = {*parameter++, recorder_.at("grad." + node.name)};
      const auto remember = [&](const char* which, const Matrix& matrix) {
        inputs.push_back(recorder_.record(which + node.name, op::given, axes_of(node),
                                          as_tensor(node.shape, matrix), {{"field", "moments"}}));
      };
      if (step_.number > 1 && (is_adamw || spec.momentum > 0)) remember("first.", moment->first);
      if (step_.number > 1 && is_adamw) remember("second.", moment->second);
      recorder_.run("new." + node.name, is_adamw ? op::adamw : op::sgd, std::move(inputs), axes_of(node),
                    attributes);
      ++moment;
    }
  }

  float clipping() const {
    double squares = 0;
    for (const Index parameter : parameters_) {
      const Tensor& gradient = recorder_["grad." + walk_.trace.steps[parameter].name];
      squares += static_cast<double>(rows_of<float>(gradient).matrix().squaredNorm());
    }
    return clip_factor(squares, step_.spec.gradient_clip);
  }

  StepToWalk step_;
  TrainingWalk walk_;
  Recorder recorder_;
  std::vector<Index> parameters_;
};

}  // namespace

TrainingWalk walk_of(StepToWalk step) {
  return Walker(std::move(step)).walk();
}

}  // namespace headsup::training
