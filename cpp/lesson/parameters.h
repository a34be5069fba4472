#pragma once
// The parameters of a lesson: drawn from the seed as the notebooks draw them, or given.

#include <optional>

#include "headsup/attention/multi_head.h"
#include "headsup/lesson/state_dict.h"
#include "lesson/recorder.h"

namespace headsup {

/// weight (D) and bias (D) of a layer norm.
struct NormWeights {
  FloatTensor weight;
  FloatTensor bias;
};

/// All but the embedding table, which is read where it is recorded.
struct Parameters {
  MultiHeadWeights attention;
  // Where the spec has them.
  std::optional<LinearWeights> conv1;  ///< weight (F, D, 1)
  std::optional<LinearWeights> conv2;  ///< weight (D, F, 1)
  std::optional<NormWeights> norm_1;
  std::optional<NormWeights> norm_2;
};

/// Records every parameter of the lesson and returns them. Draws go on as if none were given, so that giving one
/// changes no other. Refuses `unknown-weight` for a given name that the lesson does not have, `missing` for a
/// parameter that is not given although another of its group is (the table; w_q … w_0; conv1 and conv2; the norms),
/// and `shape-mismatch`.
Parameters record_parameters(Recorder& r, const StateDict& given);

/// A number that stays the same from run to run for as long as every drawn parameter does: its name, shape and draws.
Index latest_drawing();

/// Forgets what was drawn since this drawing was the latest one: for whoever takes back the memory of a run that was refused.
void forget_drawings_after(Index drawing);

/// What the embedding table is called.
constexpr const char* kTable = "embedding.weight";

/// What a linear layer's parameters are called, for the steps that read them.
struct LayerNames {
  const char* weight;
  const char* bias;
};
constexpr LayerNames kQ = {"w_q.weight", "w_q.bias"};
constexpr LayerNames kK = {"w_k.weight", "w_k.bias"};
constexpr LayerNames kV = {"w_v.weight", "w_v.bias"};
constexpr LayerNames k0 = {"w_0.weight", "w_0.bias"};
constexpr LayerNames kConv1 = {"conv1.weight", "conv1.bias"};
constexpr LayerNames kConv2 = {"conv2.weight", "conv2.bias"};
constexpr LayerNames kNorm1 = {"norm_1.weight", "norm_1.bias"};
constexpr LayerNames kNorm2 = {"norm_2.weight", "norm_2.bias"};

}  // namespace headsup
