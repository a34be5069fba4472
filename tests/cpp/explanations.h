#pragma once
// Checking explanations.

#include <string>

#include "headsup/graph/explain.h"

namespace headsup::tests {

/// "scores(0, 1, 2, 3)".
std::string cell_name(Name name, const Shape& index);

/// Equal, or both NaN.
bool same(double a, double b);

/// What is wrong with an explanation, or "". It must be of this cell of this step, its terms must have their cells'
/// values, and recomputing it must give its value.
std::string wrong_with(const Trace& trace, const Step& step, const Shape& index, const Explanation& e);
/// What is wrong with the explanation that `explain` gives, or "".
std::string wrong_with(const Trace& trace, const Step& step, const Shape& index,
                       ReplayCache* replays = nullptr);

}  // namespace headsup::tests
