#pragma once
// Recording the steps that several lessons share: batches, projections, heads, attention.

#include "lesson/parameters.h"
#include "lesson/recorder.h"

namespace headsup {

/// Records `ids` and `embedding` of the spec's sequences; the table has been recorded.
void record_source(Recorder& r);
/// Records `target_ids` and `target_embedding`.
void record_target(Recorder& r, const Sequences& target);

/// Records `y`, which a linear layer or a convolution made from the step `x`.
void record_layer(Recorder& r, const char* name, Op op, Name x, const LayerNames& layer, const char* axes,
                  FloatTensor y);
/// Records the step `name` that a linear layer makes from the step `x`.
void record_linear(Recorder& r, const char* name, Name x, const LayerNames& layer, const char* axes);

/// Records q, k and v, made from the steps `query` and `key`, and their split into heads.
void record_heads(Recorder& r, Name query, Name key);

/// The mask of an attention.
struct MaskStep {
  const char* name;         ///< of its step
  std::uint8_t masked_bit;  ///< the value of a masked cell: 0 where 1 = attend, else 1
};

/// The names of one attention's steps, of the steps q, k and v that it reads, and its axes.
struct AttentionNames {
  const char* scores;
  const char* masked_scores;
  const char* attention;
  const char* values;
  Name q;
  Name k;
  Name v;
  const char* scores_axes;
  const char* values_axes;
};

/// Records scores, masked_scores where the mask has been recorded, attention and values. Scores are divided by √d_k.
void record_attention(Recorder& r, const AttentionNames& names, const MaskStep& mask, Index d_k);

/// Records the attention of all heads, the merged heads and, where there is a w_0, the output.
void record_multi_head(Recorder& r, const MaskStep& mask);

}  // namespace headsup
