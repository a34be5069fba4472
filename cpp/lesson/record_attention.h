#pragma once
// The steps that several lessons share: batches, projections, heads, attention.

#include "headsup/attention/multi_head.h"
#include "lesson/parameters.h"
#include "lesson/recorder.h"

namespace headsup {

/// A padded batch and its embedding.
struct Embedded {
  IntTensor ids;
  FloatTensor embedding;
};

/// Records `ids` and `embedding` of the spec's sequences; the table has been recorded.
Embedded record_source(Recorder& r);
/// Records `target_ids` and `target_embedding`.
Embedded record_target(Recorder& r, const Sequences& target);

/// The step of a linear layer or a convolution: y from the step x and the layer's parameters.
void record_layer(Recorder& r, const char* name, Op op, Name x, const LayerNames& layer, const char* axes,
                  const FloatTensor& y);

/// q, k and v from the steps that the queries and the keys come from, and their way into heads.
void record_projections(Recorder& r, const MultiHead& m, Name query, Name key);

/// A mask's step, and which of its bits masks.
struct MaskStep {
  const char* name;
  std::uint8_t masked_bit;
};

/// What the steps of one attention are called and what they are made from.
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

/// scores, masked_scores where there is a mask, attention and values.
void record_attention(Recorder& r, const Attention& a, const AttentionNames& names, const MaskStep& mask,
                      Index d_k);

/// The attention of all heads, and the heads put back together and through w_0.
void record_multi_head(Recorder& r, const MultiHead& m, const MaskStep& mask);

}  // namespace headsup
