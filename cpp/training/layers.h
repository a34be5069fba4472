#pragma once
// The operations on one token at a time, each with its derivative. In formulas ∂x is the gradient of the loss by x, and
// products without a sign between them are of matrices, ∘ is cell by cell.

#include "headsup/attention/elementwise.h"
#include "headsup/random/generator.h"
#include "operations/formulas.h"
#include "training/tape.h"

namespace headsup::training {

/// What a pass of the model reads: one id for each of the B · L tokens, in training the token to be predicted after each,
/// and the length of a row.
struct Batch {
  std::vector<std::int32_t> ids;      ///< (B · L), the inputs
  std::vector<std::int32_t> targets;  ///< (B · L), the tokens to be predicted; empty outside of training
  Index length = 0;                   ///< L
};

/// y[t] = table[id of t] + positions[place of t in its row]
///   ∂table[id] = Σ ∂y[t] over the tokens with this id
class Embed final : public TapeOperation {
 public:
  Embed(const Batch& batch, Node& table, Node& y);
  void forward() override;
  void backward() override;

 private:
  const Batch& batch_;
  Node& table_;
  Node& y_;
  Tensor positions_;  ///< (L, D)
};

/// y = x Wᵀ + b
///   ∂x = ∂y W      ∂W = ∂yᵀ x      ∂b = the sum of the rows of ∂y
class Linear final : public TapeOperation {
 public:
  Linear(Node& x, Node& weight, Node& bias, Node& y) : x_(x), weight_(weight), bias_(bias), y_(y) {}
  void forward() override;
  void backward() override;

 private:
  Node& x_;
  Node& weight_;  ///< (out, in)
  Node& bias_;    ///< (out)
  Node& y_;
};

/// x̂ = (x − mean) · r with r = 1 / √(variance + 1e-5), in each row;  y = x̂ ∘ w + b
///   ∂x̂ = ∂y ∘ w    ∂x = r (∂x̂ − mean(∂x̂) − x̂ mean(∂x̂ ∘ x̂))    ∂w = Σ ∂y ∘ x̂    ∂b = Σ ∂y, over rows
class Normalize final : public TapeOperation {
 public:
  Normalize(Node& x, Node& weight, Node& bias, Node& y);
  void forward() override;
  void backward() override;

 private:
  Node& x_;
  Node& weight_;
  Node& bias_;
  Node& y_;
  Matrix normal_;        ///< x̂
  Eigen::ArrayXf rstd_;  ///< r of each row
};

/// y = x ∘ m with m = (draws ≥ p) / (1 − p), where draws = torch.rand(x.shape) is new in every forward pass
///   ∂x = ∂y ∘ m
class Dropout final : public TapeOperation {
 public:
  Dropout(double p, Generator& generator, Node& x, Node& draws, Node& y)
      : factor_(p), generator_(generator), x_(x), draws_(draws), y_(y) {}
  void forward() override;
  void backward() override;

 private:
  DropoutFactor factor_;
  Generator& generator_;
  Node& x_;
  Node& draws_;
  Node& y_;
};

/// y = a + b, a residual sum
///   ∂a = ∂y      ∂b = ∂y
class Add final : public TapeOperation {
 public:
  Add(Node& a, Node& b, Node& y) : a_(a), b_(b), y_(y) {}
  void forward() override;
  void backward() override;

 private:
  Node& a_;
  Node& b_;
  Node& y_;
};

/// y = max(x, 0)                 ∂x = ∂y where x > 0, else 0
/// y = x Φ(x), the exact gelu    ∂x = ∂y ∘ (Φ(x) + x φ(x)), φ the density of the normal distribution
class Activate final : public TapeOperation {
 public:
  Activate(Activation activation, Node& x, Node& y);
  void forward() override;
  void backward() override;

 private:
  Activation activation_;
  Node& x_;
  Node& y_;
  Matrix cdf_;  ///< Φ(x)
};

/// The cross-entropy of tokens, batch by batch.
struct LossSum {
  /// Adds −log softmax(logits)[target] of each token, and makes probabilities = softmax(logits). A target equal to `ignored` does not
  /// count.
  void add(const Batch& batch, std::int32_t ignored, const Matrix& logits, Matrix& probabilities);
  /// NaN where no token counts, as in PyTorch.
  float mean() const;

  double sum = 0;
  Index counted = 0;
};

/// loss = −mean over the tokens that count of log softmax(logits)[target]; a target equal to `ignored` does not count
///   ∂logits = (softmax(logits) − 1 at the target) / (how many count), 0 for tokens that do not
/// NaN where no token counts, as in PyTorch. Source: torch.nn.functional.cross_entropy(…, ignore_index).
class CrossEntropy final : public TapeOperation {
 public:
  CrossEntropy(const Batch& batch, std::int32_t ignored, Node& logits, Node& loss);
  void forward() override;
  void backward() override;

 private:
  const Batch& batch_;
  std::int32_t ignored_;
  Node& logits_;
  Node& loss_;
  Matrix probabilities_;  ///< softmax(logits)
};

}  // namespace headsup::training
