#include "headsup/trace/trace.h"

#include <algorithm>
#include <string>

#include "headsup/tensor/refusal.h"

namespace headsup {

const Shape& Step::shape() const {
  return std::visit([](const auto& t) -> const Shape& { return t.shape; }, tensor);
}

double Step::at_offset(Index offset) const {
  const Index count = std::visit([](const auto& t) { return t.data.size(); }, tensor);
  if (offset >= count) refuse("bad-index", {{"field", "offset"}, {"got", offset}, {"wants", shape()}});
  return cell_at_offset(offset);
}

double Step::cell_at_offset(Index offset) const {
  return std::visit([offset](const auto& t) { return static_cast<double>(t.data[offset]); }, tensor);
}

bool Change::sets(Name step, const Shape& at) const {
  return name == step && std::equal(index.begin(), index.end(), at.begin(),
                                    [](const auto& place, Index i) { return !place || *place == i; });
}

const Step* Trace::find(Name name) const& {
  for (const Step& step : steps) {
    if (step.name == name) return &step;
  }
  return nullptr;
}

const Step& Trace::operator[](Name name) const& {
  const Step* step = find(name);
  if (step != nullptr) return *step;
  std::string known;
  for (const Step& each : steps) known.append(known.empty() ? "" : ", ").append(each.name);
  refuse("unknown-step", {{"got", name}, {"wants", known}});
}

}  // namespace headsup
