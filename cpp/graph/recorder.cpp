#include "graph/recorder.h"

#include <algorithm>

namespace headsup {

Index Recorder::run(std::string name, const Operation& operation, std::vector<Index> inputs, Name axes,
                    Attributes attributes) {
  Step step{.name = std::move(name), .operation = &operation, .inputs = std::move(inputs)};
  step.tensor = compute(operation, trace_.operands_of(step), attributes);
  step.attributes = std::move(attributes);
  return add(std::move(step), axes);
}

Index Recorder::record(std::string name, const Operation& operation, Name axes, Tensor tensor,
                       Attributes attributes) {
  Step step{.name = std::move(name), .operation = &operation};
  step.attributes = std::move(attributes);
  step.tensor = std::move(tensor);
  return add(std::move(step), axes);
}

Index Recorder::add(Step step, Name axes) {
  while (!axes.empty()) {
    const Name axis = axes.substr(0, axes.find(' '));
    axes.remove_prefix(std::min(axes.size(), axis.size() + 1));
    const auto found =
        std::find_if(letters_.begin(), letters_.end(), [&](const auto& pair) { return pair.first == axis; });
    step.axes.push_back(found == letters_.end() ? axis : found->second);
  }
  finish(step);
  trace_.steps.push_back(std::move(step));
  return trace_.steps.size() - 1;
}

}  // namespace headsup
