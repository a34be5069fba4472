#pragma once
// A small decoder language model, recorded: blocks with a norm before attention and before the feed-forward layer, residual sums,
// a last norm and a head.

#include <optional>

#include "graph/recorder.h"
#include "headsup/attention/elementwise.h"
#include "headsup/random/generator.h"

namespace headsup::nn {

/// The model. Its parameters are recorded before: "embedding.weight"; of each block norm_1, w_q, w_k, w_v, w_0, norm_2, ff_1, ff_2,
/// after "blocks.0."; norm, head. A tied head's weight is embedding.weight.
struct Decoder {
  Index num_heads;
  Index layers;
  Activation activation;
  bool tied_head;
  double dropout;                   ///< p; 0: none
  std::optional<double> mask_fill;  ///< the score of a later key; none: no mask

  /// Records everything from the positions on; returns "logits" (B, L, V). `ids` is (B, L). Dropout draws from the generator.
  Index forward(Recorder& r, Index ids, Generator& generator) const;
};

}  // namespace headsup::nn
