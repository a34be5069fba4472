#pragma once
// Random lesson specs: small, of every lesson, with every switch.

#include "dice.h"
#include "headsup/lesson/spec.h"

namespace headsup::tests {

/// No sequence of a random spec is longer.
constexpr Index kMostTokens = 6;

/// A spec that runs.
Spec random_spec(Dice& dice);

/// A spec that runs, with no token that could be mistaken for padding.
Spec random_spec_without_pad_id(Dice& dice);

/// A token of those specs other than `id`.
std::int32_t another_token(Dice& dice, std::int32_t id);

/// Makes one field wrong, or makes it clash with another; some specs run all the same.
void break_field(Spec& spec, Dice& dice);

}  // namespace headsup::tests
