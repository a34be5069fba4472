#include "random_spec.h"

#include <iterator>
#include <limits>

namespace headsup::tests {
namespace {

constexpr std::int32_t kVocabulary = 12;

std::int32_t token(Dice& dice) {
  return static_cast<std::int32_t>(dice.below(Index{kVocabulary}));
}

}  // namespace

std::int32_t another_token(Dice& dice, std::int32_t id) {
  const std::int32_t other = token(dice);
  return other != id ? other : (id + 1) % kVocabulary;
}

namespace {

/// Sequences of different lengths, some of them empty, at least one not.
Sequences random_sequences(Dice& dice, Index batch) {
  Sequences sequences(batch);
  for (auto& sequence : sequences) {
    sequence.resize(dice.below(kMostTokens + 1));
    for (auto& id : sequence) id = token(dice);
  }
  auto& last = sequences.back();
  if (last.empty()) last.push_back(token(dice));
  return sequences;
}

void set_block_switches(Spec& spec, Dice& dice) {
  constexpr LayerNorm kNorms[] = {LayerNorm::none, LayerNorm::pre, LayerNorm::post};
  spec.positional_encoding = dice.coin();
  spec.layer_norm = kNorms[dice.below(std::size(kNorms))];
  if (dice.coin())
    spec.feed_forward =
        FeedForwardSpec{dice.between(1, 5), dice.coin() ? Activation::gelu : Activation::relu};
  if (spec.feed_forward || spec.layer_norm != LayerNorm::none) spec.output_projection = true;
}

}  // namespace

Spec random_spec(Dice& dice) {
  Spec spec;
  spec.lesson = kLessons[dice.below(std::size(kLessons))];
  const bool one_head = spec.lesson == Lesson::masked_self_attention;
  spec.sequences = random_sequences(dice, dice.between(1, 3));
  spec.pad_id = token(dice);
  spec.vocab_size = Index{kVocabulary};
  spec.num_heads = one_head ? 1 : dice.between(1, 3);
  spec.d_model = spec.num_heads * dice.between(1, 4);
  if (dice.coin()) spec.d_attention = spec.num_heads * dice.between(1, 4);
  spec.seed = static_cast<std::int64_t>(dice.below(1000)) - 500;
  if (dice.below(4) > 0) spec.mask = MaskSpec{dice.coin(), dice.coin()};
  spec.mask_fill = dice.coin() ? -1e12 : -std::numeric_limits<double>::infinity();
  spec.bias = dice.coin();
  spec.output_projection = !one_head && dice.coin();
  if (spec.lesson == Lesson::encoder_decoder) {
    // A causal mask requires a target as long as the source.
    const bool square = spec.mask && spec.mask->causal;
    spec.target = square ? spec.sequences : random_sequences(dice, spec.sequences.size());
  }
  if (spec.lesson == Lesson::transformer_block) set_block_switches(spec, dice);
  return spec;
}

Spec random_spec_without_pad_id(Dice& dice) {
  Spec spec = random_spec(dice);
  const auto clean = [&](Sequences& sequences) {
    for (auto& sequence : sequences) {
      for (auto& id : sequence) id = another_token(dice, spec.pad_id);
    }
  };
  clean(spec.sequences);
  if (spec.target) clean(*spec.target);
  return spec;
}

namespace {

Index bad_size(Dice& dice) {
  constexpr Index kSizes[] = {0, 3, 2049, 8193, 100'001, 1'000'000'007, std::numeric_limits<Index>::max()};
  return kSizes[dice.below(std::size(kSizes))];
}

std::int32_t bad_id(Dice& dice) {
  using Of = std::numeric_limits<std::int32_t>;
  constexpr std::int32_t kIds[] = {-1, kVocabulary, 100'000, Of::min(), Of::max()};
  return kIds[dice.below(std::size(kIds))];
}

double bad_fill(Dice& dice) {
  using Of = std::numeric_limits<double>;
  constexpr double kFills[] = {1e39, -1e300, Of::infinity(), Of::quiet_NaN()};
  return kFills[dice.below(std::size(kFills))];
}

using Break = void (*)(Spec&, Dice&);
constexpr Break kBreaks[] = {
    [](Spec& spec, Dice& dice) { spec.vocab_size = bad_size(dice); },
    [](Spec& spec, Dice& dice) { spec.d_model = bad_size(dice); },
    [](Spec& spec, Dice& dice) { spec.num_heads = bad_size(dice); },
    [](Spec& spec, Dice& dice) { spec.d_attention = bad_size(dice); },
    [](Spec& spec, Dice& dice) {
      spec.feed_forward = FeedForwardSpec{bad_size(dice), Activation::relu};
    },
    [](Spec& spec, Dice& dice) { spec.pad_id = bad_id(dice); },
    [](Spec& spec, Dice& dice) { spec.sequences.emplace_back(1, bad_id(dice)); },
    [](Spec& spec, Dice& dice) { spec.sequences.assign(dice.below(300), {}); },
    [](Spec& spec, Dice&) { spec.sequences.emplace_back(Limits::length + 1, spec.pad_id); },
    [](Spec& spec, Dice&) { spec.target.reset(); },
    [](Spec& spec, Dice&) { spec.seed = std::numeric_limits<std::int64_t>::min(); },
    [](Spec& spec, Dice& dice) { spec.mask_fill = bad_fill(dice); },
    [](Spec& spec, Dice&) { spec.layer_norm = LayerNorm::post; },
    [](Spec& spec, Dice&) { spec.positional_encoding = true; },
    [](Spec& spec, Dice&) { spec.output_projection = !spec.output_projection; },
};

}  // namespace

void break_field(Spec& spec, Dice& dice) {
  kBreaks[dice.below(std::size(kBreaks))](spec, dice);
}

}  // namespace headsup::tests
