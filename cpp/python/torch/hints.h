#pragma once
// What a program does wrong without an error: rules on the graph of what ran, never on the text.

#include <vector>

#include "headsup/python/run.h"

namespace headsup::python {

/// The hints of a trace, in the order of the steps that they are about; each rule once a place in the program. A rule that
/// cannot be sure is silent.
std::vector<Hint> hints_of(const Trace& trace, const std::vector<StepSource>& sources);

}  // namespace headsup::python
