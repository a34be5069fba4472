#pragma once
// Recording the steps that several lessons share: batches, projections, heads, attention.

#include "lesson/parameters.h"
#include "lesson/recorder.h"

namespace headsup {

/// Records `ids` and `embedding` of the spec's sequences; the table has been recorded.
void record_source(Recorder& r);
/// Records `target_ids` and `target_embedding`.
void record_target(Recorder& r, const Sequences& target);

/// Records the step `name` that a layer, `op::linear` or `op::conv1d`, makes from the step `x`, and returns its name.
Name record_layer(Recorder& r, Name name, const Operation& operation, Name x, const LayerNames& layer,
                  Name axes, Attributes attributes = {});

/// Records q, k and v, made from the steps `query` and `key`, and their split into heads.
void record_heads(Recorder& r, Name query, Name key);

/// The mask of an attention.
struct MaskStep {
  Name name;          ///< of its step
  double masked_bit;  ///< the value of a masked cell: 0 where 1 = attend, else 1
};

/// The names of one attention's steps, of the steps q, k and v that it reads, and its axes.
struct AttentionNames {
  Name scores;
  Name masked_scores;
  Name attention;
  Name values;
  Name q;
  Name k;
  Name v;
  Name scores_axes;
  Name values_axes;
};

/// Records scores, masked_scores where the mask has been recorded, attention and values. Scores are divided by √d_k.
void record_attention(Recorder& r, const AttentionNames& names, const MaskStep& mask, Index d_k);

/// Records the attention of all heads, the merged heads and, where there is a w_0, the output.
void record_multi_head(Recorder& r, const MaskStep& mask);

/// A shape, or a number, as an attribute.
/// @{
inline std::vector<std::int64_t> sizes(const Shape& shape) {
  return {shape.begin(), shape.end()};
}
inline double number(Index count) {
  return static_cast<double>(count);
}
/// @}

}  // namespace headsup
