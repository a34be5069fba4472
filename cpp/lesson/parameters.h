#pragma once
// The parameters of a lesson: drawn from the seed as the notebooks draw them, or given.

#include <optional>

#include "headsup/attention/multi_head.h"
#include "headsup/lesson/state_dict.h"
#include "lesson/drawn_parameters.h"
#include "lesson/recorder.h"

namespace headsup {

/// The parameters of a layer norm.
struct NormWeights {
  FloatTensor weight;  ///< (D)
  FloatTensor bias;    ///< (D)
};

/// All parameters of a lesson but the embedding table, which is read from its step. Absent where the spec has no such layer.
struct Parameters {
  MultiHeadWeights attention;
  std::optional<LinearWeights> conv1;  ///< weight (F, D, 1)
  std::optional<LinearWeights> conv2;  ///< weight (D, F, 1)
  std::optional<NormWeights> norm_1;
  std::optional<NormWeights> norm_2;
};

/// Records every parameter of the lesson and returns them. A given parameter replaces the drawn one, which is still
/// drawn, so that the parameters after it do not change. Refuses `unknown-weight` for a given name that the lesson does
/// not have, `contradiction` for one that is given twice, `missing` for a parameter that is not given although another of
/// its group is (the table; w_q and w_k; w_v and w_0; conv1 and conv2; the norms), and `shape-mismatch`.
Parameters record_parameters(Recorder& r, const StateDict& given, DrawnParameters& drawn);

constexpr const char* kTable = "embedding.weight";

/// The names of a layer's parameters, as steps.
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
