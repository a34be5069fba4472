#pragma once
// The table of all operations.

#include "operations/families.h"

namespace headsup {

/// Every operation, family by family.
std::vector<const Operation*> all_operations();

/// The operation of this name, or null.
const Operation* find_operation(Name name);

}  // namespace headsup
