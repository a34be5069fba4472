#include "headsup/lesson/run.h"

#include "headsup/attention/mask.h"
#include "headsup/attention/softmax.h"
#include "headsup/random/initializers.h"
#include "lesson/drawn_parameters.h"
#include "lesson/record_attention.h"
#include "lesson/run_block.h"

namespace headsup {
namespace {

constexpr MaskStep kMask = {.name = "mask", .masked_bit = 0};

/// Records the masks that are on, then their combination, which it returns; null if no mask is on.
std::optional<BoolTensor> record_masks(Recorder& r, const IntTensor& source_ids, Index target_length) {
  const MaskSpec on = r.spec().mask.value_or(MaskSpec{});
  const BoolTensor padding = padding_mask(source_ids, r.spec().pad_id);
  const BoolTensor nopeak = causal_mask(target_length, source_ids.shape[1]);
  if (on.padding) {
    r.record("padding_mask", Op::not_equal, "ids", "B 1 S", padding).origin =
        CompareOrigin{.pad_id = r.spec().pad_id};
  }
  if (on.causal) r.record("nopeak_mask", Op::tril, "", "1 T S", nopeak);
  if (on.padding && on.causal) {
    BoolTensor both = combine_masks(padding, nopeak);
    r.record("mask", Op::logical_and, "padding_mask nopeak_mask", "B T S", both);
    return both;
  }
  if (on.padding) {
    r.record("mask", Op::view, "padding_mask", "B 1 S", padding);
    return padding;
  }
  if (on.causal) {
    r.record("mask", Op::view, "nopeak_mask", "1 T S", nopeak);
    return nopeak;
  }
  return std::nullopt;
}

/// The warm-up of masked-self-attention: mask and softmax of random scores, drawn by a separate generator.
void record_demo(Recorder& r) {
  constexpr Index kSize = 4;
  Generator generator(r.spec().seed);
  const Drawn scores = randn(generator, {kSize, kSize});
  BoolTensor mask = causal_mask(kSize, kSize);
  mask.shape.erase(mask.shape.begin());
  const auto fill = static_cast<float>(r.spec().mask_fill);
  const FloatTensor masked = masked_fill(scores.tensor, mask, fill);
  // The recorder would turn T and S into L, which in this lesson is the length of the sequences.
  const auto with_axes = [](Step& step) -> Step& {
    step.axes = {"T", "S"};
    return step;
  };
  with_axes(r.record("demo_scores", Op::normal, "", "", scores.tensor)).origin = scores.draws;
  with_axes(r.record("demo_mask", Op::tril, "", "", mask));
  with_axes(r.record("demo_masked_scores", Op::masked_fill, "demo_scores demo_mask", "", masked)).origin =
      FillOrigin{.fill = fill, .masked_bit = kMask.masked_bit};
  with_axes(r.record("demo_attention", Op::softmax, "demo_masked_scores", "", softmax(masked)));
}

/// Attention of one head without output projection: q, k and v are not split, and the mask needs no axis for heads.
void record_single_head(Recorder& r, const Parameters& p) {
  const Embedded source = record_source(r);
  const auto mask = record_masks(r, source.ids, source.ids.shape[1]);
  const FloatTensor q = p.attention.w_q(source.embedding);
  const FloatTensor k = p.attention.w_k(source.embedding);
  const FloatTensor v = p.attention.w_v(source.embedding);
  const Attention a =
      scaled_dot_product_attention(q, k, v, mask ? &*mask : nullptr, static_cast<float>(r.spec().mask_fill));
  record_layer(r, "q", Op::linear, "embedding", kQ, "B T A", q);
  record_layer(r, "k", Op::linear, "embedding", kK, "B S A", k);
  record_layer(r, "v", Op::linear, "embedding", kV, "B S A", v);
  constexpr AttentionNames kNames = {.scores = "scores",
                                     .masked_scores = "masked_scores",
                                     .attention = "attention",
                                     .values = "values",
                                     .q = "q",
                                     .k = "k",
                                     .v = "v",
                                     .scores_axes = "B T S",
                                     .values_axes = "B T A"};
  record_attention(r, a, kNames, kMask, q.last(0));
}

/// Multi-head attention of the source to itself, or of a target to it.
void record_heads(Recorder& r, const Parameters& p) {
  const Spec& spec = r.spec();
  const Embedded source = record_source(r);
  const Sequences* decoder_side = target_of(spec);
  const Embedded target = decoder_side != nullptr ? record_target(r, *decoder_side) : source;
  const auto mask = record_masks(r, source.ids, target.ids.shape[1]);
  const MultiHead m =
      multi_head_attention(p.attention, spec.num_heads, target.embedding, source.embedding, source.embedding,
                           {.mask = mask ? &*mask : nullptr, .fill = static_cast<float>(spec.mask_fill)});
  record_projections(r, m, decoder_side != nullptr ? "target_embedding" : "embedding", "embedding");
  record_multi_head(r, m, kMask);
}

}  // namespace

ParameterCache::ParameterCache() : drawn_(std::make_unique<DrawnParameters>()) {}
ParameterCache::~ParameterCache() = default;
ParameterCache::ParameterCache(ParameterCache&& other) noexcept = default;
ParameterCache& ParameterCache::operator=(ParameterCache&& other) noexcept = default;

std::uint64_t ParameterCache::generation() const {
  return drawn_->generation();
}

Trace run(const Spec& spec, const StateDict& weights, ParameterCache* cache) {
  validate(spec);
  Trace trace;
  Recorder r(spec, trace);
  if (spec.lesson == Lesson::masked_self_attention) record_demo(r);
  DrawnParameters uncached;
  const Parameters p = record_parameters(r, weights, cache != nullptr ? *cache->drawn_ : uncached);
  switch (spec.lesson) {
    case Lesson::masked_self_attention:
      record_single_head(r, p);
      break;
    case Lesson::transformer_block:
      record_block(r, p);
      break;
    case Lesson::multi_head:
    case Lesson::masked_multi_head:
    case Lesson::encoder_decoder:
      record_heads(r, p);
      break;
  }
  return trace;
}

}  // namespace headsup
