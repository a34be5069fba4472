#pragma once
// What softmax and cross-entropy are made of.

#include "operations/axes.h"

namespace headsup {

/// The powers of a row of at least one number. Subtracting the maximum changes no share and keeps e^x from overflowing. A row of
/// equal numbers has equal powers, however low; a row of −∞ alone, or with a NaN, is NaN.
struct Powers {
  explicit Powers(const Row& x);

  double maximum;
  Row shifted;  ///< x − maximum
  Row powers;   ///< e^shifted
  double sum;   ///< Σ powers
};

}  // namespace headsup
