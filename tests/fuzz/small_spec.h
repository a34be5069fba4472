#pragma once
// Specs made of bytes: most are like those of the lessons, some have nonsense in a field.

#include "bytes.h"
#include "headsup/lesson/spec.h"

namespace headsup::fuzz {

Spec spec_from(Bytes& bytes);

/// Whether running it takes about a millisecond.
bool is_small(const Spec& spec);

}  // namespace headsup::fuzz
