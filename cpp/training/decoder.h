#pragma once
// The decoder: its parameters, and its computation for batches of one size.

#include <deque>
#include <string_view>

#include "headsup/random/generator.h"
#include "headsup/training/trainer.h"
#include "training/layers.h"
#include "training/tape.h"

namespace headsup::training {

/// The parameters of a model, with gradients, in the order in which PyTorch draws them. A tied head has its own bias, but no
/// weight.
class Parameters {
 public:
  /// Draws them from `generator`.
  Parameters(const TrainingSpec& spec, Generator& generator);

  /// The parameter of that name, or null.
  Node* find(std::string_view name);
  /// The parameter of that name, which the model must have.
  Node& at(std::string_view name);
  std::deque<Node>& nodes() { return nodes_; }
  const std::deque<Node>& nodes() const { return nodes_; }

 private:
  void add(std::string name, const Tensor& tensor);
  /// Draws a weight and a bias; without `has_weight` it keeps only the bias.
  void add_linear(const std::string& name, Generator& generator, Index in, Index out, bool has_weight = true);
  void add_norm(const std::string& name, Index width);

  std::deque<Node> nodes_;
};

/// Records the model for `batch` on the tape and returns its logits (B, L, V). `spec`, `parameters`, `batch` and `dropout` must
/// outlive the tape; later batches may have other ids, but the same size. `dropout` is the generator that each forward pass
/// draws from; null for inference, without dropout.
Node& record_decoder(Tape& tape, const TrainingSpec& spec, Parameters& parameters, const Batch& batch,
                     Generator* dropout);

}  // namespace headsup::training
