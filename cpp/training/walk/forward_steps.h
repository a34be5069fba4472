#pragma once
// The steps of the forward pass, as a table.

#include <string_view>

namespace headsup::training {

/// A step of the forward pass: inputs are names separated by spaces, axes letters without. In names * is the block's prefix,
/// @ the step that the block or the head reads, # the step before, and ^ the head's weight.
struct ForwardStep {
  std::string_view name;
  std::string_view op;
  std::string_view inputs;
  std::string_view axes;
  enum class When { always, with_mask, with_dropout } when = When::always;
};
inline constexpr auto kWithMask = ForwardStep::When::with_mask;
inline constexpr auto kWithDropout = ForwardStep::When::with_dropout;

inline constexpr ForwardStep kEmbedding[] = {
    {"embedding", "embedding", "ids embedding.weight positions", "BLD"},
    {"embedding_draws", "rand", "", "BLD", kWithDropout},
    {"embedding_dropout", "dropout", "embedding embedding_draws", "BLD", kWithDropout},
};

/// The steps of a block; record_decoder has the same.
inline constexpr ForwardStep kBlock[] = {
    {"*norm_1", "layer_norm", "@ *norm_1.weight *norm_1.bias", "BLD"},
    {"*q", "linear", "*norm_1 *w_q.weight *w_q.bias", "BLD"},
    {"*k", "linear", "*norm_1 *w_k.weight *w_k.bias", "BLD"},
    {"*v", "linear", "*norm_1 *w_v.weight *w_v.bias", "BLD"},
    {"*scores", "scaled_dot_product", "*q *k", "BHLL"},
    {"*masked_scores", "masked_fill", "*scores", "BHLL", kWithMask},
    {"*attention", "softmax", "#", "BHLL"},
    {"*values", "weighted_sum", "*attention *v", "BLD"},
    {"*output", "linear", "*values *w_0.weight *w_0.bias", "BLD"},
    {"*attention_draws", "rand", "", "BLD", kWithDropout},
    {"*attention_dropout", "dropout", "*output *attention_draws", "BLD", kWithDropout},
    {"*residual_1", "add", "@ #", "BLD"},
    {"*norm_2", "layer_norm", "*residual_1 *norm_2.weight *norm_2.bias", "BLD"},
    {"*ff_1", "linear", "*norm_2 *ff_1.weight *ff_1.bias", "BLF"},
    {"*ff_activation", "gelu", "*ff_1", "BLF"},  // or relu
    {"*ff_2", "linear", "*ff_activation *ff_2.weight *ff_2.bias", "BLD"},
    {"*feed_forward_draws", "rand", "", "BLD", kWithDropout},
    {"*feed_forward_dropout", "dropout", "*ff_2 *feed_forward_draws", "BLD", kWithDropout},
    {"*residual_2", "add", "*residual_1 #", "BLD"},
};

inline constexpr ForwardStep kHead[] = {
    {"norm", "layer_norm", "@ norm.weight norm.bias", "BLD"},
    {"logits", "linear", "norm ^ head.bias", "BLV"},
};

}  // namespace headsup::training
