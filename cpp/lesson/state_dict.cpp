#include "headsup/lesson/state_dict.h"

#include <algorithm>

#include "headsup/attention/multi_head.h"
#include "headsup/lesson/run.h"
#include "headsup/tensor/refusal.h"

namespace headsup {
namespace {

LinearWeights linear_of(const StateDict& weights, const std::string& layer) {
  LinearWeights linear{weights.at(layer + ".weight"), std::nullopt};
  if (const Tensor* bias = weights.find(layer + ".bias")) linear.bias = *bias;
  return linear;
}

}  // namespace

const Tensor* StateDict::find(std::string_view name) const& {
  const auto found = std::find_if(begin(), end(), [&](const NamedTensor& each) { return each.name == name; });
  return found == end() ? nullptr : &found->tensor;
}

Tensor StateDict::at(std::string_view name) const {
  if (const Tensor* found = find(name)) return *found;
  std::string names;
  for (const NamedTensor& each : *this) names += (names.empty() ? "one of " : ", ") + each.name;
  refuse(ErrorCode::missing,
         {{"field", name}, {"wants", names.empty() ? "parameters, but has none" : names}});
}

StateDict state_dict(const Trace& trace) {
  StateDict result;
  for (const Step& step : trace.steps) {
    if (!step.name.ends_with(".weight") && !step.name.ends_with(".bias")) continue;
    result.push_back({.name = step.name, .tensor = step.tensor});
  }
  return result;
}

MultiHeadWeights multi_head_weights(const StateDict& weights) {
  MultiHeadWeights made = {.w_q = linear_of(weights, "w_q"),
                           .w_k = linear_of(weights, "w_k"),
                           .w_v = linear_of(weights, "w_v"),
                           .w_0 = std::nullopt};
  if (weights.contains("w_0.weight")) made.w_0 = linear_of(weights, "w_0");
  return made;
}

}  // namespace headsup
