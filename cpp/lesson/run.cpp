#include "headsup/lesson/run.h"

#include <utility>

#include "headsup/random/initializers.h"
#include "lesson/drawn_parameters.h"
#include "lesson/parameters.h"
#include "lesson/run_block.h"
#include "lesson/tokens.h"
#include "nn/layers.h"
#include "operations/operations.h"

namespace headsup {
namespace {

/// Records the masks that are on, then their combination: 1 = attend.
std::optional<nn::Mask> record_mask(LessonRecorder& r, Index target_length) {
  const MaskSpec on = r.spec().mask.value_or(MaskSpec{});
  if (!on.padding && !on.causal) return {};
  const Index ids = r.at("ids");
  std::vector<Index> masks;
  if (on.padding) {
    masks.push_back(r.run("padding_mask", op::not_equal, {ids}, "B 1 S",
                          {{"other", static_cast<double>(r.spec().pad_id)}, {"unsqueeze", 1.0}}));
  }
  if (on.causal) {
    masks.push_back(r.run("nopeak_mask", op::tril, {}, "1 T S",
                          {{"size", sizes({1, target_length, r[ids].size(1)})}, {"dtype", "bool"}}));
  }
  const Index mask = masks.size() == 2 ? r.run("mask", op::logical_and, masks, "B T S")
                                       : r.run("mask", op::view, masks, on.padding ? "B 1 S" : "1 T S",
                                               {{"shape", sizes(r[masks[0]].shape())}});
  return nn::Mask{.step = mask, .masked_bit = 0, .fill = r.spec().mask_fill};
}

/// The warm-up of masked-self-attention: mask and softmax of random scores, drawn by a separate generator.
void record_demo(LessonRecorder& r) {
  constexpr Index kSize = 4;
  Generator generator(r.spec().seed);
  Drawn drawn = randn(generator, {kSize, kSize});
  // Its axes are not the lesson's T and S, which are one length L there.
  constexpr Name kAxes = "demo_T demo_S";
  const Index scores =
      r.record("demo_scores", op::normal, kAxes, std::move(drawn.tensor), {{"draws", drawn.draws}});
  const Index mask =
      r.run("demo_mask", op::tril, {}, kAxes, {{"size", sizes({kSize, kSize})}, {"dtype", "bool"}});
  const Index masked = r.run("demo_masked_scores", op::masked_fill, {scores, mask}, kAxes,
                             {{"value", r.spec().mask_fill}, {"masked_bit", 0.0}});
  r.run("demo_attention", op::softmax, {masked}, kAxes, {{"dim", -1.0}});
}

/// Attention of one head without output projection: q, k and v are not split, and the mask needs no axis for heads.
void record_single_head(LessonRecorder& r) {
  const Index x = record_source(r);
  const std::optional<nn::Mask> mask = record_mask(r, r[x].size(1));
  const Index q = nn::linear(r, "q", x, nn::layer(r, "w_q"), "B T A");
  const Index k = nn::linear(r, "k", x, nn::layer(r, "w_k"), "B S A");
  const Index v = nn::linear(r, "v", x, nn::layer(r, "w_v"), "B S A");
  nn::attention(r, "", {.q = q, .k = k, .v = v}, mask, attention_width(r.spec()),
                {.scores = "B T S", .values = "B T A"});
}

/// Multi-head attention of the source to itself, or of a target to it.
void record_all_heads(LessonRecorder& r) {
  const Sequences* decoder_side = target_of(r.spec());
  const Index source = record_source(r);
  const Index target = decoder_side != nullptr ? record_target(r, *decoder_side) : source;
  const std::optional<nn::Mask> mask = record_mask(r, r[target].size(1));
  const nn::MultiHeadAttention layer = {.prefix = "", .num_heads = r.spec().num_heads};
  layer.attend(r, layer.heads(r, target, source), mask);
}

}  // namespace

ParameterCache::ParameterCache() : drawn_(std::make_unique<DrawnParameters>()) {}
ParameterCache::~ParameterCache() = default;
ParameterCache::ParameterCache(ParameterCache&& other) noexcept = default;
ParameterCache& ParameterCache::operator=(ParameterCache&& other) noexcept = default;

Trace run(const Spec& spec, const StateDict& weights, ParameterCache* cache, const Changes& changes) {
  validate(spec);
  Trace trace{.steps = {}, .changes = changes};
  LessonRecorder r(spec, trace);
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
