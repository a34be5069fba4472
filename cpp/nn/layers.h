#pragma once
// The layers of torch.nn, recorded in a trace. A layer's parameters are steps under its name in the state dict: "w_q" has
// "w_q.weight" and, if it has a bias, "w_q.bias". Each function adds the step `name` and returns its place.

#include <optional>
#include <string>

#include "graph/recorder.h"
#include "headsup/random/generator.h"

namespace headsup::nn {

/// A layer's parameters, as steps.
struct Layer {
  Index weight;
  std::optional<Index> bias;
};
/// Those that have been recorded under the layer's name.
Layer layer(const Recorder& r, const std::string& name);

/// (…, in) → (…, out): y = x Wᵀ + b
Index linear(Recorder& r, std::string name, Index x, const Layer& layer, Name axes);
/// torch.nn.Conv1d with a kernel of size 1; the attributes say which of the tensors are transposed (op::conv1d).
Index conv1d(Recorder& r, std::string name, Index x, const Layer& layer, Name axes, Attributes transposes);
/// Over the last axis.
Index layer_norm(Recorder& r, std::string name, Index x, const Layer& layer, Name axes);
/// Leaves out a share p of the numbers; records `name`_draws and `name`_dropout.
Index dropout(Recorder& r, const std::string& name, Index x, double p, Generator& generator, Name axes);

/// Which keys are masked: in a step of a shape that broadcasts to (B, T, S), and the score that these get.
struct Mask {
  Index step;
  double masked_bit;  ///< the value of a masked cell: 0 where 1 = attend, else 1
  double fill;
};

/// Queries, keys and values, as steps: of one head (B, T, K), or of several (B, H, T, K).
struct Heads {
  Index q;
  Index k;
  Index v;
};

/// The axes of an attention's scores and of its values.
struct AttentionAxes {
  Name scores;
  Name values;
};

/// Scaled dot-product attention: "scores", with a mask "masked_scores", "attention", and "values", which it returns, after a
/// prefix. Scores are divided by √d_k.
Index attention(Recorder& r, const std::string& prefix, const Heads& of, const std::optional<Mask>& mask,
                Index d_k, const AttentionAxes& axes);

/// Multi-head attention with the layers w_q, w_k, w_v and, if it has been recorded, w_0, after a prefix.
struct MultiHeadAttention {
  std::string prefix;
  Index num_heads;

  /// "q", "k", "v", each also as "q_split" (B, T, H, K) and "q_heads" (B, H, T, K).
  Heads heads(Recorder& r, Index query, Index key) const;
  /// The attention of all heads, "values_merged" (B, T, H, K), "concat" (B, T, A) and "output". Returns the last.
  Index attend(Recorder& r, const Heads& heads, const std::optional<Mask>& mask) const;
};

}  // namespace headsup::nn
