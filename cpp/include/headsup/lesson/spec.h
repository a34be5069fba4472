#pragma once
// The lesson spec: the data, sizes and switches of a lesson.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "headsup/attention/elementwise.h"
#include "headsup/tensor/tensor.h"

namespace headsup {

/// Which tutorial is run.
enum class Lesson {
  multi_head,
  masked_multi_head,
  encoder_decoder,
  masked_self_attention,
  transformer_block
};

/// Every lesson, in the order in which they are taught.
constexpr Lesson kLessons[] = {Lesson::multi_head, Lesson::masked_multi_head, Lesson::encoder_decoder,
                               Lesson::masked_self_attention, Lesson::transformer_block};

/// "multi-head", "masked-multi-head", "encoder-decoder", "masked-self-attention", "transformer-block".
std::string_view to_string(Lesson lesson);

/// Token ids of several sequences, which may differ in length.
using Sequences = std::vector<std::vector<std::int32_t>>;

/// Which masks are on.
struct MaskSpec {
  bool padding = false;  ///< keys that are padding are masked
  bool causal = false;   ///< keys after the query are masked
};

/// transformer-block: the position-wise feed-forward layer.
struct FeedForwardSpec {
  Index d_ff = 512;                          ///< F
  Activation activation = Activation::gelu;  ///< between the two maps
};

/// transformer-block: residual sums with layer normalisation after each of them (post) or before each sublayer (pre).
enum class LayerNorm { none, pre, post };

/// "pre", "post"; "" for none.
std::string_view to_string(LayerNorm layer_norm);

/// A lesson. The initial values are those that most tutorials share.
struct Spec {
  Lesson lesson = Lesson::masked_multi_head;  ///< decides which steps the trace has
  Sequences sequences;              ///< B ragged sequences of token ids; keys and values come from here
  std::optional<Sequences> target;  ///< encoder-decoder: queries come from here, B sequences too; else unused
  std::int32_t pad_id = 0;          ///< 0 … vocab_size − 1
  Index vocab_size = 100;           ///< V
  Index d_model = 8;                ///< D
  Index num_heads = 2;              ///< H, divides d_attention or else d_model
  std::int64_t seed = 42;           ///< at most ±Limits::seed
  std::optional<MaskSpec> mask;     ///< null: no mask
  double mask_fill = -1e12;         ///< finite within float32, or −infinity
  bool bias = true;                 ///< whether linear layers and convolutions have biases
  bool output_projection = true;    ///< whether the merged heads go through w_0
  std::optional<Index> d_attention;  ///< A; null: D

  // transformer-block only.
  bool positional_encoding = false;  ///< whether sinusoidal positions are added to the embedding
  std::optional<FeedForwardSpec>
      feed_forward;  ///< null: the block ends with the attention; requires output_projection
  LayerNorm layer_norm = LayerNorm::none;  ///< requires output_projection if not none
};

/// The largest spec that is run. A trace keeps every number, so a limit on cells limits its memory.
struct Limits {
  static constexpr Index sequences = 256;       ///< B
  static constexpr Index length = 1024;         ///< L: tokens of a sequence
  static constexpr Index vocabulary = 100'000;  ///< V
  static constexpr Index d_model = 2048;        ///< D, and A
  static constexpr Index d_ff = 8192;           ///< F
  static constexpr Index heads = 128;           ///< H
  static constexpr Index cells = 32'000'000;    ///< of all steps together
  static constexpr Index changes = 256;         ///< of numbers by hand
  /// 2⁵³ − 1, so that every seed is exact as a float64, which JavaScript has for numbers.
  static constexpr std::int64_t seed = 9'007'199'254'740'991;
};

/// A, the width of q, k and v: d_attention, or d_model where that is null.
Index attention_width(const Spec& spec);

/// The sequences that queries come from in a lesson with a decoder side, or null.
const Sequences* target_of(const Spec& spec);

/// The spec of a lesson as its tutorial has it, vocabulary 100, padding id 0, seed 42:
///
///   multi-head             ten sentences of up to 20 tokens, d_model 512, 8 heads, no mask
///   masked-multi-head      five sentences of up to 10 tokens, d_model 8, 2 heads, both masks, fill −1e12
///   encoder-decoder        the same sentences with a target of up to 12 tokens, no mask
///   masked-self-attention  one sentence of 4 tokens, d_model 8 to d_attention 4, one head, no bias and no output
///                          projection, causal mask, fill −inf
///   transformer-block      two sentences of up to 8 tokens from a vocabulary of 4,000, d_model 128, 2 heads, both masks,
///                          fill −1e9, positions, feed-forward of 512 with gelu
Spec default_spec(Lesson lesson);

/// Checks every field, and fields that depend on each other. Refuses, naming the field, what it got and what it wants:
/// `out-of-range`, `empty-sequences`, `id-out-of-vocabulary`, `heads-do-not-divide`, `missing`, `batch-mismatch`,
/// `causal-length-mismatch`, `contradiction`, `too-large`, `not-supported`.
void validate(const Spec& spec);

}  // namespace headsup
