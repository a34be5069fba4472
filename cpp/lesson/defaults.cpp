#include <limits>

#include "headsup/lesson/spec.h"

namespace headsup {
namespace {

constexpr std::int32_t kEnd = -1;

/// Splits a flat list into sequences, each ended by kEnd. Nested initializer lists would compile to larger code, which
/// builds one vector after the other.
template <std::size_t N>
Sequences sequences_of(const std::int32_t (&flat)[N]) {
  Sequences sequences;
  const std::int32_t* first = flat;
  for (const std::int32_t& id : flat) {
    if (id != kEnd) continue;
    sequences.emplace_back(first, &id);
    first = &id + 1;
  }
  return sequences;
}

// clang-format off
constexpr std::int32_t kSource[] = {62, 13, 47, 39, 78, 33, 56, 13, kEnd,
                                    60, 96, 51, 32, 90, kEnd,
                                    35, 45, 48, 65, 91, 99, 92, 10, 3, 21, kEnd,
                                    66, 88, 98, 47, kEnd,
                                    77, 65, 51, 77, 19, 15, 35, 19, 23, kEnd};
constexpr std::int32_t kTarget[] = {33, 11, 49, 10, kEnd,
                                    88, 34, 5, 29, 99, 45, 11, 25, kEnd,
                                    67, 25, 15, 90, 54, 4, 92, 10, 46, 20, 88, 19, kEnd,
                                    16, 58, 91, 47, 12, 5, 8, kEnd,
                                    71, 63, 62, 7, 9, 11, 55, 91, 32, 48, kEnd};
constexpr std::int32_t kMany[] = {62, 13, 47, 39, 78, 33, 56, 13, 39, 29, 44, 86, 71, 36, 18, 75, kEnd,
                                  60, 96, 51, 32, 90, kEnd,
                                  35, 45, 48, 65, 91, 99, 92, 10, 3, 21, 54, kEnd,
                                  75, 51, kEnd,
                                  66, 88, 98, 47, kEnd,
                                  21, 39, 10, 64, 21, kEnd,
                                  98, kEnd,
                                  77, 65, 51, 77, 19, 15, 35, 19, 23, 97, 50, 46, 53, 42, 45, 91, 66, 3, 43, 10, kEnd,
                                  70, 64, 98, 25, 99, 53, 4, 13, 69, 62, 66, 76, 15, 75, 45, 34, kEnd,
                                  20, 64, 81, 35, 76, 85, 1, 62, 8, 45, 99, 77, 19, 43, kEnd};
constexpr std::int32_t kFour[] = {62, 13, 47, 39, kEnd};
constexpr std::int32_t kTwo[] = {3207, 3634, 197, 3986, 3790, 3620, kEnd,
                                 195, 3636, 53, 3865, 3626, 3712, 3790, 3620, kEnd};
// clang-format on

}  // namespace

Spec default_spec(Lesson lesson) {
  Spec spec;
  spec.lesson = lesson;
  spec.sequences = sequences_of(kSource);
  switch (lesson) {
    case Lesson::multi_head:
      spec.sequences = sequences_of(kMany);
      spec.d_model = 512;
      spec.num_heads = 8;
      break;
    case Lesson::masked_self_attention:
      spec.sequences = sequences_of(kFour);
      spec.num_heads = 1;
      spec.d_attention = 4;
      spec.bias = false;
      spec.output_projection = false;
      spec.mask = MaskSpec{.padding = false, .causal = true};
      spec.mask_fill = -std::numeric_limits<double>::infinity();
      break;
    case Lesson::transformer_block:
      spec.sequences = sequences_of(kTwo);
      spec.vocab_size = 4000;
      spec.d_model = 128;
      spec.mask = MaskSpec{.padding = true, .causal = true};
      spec.mask_fill = -1e9;
      spec.positional_encoding = true;
      spec.feed_forward = FeedForwardSpec{};
      break;
    case Lesson::masked_multi_head:
      spec.mask = MaskSpec{.padding = true, .causal = true};
      break;
    case Lesson::encoder_decoder:
      spec.target = sequences_of(kTarget);
      break;
  }
  return spec;
}

}  // namespace headsup
