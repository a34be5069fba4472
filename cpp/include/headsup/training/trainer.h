#pragma once
// Training a small decoder language model, equal to PyTorch's step by step.
//
// The model is what PyTorch makes of: manual_seed(seed); nn.Embedding(V, D); for each block LayerNorm(D), w_q, w_k, w_v, w_0
// as nn.Linear(D, D), LayerNorm(D), ff_1 = nn.Linear(D, F), ff_2 = nn.Linear(F, D); then norm = LayerNorm(D) and
// head = nn.Linear(D, V). Blocks are pre-norm with residual sums; the input is the embedding plus the sinusoid table from
// position 0. Each training step draws its rows with torch.randint(0, len(data), (batch_size,)) from the same generator.
// With a tied head, head.weight = embedding.weight follows the construction: the drawn head.weight is thrown away.
// Dropout keeps x · (torch.rand(x.shape()) >= p) / (1 − p), of the embedding with its positions and of what w_0 and ff_2 give,
// in this order and from the same generator, in training steps only.

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "headsup/attention/elementwise.h"
#include "headsup/lesson/state_dict.h"

namespace headsup {

/// torch.optim.AdamW with betas (0.9, 0.999) and eps 1e-8, or torch.optim.SGD.
enum class Optimizer { adamw, sgd };
const char* to_string(Optimizer optimizer);  ///< "adamw" or "sgd"

/// What is trained, on what, and how.
struct TrainingSpec {
  /// Rows of equally many token ids, at least 2: row[:-1] is the input, row[1:] what is to be predicted.
  std::vector<std::vector<std::int32_t>> data;
  std::int32_t pad_id = 0;                   ///< as a target it does not count in the loss
  Index vocab_size = 32;                     ///< V
  Index d_model = 32;                        ///< D
  Index num_heads = 2;                       ///< H, divides D
  Index layers = 1;                          ///< blocks
  Index d_ff = 128;                          ///< F
  Activation activation = Activation::gelu;  ///< of the feed-forward layers
  bool tied_head = false;                    ///< whether head.weight is embedding.weight
  double dropout = 0;                        ///< p, the share that training leaves out: 0 … 0.999999
  std::int64_t seed = 42;                    ///< of the parameters, the batches and dropout
  bool mask = true;                          ///< whether later tokens are masked
  double mask_fill = -std::numeric_limits<double>::infinity();  ///< the score of a masked key
  Index batch_size = 16;                                        ///< rows of a training step
  Optimizer optimizer = Optimizer::adamw;                       ///< see there
  double learning_rate = 0.003;                                 ///< 0 … 1e9
  double weight_decay = 0.01;           ///< AdamW: decoupled from the gradient; SGD: added to it
  double momentum = 0;                  ///< SGD only, 0 … 1
  std::optional<double> gradient_clip;  ///< the largest norm of all gradients together; null: any
};

/// The largest training spec.
struct TrainingLimits {
  static constexpr Index rows = 100'000;       ///< of data
  static constexpr Index length = 256;         ///< tokens of an input
  static constexpr Index vocabulary = 10'000;  ///< V
  static constexpr Index d_model = 512;        ///< D
  static constexpr Index d_ff = 2048;          ///< F
  static constexpr Index heads = 16;           ///< H
  static constexpr Index layers = 4;           ///< blocks
  static constexpr Index batch_size = 256;     ///< rows of a step
  /// Numbers: every weight with its gradient and two moments, and every number of one batch with its gradient.
  static constexpr Index cells = 16'000'000;
  static constexpr Index steps = 10'000'000;         ///< of one call
  static constexpr Index all_steps = 1'000'000'000;  ///< of a trainer, and so of its state
  static constexpr Index generated = 100'000;        ///< tokens of one call
  static constexpr double dropout = 0.999999;        ///< p; with 1 nothing would be left
};

/// Checks every field. Refuses `missing`, `shape-mismatch`, `out-of-range`, `id-out-of-vocabulary`,
/// `heads-do-not-divide` and `too-large`.
void validate(const TrainingSpec& spec);

/// How the next token is chosen.
struct Sampling {
  double temperature = 1;  ///< 0 … 1e9; logits are divided by it; 0: always the most probable token
  std::int64_t seed = 0;   ///< of a separate generator, which draws torch.rand(()) for each token
};

/// One token as `generate` chooses it.
struct TokenChoice {
  Tensor shares;                   ///< (V): the probabilities, at a temperature of 0 those at 1
  float u = 0;                     ///< the uniform number
  std::optional<std::int32_t> id;  ///< the token; none if the probabilities are NaN
  double from = 0;                 ///< the sum of the shares before the token's, in the order of the ids
  double to = 1;                   ///< the same with its own share
};

/// The mean of the losses so far, for each of them: an exponential moving average with a decay of 0.9, divided by 1 − 0.9ⁿ
/// because it starts at 0, like the moments of Adam.
std::vector<float> smoothed_losses(std::span<const float> losses);

/// All that training changes.
struct TrainingState {
  Index steps = 0;              ///< taken so far
  std::vector<Tensor> weights;  ///< as Trainer::weights
  /// AdamW: the running means of the gradients and of their squares; SGD: the momentum.
  /// @{
  std::vector<Tensor> first;
  std::vector<Tensor> second;
  /// @}
  std::vector<std::uint32_t> generator;  ///< Generator::next_words, which batches and dropout draw from
};

struct TrainingWalk;  // headsup/training/walk.h

/// A model in training. Everything follows from the spec: on processors with the same vector instructions a program gives the
/// same numbers on every run; on others the last bits may differ, and after many steps more than these.
///
/// Only `step`, `restore` and `load` change it; the other functions may run in several threads at once. Trainers share nothing:
/// each may be used in a thread of its own.
class Trainer {
 public:
  /// Draws the initial parameters. Refuses as validate().
  explicit Trainer(const TrainingSpec& spec);
  ~Trainer();
  /// Takes over another trainer, which may then only be destroyed or assigned to.
  /// @{
  Trainer(Trainer&&) noexcept;
  Trainer& operator=(Trainer&&) noexcept;
  /// @}

