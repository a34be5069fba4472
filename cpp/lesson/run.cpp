#include "headsup/lesson/run.h"

#include <utility>

#include "headsup/attention/mask.h"
#include "headsup/attention/softmax.h"
#include "headsup/random/initializers.h"
#include "lesson/drawn_parameters.h"
#include "lesson/parameters.h"
#include "lesson/record_attention.h"
#include "lesson/run_block.h"

namespace headsup {
namespace {

constexpr MaskStep kMask = {.name = "mask", .masked_bit = 0};

/// Records the masks that are on, then their combination.
void record_masks(Recorder& r, Index target_length) {
  const MaskSpec on = r.spec().mask.value_or(MaskSpec{});
  const std::int32_t pad_id = r.spec().pad_id;
  if (on.padding) {
    r.record("padding_mask", Op::not_equal, "ids", "B 1 S", padding_mask(r.ints("ids"), pad_id)).origin =
        CompareOrigin{.pad_id = pad_id};
  }
  if (on.causal)
    r.record("nopeak_mask", Op::tril, "", "1 T S", causal_mask(target_length, r.ints("ids").shape[1]));
  if (on.padding && on.causal) {
    r.record("mask", Op::logical_and, "padding_mask nopeak_mask", "B T S",
             combine_masks(r.bits("padding_mask"), r.bits("nopeak_mask")));
  } else if (on.padding) {
    r.record("mask", Op::view, "padding_mask", "B 1 S", r.bits("padding_mask"));
  } else if (on.causal) {
    r.record("mask", Op::view, "nopeak_mask", "1 T S", r.bits("nopeak_mask"));
  }
}

/// The warm-up of masked-self-attention: mask and softmax of random scores, drawn by a separate generator.
void record_demo(Recorder& r) {
  constexpr Index kSize = 4;
  Generator generator(r.spec().seed);
  Drawn scores = randn(generator, {kSize, kSize});
  BoolTensor mask = causal_mask(kSize, kSize);
  mask.shape.erase(mask.shape.begin());
  const auto fill = static_cast<float>(r.spec().mask_fill);
  // The recorder would turn T and S into L, which in this lesson is the length of the sequences.
  const auto with_axes = [](Step& step) -> Step& {
    step.axes = {"T", "S"};
    return step;
  };
  with_axes(r.record("demo_scores", Op::normal, "", "", std::move(scores.tensor))).origin = scores.draws;
  with_axes(r.record("demo_mask", Op::tril, "", "", std::move(mask)));
  with_axes(r.record("demo_masked_scores", Op::masked_fill, "demo_scores demo_mask", "",
                     masked_fill(r.floats("demo_scores"), r.bits("demo_mask"), fill)))
      .origin = FillOrigin{.fill = fill, .masked_bit = kMask.masked_bit};
  with_axes(r.record("demo_attention", Op::softmax, "demo_masked_scores", "",
                     softmax(r.floats("demo_masked_scores"))));
}

/// Attention of one head without output projection: q, k and v are not split, and the mask needs no axis for heads.
void record_single_head(Recorder& r) {
  record_source(r);
  record_masks(r, r.ints("ids").shape[1]);
  record_linear(r, "q", "embedding", kQ, "B T A");
  record_linear(r, "k", "embedding", kK, "B S A");
  record_linear(r, "v", "embedding", kV, "B S A");
  constexpr AttentionNames kNames = {.scores = "scores",
                                     .masked_scores = "masked_scores",
                                     .attention = "attention",
                                     .values = "values",
                                     .q = "q",
                                     .k = "k",
                                     .v = "v",
                                     .scores_axes = "B T S",
                                     .values_axes = "B T A"};
  record_attention(r, kNames, kMask, attention_width(r.spec()));
}

/// Multi-head attention of the source to itself, or of a target to it.
void record_all_heads(Recorder& r) {
  const Sequences* decoder_side = target_of(r.spec());
  record_source(r);
  if (decoder_side != nullptr) record_target(r, *decoder_side);
  record_masks(r, r.ints(decoder_side != nullptr ? "target_ids" : "ids").shape[1]);
  record_heads(r, decoder_side != nullptr ? "target_embedding" : "embedding", "embedding");
  record_multi_head(r, kMask);
}

}  // namespace

ParameterCache::ParameterCache() : drawn_(std::make_unique<DrawnParameters>()) {}
ParameterCache::~ParameterCache() = default;
ParameterCache::ParameterCache(ParameterCache&& other) noexcept = default;
ParameterCache& ParameterCache::operator=(ParameterCache&& other) noexcept = default;

Trace run(const Spec& spec, const StateDict& weights, ParameterCache* cache, const Changes& changes) {
  validate(spec);
  Trace trace{.steps = {}, .changes = changes};
  Recorder r(spec, trace);
  if (spec.lesson == Lesson::masked_self_attention) record_demo(r);
  DrawnParameters uncached;
  record_parameters(r, weights, cache != nullptr ? *cache->drawn_ : uncached);
  switch (spec.lesson) {
    case Lesson::masked_self_attention:
      record_single_head(r);
      break;
    case Lesson::transformer_block:
      record_block(r);
      break;
    case Lesson::multi_head:
    case Lesson::masked_multi_head:
    case Lesson::encoder_decoder:
      record_all_heads(r);
      break;
  }
  r.check_changes();
  return trace;
}

}  // namespace headsup
