#include "small_spec.h"

#include <iterator>

namespace headsup::fuzz {
namespace {

std::int32_t id_from(Bytes& bytes, Index vocabulary) {
  if (bytes.below(64) == 63) return bytes.any<std::int32_t>();
  return static_cast<std::int32_t>(bytes.below(std::clamp<Index>(vocabulary, 1, 256)));
}

Sequences sequences_from(Bytes& bytes, Index vocabulary) {
  // One in 256 exceeds the limit of sequences, or of tokens.
  const Index choice = bytes.below(256);
  if (choice == 255) return Sequences(Limits::sequences + bytes.below(3), {0});
  if (choice == 254) return {std::vector<std::int32_t>(Limits::length + bytes.below(3))};
  Sequences sequences(choice % 5);
  for (auto& sequence : sequences) {
    sequence.resize(bytes.below(9));
    for (auto& id : sequence) id = id_from(bytes, vocabulary);
  }
  return sequences;
}

double fill_from(Bytes& bytes) {
  constexpr double kFills[] = {-1e12, -1e9, -std::numeric_limits<double>::infinity(), 0};
  const Index choice = bytes.below(16);
  if (choice == 15) return bytes.any<double>();
  return choice < 12 ? kFills[choice % 4] : static_cast<double>(bytes.number());
}

FeedForwardSpec feed_forward_from(Bytes& bytes) {
  return {bytes.size(), bytes.coin() ? Activation::gelu : Activation::relu};
}

Index length_of(const Sequences& sequences) {
  Index length = 0;
  for (const auto& sequence : sequences) length = std::max<Index>(length, sequence.size());
  return length;
}

}  // namespace

Spec spec_from(Bytes& bytes) {
  Spec spec;
  spec.lesson = static_cast<Lesson>(bytes.below(std::size(kLessons) + 1));  // the last one does not exist
  spec.vocab_size = bytes.below(8) == 0 ? bytes.size() : 1 + bytes.below(100);
  spec.num_heads = bytes.size();
  spec.d_model = bytes.below(8) == 0 ? bytes.size() : spec.num_heads * bytes.size();
  if (bytes.below(4) == 0) spec.d_attention = spec.num_heads * bytes.size();
  spec.pad_id = bytes.coin() ? 0 : id_from(bytes, spec.vocab_size);
  spec.seed = bytes.below(16) == 15 ? bytes.any<std::int64_t>() : bytes.any<std::int32_t>();
  if (bytes.coin()) spec.mask = MaskSpec{bytes.coin(), bytes.coin()};
  spec.mask_fill = fill_from(bytes);
  spec.bias = bytes.coin();
  spec.output_projection = bytes.coin();
  spec.positional_encoding = bytes.coin();
  if (bytes.coin()) spec.feed_forward = feed_forward_from(bytes);
  spec.layer_norm = static_cast<LayerNorm>(bytes.below(3));
  spec.sequences = sequences_from(bytes, spec.vocab_size);
  if (bytes.coin()) spec.target = sequences_from(bytes, spec.vocab_size);
  return spec;
}

bool is_small(const Spec& spec) {
  const Index d_ff = spec.feed_forward ? spec.feed_forward->d_ff : 0;
  const Sequences& target = spec.target ? *spec.target : spec.sequences;
  return std::max({spec.d_model, attention_width(spec), d_ff}) <= 64 && spec.vocab_size <= 256 &&
         std::max(spec.sequences.size(), target.size()) <= 8 &&
         std::max(length_of(spec.sequences), length_of(target)) <= 16;
}

}  // namespace headsup::fuzz
