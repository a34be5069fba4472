#pragma once
// Specs out of bytes: most of them near those that a lesson has, some with nonsense in any field.

#include "bytes.h"
#include "headsup/lesson/spec.h"

namespace headsup::fuzz {

Spec spec_from(Bytes& bytes);

/// Whether running it takes about a millisecond.
bool is_small(const Spec& spec);

}  // namespace headsup::fuzz
