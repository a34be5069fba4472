#include "headsup/lesson/spec.h"

#include <algorithm>
#include <string>

#include "headsup/attention/heads.h"
#include "headsup/tensor/refusal.h"
#include "lesson/checks.h"

namespace headsup {
namespace {

Index longest(const Sequences& sequences) {
  Index length = 0;
  for (const auto& sequence : sequences) length = std::max(length, sequence.size());
  return length;
}

void check_sequences(const std::string& field, const Sequences& sequences, Index vocabulary) {
  check_at_most(field, sequences.size(), Limits::sequences);
  for (Index b = 0; b < sequences.size(); ++b) {
    const std::string at = field + "[" + std::to_string(b) + "]";
    check_at_most(at, sequences[b].size(), Limits::length);
    check_ids(at, sequences[b], vocabulary);
  }
  if (longest(sequences) == 0) {
    refuse(ErrorCode::empty_sequences, {{"field", field}, {"got", sequences.size()}});
  }
}

[[noreturn]] void refuse_not_supported(const char* field, std::string got, const char* wants) {
  refuse(ErrorCode::not_supported, {{"field", field}, {"got", got}, {"wants", wants}});
}

/// Refuses options that the lesson does not have.
void check_lesson(const Spec& spec) {
  if (spec.lesson == Lesson::masked_self_attention) {
    if (spec.num_heads != 1) refuse_not_supported("numHeads", std::to_string(spec.num_heads), "1");
    if (spec.output_projection) refuse_not_supported("outputProjection", "true", "false");
  }
  if (spec.lesson != Lesson::transformer_block) {
    if (spec.positional_encoding) refuse_not_supported("positionalEncoding", "true", "false");
    if (spec.feed_forward) refuse_not_supported("feedForward", "a layer", "null");
    if (spec.layer_norm != LayerNorm::none) {
      refuse_not_supported("layerNorm", std::string(to_string(spec.layer_norm)), "null");
    }
  }
}

/// Residual sums and the feed-forward layer need an output of width d_model, which only the projection guarantees.
void check_output_projection(const Spec& spec) {
  const bool normed = spec.layer_norm != LayerNorm::none;
  if (spec.output_projection || !(normed || spec.feed_forward)) return;
  refuse(ErrorCode::contradiction, {{"field", "outputProjection"},
                                    {"got", "false"},
                                    {"other", normed ? "layerNorm" : "feedForward"},
                                    {"wants", "true"}});
}

void check_target(const Spec& spec) {
  if (spec.lesson != Lesson::encoder_decoder) return;
  if (!spec.target) refuse(ErrorCode::missing, {{"field", "target"}, {"wants", "list"}});
  check_sequences("target", *spec.target, spec.vocab_size);
  if (spec.target->size() != spec.sequences.size()) {
    refuse(ErrorCode::batch_mismatch,
           {{"field", "target"}, {"got", spec.target->size()}, {"wants", spec.sequences.size()}});
  }
  const Index source = longest(spec.sequences);
  const Index target = longest(*spec.target);
  if (spec.mask && spec.mask->causal && source != target) {
    refuse(ErrorCode::causal_length_mismatch, {{"field", "mask.causal"}, {"got", target}, {"wants", source}});
  }
}

void check_size(const Spec& spec) {
  const Index source = longest(spec.sequences);
  const Index target = target_of(spec) != nullptr ? longest(*spec.target) : source;
  const auto d_ff = static_cast<double>(spec.feed_forward ? spec.feed_forward->d_ff : 0);
  const bool block = spec.lesson == Lesson::transformer_block;
  // An estimate of the cells of all steps, in float64 so that it cannot overflow. In order: tables and weights; about
  // sixteen steps of shape (B, L, D), in a block eight more; the feed-forward layer; three steps of shape (B, H, T, S) and
  // the masks, of which a block has more. Biases and ids are left out, because they are small.
  const auto batch = static_cast<double>(spec.sequences.size());
  const auto width = static_cast<double>(std::max(spec.d_model, attention_width(spec)));
  const auto longer = static_cast<double>(std::max(source, target));
  const double square = static_cast<double>(source) * static_cast<double>(target);
  const double cells =
      (static_cast<double>(spec.vocab_size) + 4 * width + 2 * d_ff + (block ? longer : 0)) * width +
      (block ? 24 : 16) * batch * longer * width + 2 * batch * longer * d_ff +
      (3 * static_cast<double>(spec.num_heads) + (block ? 6 : 2)) * batch * square;
  if (cells <= static_cast<double>(Limits::cells)) return;
  refuse(ErrorCode::too_large,
         {{"field", "spec"}, {"got", static_cast<std::int64_t>(cells)}, {"max", Limits::cells}});
}

}  // namespace

std::string_view to_string(Lesson lesson) {
  switch (lesson) {
    case Lesson::multi_head:
      return "multi-head";
    case Lesson::masked_self_attention:
      return "masked-self-attention";
    case Lesson::masked_multi_head:
      return "masked-multi-head";
    case Lesson::encoder_decoder:
      return "encoder-decoder";
    case Lesson::transformer_block:
      return "transformer-block";
  }
  return "";
}

std::string_view to_string(LayerNorm layer_norm) {
  if (layer_norm == LayerNorm::none) return "";
  return layer_norm == LayerNorm::pre ? "pre" : "post";
}

Index attention_width(const Spec& spec) {
  return spec.d_attention.value_or(spec.d_model);
}

const Sequences* target_of(const Spec& spec) {
  return spec.lesson == Lesson::encoder_decoder && spec.target ? &*spec.target : nullptr;
}

void validate(const Spec& spec) {
  check_range("vocabSize", spec.vocab_size, 1, Limits::vocabulary);
  check_range("dModel", spec.d_model, 1, Limits::d_model);
  check_range("numHeads", spec.num_heads, 1, Limits::heads);
  if (spec.d_attention) check_range("dAttention", *spec.d_attention, 1, Limits::d_model);
  if (spec.feed_forward) check_range("feedForward.dFf", spec.feed_forward->d_ff, 1, Limits::d_ff);
  check_pad_id(spec.pad_id, spec.vocab_size);
  check_sequences("sequences", spec.sequences, spec.vocab_size);
  check_target(spec);
  check_heads(spec.num_heads, attention_width(spec), "numHeads", spec.d_attention ? "dAttention" : "dModel");
  check_lesson(spec);
  check_output_projection(spec);
  check_seed(spec.seed);
  check_mask_fill(spec.mask_fill);
  check_size(spec);
}

}  // namespace headsup
