#pragma once
// The lesson spec: what a lesson is computed from.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "attention/tensor.h"

namespace headsup {

enum class Lesson { multi_head, masked_multi_head, encoder_decoder, masked_self_attention };

/// Every lesson, in the order in which they are taught.
constexpr Lesson kLessons[] = {Lesson::multi_head, Lesson::masked_multi_head, Lesson::encoder_decoder,
                               Lesson::masked_self_attention};

/// "multi-head", "masked-multi-head", "encoder-decoder", "masked-self-attention".
std::string_view to_string(Lesson lesson);

using Sequences = std::vector<std::vector<std::int32_t>>;

/// Which masks are on. 1 = attend in both.
struct MaskSpec {
  bool padding = false;  ///< keys that are padding are masked
  bool causal = false;   ///< keys after the query are masked
};

/// Sizes count elements. The members' initial values are the ones that most tutorials share.
struct Spec {
  Lesson lesson = Lesson::masked_multi_head;
  Sequences sequences;              ///< B ragged sequences of token ids; keys and values come from here
  std::optional<Sequences> target;  ///< encoder-decoder: queries come from here, B sequences too; else unused
  std::int32_t pad_id = 0;          ///< 0 … vocab_size − 1
  Index vocab_size = 100;           ///< V
  Index d_model = 8;                ///< D
  Index num_heads = 2;              ///< H, divides d_attention or else d_model
  std::int64_t seed = 42;           ///< any integer that JSON's numbers hold exactly
  std::optional<MaskSpec> mask;     ///< null: no mask
  double mask_fill = -1e12;         ///< finite within float32, or −infinity
  bool bias = true;                 ///< whether the linear layers have one
  bool output_projection = true;    ///< whether there is a w_0
  std::optional<Index> d_attention;  ///< A; null: D
};

/// The largest spec that is run. Every number is kept, so that memory is what limits: the cells of all steps
/// together.
struct Limits {
  static constexpr Index sequences = 256;
  static constexpr Index length = 1024;
  static constexpr Index vocabulary = 100'000;
  static constexpr Index d_model = 2048;
  static constexpr Index heads = 128;
  static constexpr Index cells = 32'000'000;
  /// Either sign: the largest whole number that float64 readers of JSON, JavaScript among them, hold exactly.
  static constexpr std::int64_t seed = 9'007'199'254'740'991;
};

/// Where the queries come from when it is not `sequences`: the target of a lesson that has a decoder side, or null.
const Sequences* target_of(const Spec& spec);

/// The spec of a lesson as its tutorial has it, vocabulary 100, padding id 0, seed 42:
///
///   multi-head             ten sentences of up to 20 tokens, d_model 512, 8 heads, no mask
///   masked-multi-head      five sentences of up to 10 tokens, d_model 8, 2 heads, both masks, fill −1e12
///   encoder-decoder        the same sentences with a target of up to 12 tokens, no mask
///   masked-self-attention  one sentence of 4 tokens, d_model 8 to d_attention 4, one head, no bias and no output
///                          projection, causal mask, fill −inf
Spec default_spec(Lesson lesson);

/// Checks every field and what must hold between them. Refuses, always naming the field, what it got and what
/// it wants: `out-of-range`, `empty-sequences`, `id-out-of-vocabulary`, `heads-do-not-divide`, `missing`,
/// `batch-mismatch`, `causal-length-mismatch`, `too-large`, `not-supported`.
void validate(const Spec& spec);

}  // namespace headsup
