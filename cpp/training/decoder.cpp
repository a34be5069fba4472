#include "training/decoder.h"

#include <algorithm>
#include <cassert>
#include <string>

#include "headsup/random/initializers.h"
#include "training/attention.h"

namespace headsup::training {
namespace {

std::string block_name(Index i) {
  return "blocks." + std::to_string(i) + ".";
}

/// Writes the operations of the blocks on a tape, each with a node of the right shape for its result.
class TapeWriter {
 public:
  TapeWriter(Tape& tape, const TrainingSpec& spec, Parameters& parameters, const Batch& batch,
             Generator* dropout)
      : tape_(tape),
        spec_(spec),
        parameters_(parameters),
        batch_(batch),
        dropout_(spec.dropout > 0 ? dropout : nullptr),
        rows_(batch.ids.size() / batch.length),
        sizes_{
            .batch = to_eigen(rows_), .length = to_eigen(batch.length), .heads = to_eigen(spec.num_heads)} {}

  Node& embed() {
    Node& y = tokens("embedding", spec_.d_model);
    tape_.record<Embed>(batch_, parameters_.at("embedding.weight"), y);
    return dropped("embedding", y);
  }

  Node& block(const std::string& name, Node& x) {
    Node& attended = add(name + "residual_1", x, attention(name, normalize(name + "norm_1", x)));
    Node& hidden = linear(name + "ff_1", name + "ff_1", normalize(name + "norm_2", attended));
    Node& active = tokens(name + "ff_activation", spec_.d_ff);
    tape_.record<Activate>(spec_.activation, hidden, active);
    Node& forwarded = linear(name + "ff_2", name + "ff_2", active);
    return add(name + "residual_2", attended, dropped(name + "feed_forward", forwarded));
  }

  Node& head(Node& x) {
    const char* weight = spec_.tied_head ? "embedding.weight" : "head.weight";
    return linear("logits", normalize("norm", x), parameters_.at(weight), parameters_.at("head.bias"));
  }

 private:
  Node& attention(const std::string& name, Node& x) {
    Node& q = linear(name + "q", name + "w_q", x);
    Node& k = linear(name + "k", name + "w_k", x);
    Node& v = linear(name + "v", name + "w_v", x);
    Node* scores = &table(name + "scores");
    tape_.record<Scores>(sizes_, q, k, *scores);
    if (spec_.mask) {
      Node& masked = table(name + "masked_scores");
      tape_.record<CausalFill>(static_cast<float>(spec_.mask_fill), *scores, masked);
      scores = &masked;
    }
    Node& weights = table(name + "attention");
    tape_.record<Softmax>(*scores, weights);
    Node& values = tokens(name + "values", spec_.d_model);
    tape_.record<WeightedSum>(sizes_, weights, v, values);
    return dropped(name + "attention", linear(name + "output", name + "w_0", values));
  }

  Node& linear(const std::string& name, const std::string& layer, Node& x) {
    return linear(name, x, parameters_.at(layer + ".weight"), parameters_.at(layer + ".bias"));
  }

  /// As many numbers for each token as the weight has rows.
  Node& linear(const std::string& name, Node& x, Node& weight, Node& bias) {
    Node& y = tokens(name, weight.shape[0]);
    tape_.record<Linear>(x, weight, bias, y);
    return y;
  }

  Node& normalize(const std::string& name, Node& x) {
    Node& y = tokens(name, spec_.d_model);
    tape_.record<Normalize>(x, parameters_.at(name + ".weight"), parameters_.at(name + ".bias"), y);
    return y;
  }

  Node& add(const std::string& name, Node& a, Node& b) {
    Node& y = tokens(name, spec_.d_model);
    tape_.record<Add>(a, b, y);
    return y;
  }

  /// The dropout of x; x itself without a generator.
  Node& dropped(const std::string& name, Node& x) {
    if (dropout_ == nullptr) return x;
    Node& draws = tokens(name + "_draws", spec_.d_model);
    Node& y = tokens(name + "_dropout", spec_.d_model);
    tape_.record<Dropout>(spec_.dropout, *dropout_, x, draws, y);
    return y;
  }

  Node& tokens(const std::string& name, Index width) {
    return tape_.node(name, {rows_, batch_.length, width});
  }
  Node& table(const std::string& name) {
    return tape_.node(name, {rows_, spec_.num_heads, batch_.length, batch_.length});
  }

  Tape& tape_;
  const TrainingSpec& spec_;
  Parameters& parameters_;
  const Batch& batch_;
  Generator* dropout_;
  Index rows_;
  HeadSizes sizes_;
};

}  // namespace

Parameters::Parameters(const TrainingSpec& spec, Generator& generator) {
  const Index width = spec.d_model;
  add("embedding.weight", embedding_weight(generator, spec.vocab_size, width).tensor);
  for (Index i = 0; i < spec.layers; ++i) {
    const std::string name = block_name(i);
    add_norm(name + "norm_1", width);
    for (const char* projection : {"w_q", "w_k", "w_v", "w_0"}) {
      add_linear(name + projection, generator, width, width);
    }
    add_norm(name + "norm_2", width);
    add_linear(name + "ff_1", generator, width, spec.d_ff);
    add_linear(name + "ff_2", generator, spec.d_ff, width);
  }
  add_norm("norm", width);
  // A tied head's weight is drawn all the same, as PyTorch draws it before the head is tied.
  add_linear("head", generator, width, spec.vocab_size, /*has_weight=*/!spec.tied_head);
}

Node* Parameters::find(std::string_view name) {
  const auto found =
      std::find_if(nodes_.begin(), nodes_.end(), [&](const Node& node) { return node.name == name; });
  return found == nodes_.end() ? nullptr : &*found;
}

Node& Parameters::at(std::string_view name) {
  Node* found = find(name);
  assert(found != nullptr);
  return *found;
}

void Parameters::add(std::string name, const Tensor& tensor) {
  Node& node = nodes_.emplace_back(std::move(name), tensor.shape());
  node.value = rows_of<float>(tensor).matrix();
  node.allocate_gradient();
}

void Parameters::add_linear(const std::string& name, Generator& generator, Index in, Index out,
                            bool has_weight) {
  const DrawnLinear layer = linear_weights(generator, in, out, /*bias=*/true);
  if (has_weight) add(name + ".weight", layer.weight.tensor);
  add(name + ".bias", layer.bias->tensor);
}

void Parameters::add_norm(const std::string& name, Index width) {
  add(name + ".weight", full({width}, 1));
  add(name + ".bias", Tensor(Shape{width}));
}

Node& record_decoder(Tape& tape, const TrainingSpec& spec, Parameters& parameters, const Batch& batch,
                     Generator* dropout) {
  TapeWriter model(tape, spec, parameters, batch, dropout);
  Node* x = &model.embed();
  for (Index i = 0; i < spec.layers; ++i) x = &model.block(block_name(i), *x);
  return model.head(*x);
}

}  // namespace headsup::training
