#pragma once
// What an explanation has to be.

#include <string>

#include "headsup/trace/explain.h"

namespace headsup::tests {

/// "scores(0, 1, 2, 3)".
std::string cell_name(Name name, const Shape& index);

/// Equal, NaN to NaN.
bool same(double a, double b);

/// What is wrong with an explanation of the cell of a step: "" where it is of this cell, its terms have their cells'
/// values, and they make the value again.
std::string wrong_with(const Trace& trace, const Step& step, const Shape& index, const Explanation& e);
/// The same, of the explanation that `explain` gives.
std::string wrong_with(const Trace& trace, const Step& step, const Shape& index);

}  // namespace headsup::tests
