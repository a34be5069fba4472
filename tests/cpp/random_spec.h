#pragma once
// Random lesson specs: small, of every lesson, with every option.

#include "dice.h"
#include "headsup/lesson/spec.h"

namespace headsup::tests {

/// The longest sequence of a random spec.
constexpr Index kMostTokens = 6;

/// A valid spec.
Spec random_spec(Dice& dice);

/// A valid spec without a token that is the padding id.
Spec random_spec_without_pad_id(Dice& dice);

/// A token of those specs other than `id`.
std::int32_t another_token(Dice& dice, std::int32_t id);

/// Gives one field a value that is mostly out of range or contradicts another field.
void break_field(Spec& spec, Dice& dice);

}  // namespace headsup::tests
