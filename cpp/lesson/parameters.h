#pragma once
// The parameters of a lesson: drawn from the seed as the notebooks draw them, or given.

#include "headsup/lesson/state_dict.h"
#include "lesson/drawn_parameters.h"
#include "lesson/recorder.h"

namespace headsup {

/// Records every parameter of the lesson. A given parameter replaces the drawn one, which is still
/// drawn, so that the parameters after it do not change. Refuses `unknown-weight` for a given name that the lesson does
/// not have, `contradiction` for one that is given twice, `missing` for a parameter that is not given although another of
/// its group is (the table; w_q and w_k; w_v and w_0; conv1 and conv2; the norms), and `shape-mismatch`.
void record_parameters(LessonRecorder& r, const StateDict& given, DrawnParameters& drawn);

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
