#pragma once
// Sine and cosine of the angles of Box–Muller, which lie in [0, 2π]. The C library's take any angle, for
// which they carry 6 kB of tables and code; these few lines are also the same on every machine.

namespace headsup {

struct SineCosine {
  double sine;
  double cosine;
};

/// Of an angle from 0 to 2π, each to within 3e-16.
SineCosine sine_cosine(double angle);

}  // namespace headsup
