#include "headsup/lesson/run.h"

#include <utility>

#include "headsup/random/initializers.h"
#include "lesson/drawn_parameters.h"
#include "lesson/parameters.h"
#include "lesson/record_attention.h"
#include "lesson/run_block.h"
#include "operations/operations.h"

namespace headsup {
namespace {

constexpr MaskStep kMask = {.name = "mask", .masked_bit = 0};

/// Records the masks that are on, then their combination.
void record_masks(Recorder& r, Index target_length) {
  const MaskSpec on = r.spec().mask.value_or(MaskSpec{});
  if (on.padding) {
    r.run("padding_mask", op::not_equal, {"ids"}, "B 1 S",
          {{"other", static_cast<double>(r.spec().pad_id)}, {"unsqueeze", 1.0}});
  }
  if (on.causal) {
    r.run("nopeak_mask", op::tril, {}, "1 T S",
          {{"size", sizes({1, target_length, r["ids"].size(1)})}, {"dtype", "bool"}});
  }
  if (on.padding && on.causal) {
    r.run("mask", op::logical_and, {"padding_mask", "nopeak_mask"}, "B T S");
  } else if (on.padding || on.causal) {
    const Name only = on.padding ? "padding_mask" : "nopeak_mask";
    r.run("mask", op::view, {only}, on.padding ? "B 1 S" : "1 T S", {{"shape", sizes(r[only].shape())}});
  }
}

/// The warm-up of masked-self-attention: mask and softmax of random scores, drawn by a separate generator.
void record_demo(Recorder& r) {
  constexpr Index kSize = 4;
  Generator generator(r.spec().seed);
  Drawn scores = randn(generator, {kSize, kSize});
  // Its axes are not the lesson's T and S, which are one length L there.
  constexpr Name kAxes = "demo_T demo_S";
  r.record("demo_scores", op::normal, kAxes, std::move(scores.tensor), {{"draws", scores.draws}});
  r.run("demo_mask", op::tril, {}, kAxes, {{"size", sizes({kSize, kSize})}, {"dtype", "bool"}});
  r.run("demo_masked_scores", op::masked_fill, {"demo_scores", "demo_mask"}, kAxes,
        {{"value", r.spec().mask_fill}, {"masked_bit", kMask.masked_bit}});
  r.run("demo_attention", op::softmax, {"demo_masked_scores"}, kAxes, {{"dim", -1.0}});
}

/// Attention of one head without output projection: q, k and v are not split, and the mask needs no axis for heads.
void record_single_head(Recorder& r) {
  record_source(r);
  record_masks(r, r["ids"].size(1));
  record_layer(r, "q", op::linear, "embedding", kQ, "B T A");
  record_layer(r, "k", op::linear, "embedding", kK, "B S A");
  record_layer(r, "v", op::linear, "embedding", kV, "B S A");
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
  record_masks(r, r[decoder_side != nullptr ? "target_ids" : "ids"].size(1));
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
