#pragma once
// Specs made from bytes: most resemble those of the lessons, some have nonsense in a field.

#include "bytes.h"
#include "headsup/lesson/spec.h"

namespace headsup::fuzz {

Spec spec_from(Bytes& bytes);

/// Whether running the spec takes about a millisecond.
bool is_small(const Spec& spec);

}  // namespace headsup::fuzz
