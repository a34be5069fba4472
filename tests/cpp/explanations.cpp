#include "explanations.h"
#include "recompute.h"

#include <cmath>

#include "compare.h"

namespace headsup::tests {

std::string cell_name(Name name, const Shape& index) {
  return std::string(name) + to_string(index);
}

bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

std::string wrong_with(const Trace& trace, const Step& step, const Shape& index, const Explanation& e) {
  const std::string cell = cell_name(step.name, index);
  if (e.name != step.name || e.index != index || e.op != trace.op_of(step))
    return cell + ": another cell is explained";
  if (!same(e.value, step.at(index))) return cell + ": the value is not the cell's";
  // A row of an embedding table whose id is not in the batch has a gradient of nothing.
  if (e.terms.empty() && !e.is_sum) return cell + ": no terms";
  for (const Term& term : e.terms) {
    const Step* from = trace.find(term.name);
    if (from != nullptr && !same(term.value, from->at(term.index))) {
      return cell + ": the term " + cell_name(term.name, term.index) + " has another value than its cell";
    }
  }
  if (!close(recompute(e), e.value)) {
    return cell + ": recomputed " + std::to_string(recompute(e)) + ", value " + std::to_string(e.value);
  }
  return "";
}

std::string wrong_with(const Trace& trace, const Step& step, const Shape& index, ReplayCache* replays) {
  return wrong_with(trace, step, index, explain(trace, step.name, index, replays));
}

}  // namespace headsup::tests
