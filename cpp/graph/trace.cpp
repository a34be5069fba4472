#include "headsup/graph/trace.h"

#include <algorithm>
#include <string>

#include "headsup/tensor/refusal.h"
#include "operations/operation.h"

namespace headsup {

const char* Step::op() const {
  return operation->name;
}

bool Change::sets(Name step, const Shape& at) const {
  return name == step && std::equal(index.begin(), index.end(), at.begin(),
                                    [](const auto& place, Index i) { return !place || *place == i; });
}

std::string Trace::op_of(const Step& step) const {
  if (step.contributions.empty()) return step.op();
  const auto through = [&](const Contribution& way) { return steps[way.step].operation; };
  const Operation* first = through(step.contributions[0]);
  const bool is_one = std::all_of(step.contributions.begin(), step.contributions.end(),
                                  [&](const Contribution& way) { return through(way) == first; });
  return std::string("grad_") + (is_one ? first->name : "sum");
}

Names Trace::inputs_of(const Step& step) const {
  Names names;
  for (const Index input : step.inputs) names.emplace_back(steps[input].name);
  return names;
}

std::vector<Tensor> Trace::operands_of(const Step& step) const {
  std::vector<Tensor> operands;
  operands.reserve(step.inputs.size());
  for (const Index input : step.inputs) operands.push_back(steps[input].tensor);
  return operands;
}

Index Trace::place_of(Name name) const {
  const auto found =
      std::find_if(steps.begin(), steps.end(), [&](const Step& step) { return step.name == name; });
  return static_cast<Index>(found - steps.begin());
}

const Step* Trace::find(Name name) const& {
  const Index place = place_of(name);
  return place < steps.size() ? &steps[place] : nullptr;
}

const Step& Trace::operator[](Name name) const& {
  const Step* step = find(name);
  if (step != nullptr) return *step;
  std::string known;
  for (const Step& each : steps) known.append(known.empty() ? "" : ", ").append(each.name);
  refuse(ErrorCode::unknown_step, {{"got", name}, {"wants", known}});
}

}  // namespace headsup