  /// Takes `count` training steps and returns the loss of each, before its update. A loss that is not finite is returned
  /// like any other, and its gradients reach the weights, as in PyTorch. Refuses `out-of-range` beyond TrainingLimits::steps
  /// in one call, and TrainingLimits::all_steps in all.
  std::vector<float> step(Index count);

  /// The spec that it was made from.
  const TrainingSpec& spec() const;

  /// The next step, taken on copies by the textbook's operations: every tensor that `step(1)` will compute, within rounding.
  TrainingWalk walk() const;

  /// The steps taken so far.
  Index steps() const;

  /// The parameters in the order in which they are drawn, under the names of PyTorch's named_parameters(), which lists a tied
  /// head's weight once, as embedding.weight.
  StateDict weights() const;

  /// The gradients of the last step, before clipping, in the same order; zeros before the first and after `restore` and `load`.
  StateDict gradients() const;

  /// The mean loss on other rows, which need not be those of the spec but are as long, without dropout. Computed for
  /// `batch_size` rows at a time. Refuses `shape-mismatch`, `id-out-of-vocabulary` and `missing`.
  float loss(const std::vector<std::vector<std::int32_t>>& rows) const;

  /// The same, but each token is predicted from the ones before it alone, as when text is generated: the mean −log p over the
  /// targets that are not padding. With a mask whose fill is −∞ this is `loss`; otherwise it takes a forward pass for every
  /// length, and a model that saw later tokens does worse. Refuses as `loss`.
  float loss_as_used(const std::vector<std::vector<std::int32_t>>& rows) const;

  /// The probabilities of the token after `tokens`, (V): softmax(logits / temperature), or 1 for the most probable token if
  /// the temperature is 0; NaN if the logits are not finite. `tokens` has 1 to TrainingLimits::length ids.
  /// Refuses `out-of-range` for another number of them or a temperature beyond 0 … 1e9, and `id-out-of-vocabulary`.
  Tensor next_token(std::span<const std::int32_t> tokens, double temperature = 1) const;

  /// The attention weights of every block and head for one row, (layers, H, L, L). `tokens` has 1 to
  /// TrainingLimits::length ids. Refuses `out-of-range` for another number of them, and `id-out-of-vocabulary`.
  Tensor attention(std::span<const std::int32_t> tokens) const;

  /// `count` tokens, up to TrainingLimits::generated, that the model writes after `prompt`, one by one: the last tokens, as many
  /// as a row of the data has inputs, go in; cumulative probabilities and one uniform number choose the next.
  /// Refuses `missing` (an empty prompt), `id-out-of-vocabulary`, and `out-of-range`, also where the probabilities are NaN.
  std::vector<std::int32_t> generate(std::vector<std::int32_t> prompt, Index count,
                                     const Sampling& sampling = {}) const;

  /// How `generate` chooses the token after `tokens` if it has written `at` before: the token in whose share the uniform
  /// number `u` lies, or the most probable one at a temperature of 0. Refuses as `next_token`, and a large `at` as `generate`.
  TokenChoice choose(std::span<const std::int32_t> tokens, const Sampling& sampling = {}, Index at = 0) const;

  /// A copy of the state, which `restore` goes back to: the steps after it are repeated exactly.
  TrainingState snapshot() const;
  /// Refuses `shape-mismatch` unless the state is of a model of the same shapes, and `out-of-range` beyond
  /// TrainingLimits::all_steps.
  void restore(const TrainingState& state);

  /// Replaces parameters by name; steps and moments begin again from zero.
  /// Refuses `unknown-weight`, `shape-mismatch` and `contradiction` (a name given twice), and then changes nothing.
  void load(const StateDict& weights);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace headsup
