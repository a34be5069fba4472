#pragma once
// Recomputes a value from its explanation alone, by the table of headsup/graph/explain.h.

#include "headsup/graph/explain.h"

namespace headsup::tests {

/// The value that the terms give, in float64; of the lessons' operations.
double recompute(const Explanation& explanation);

}  // namespace headsup::tests
