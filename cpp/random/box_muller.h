#pragma once
// Box–Muller as PyTorch's kernel does it on x86-64 processors with AVX2, to the bit.
//
// The kernel takes logarithm, sine and cosine from float32 polynomials (those of Moshier's Cephes library), and its
// compiler has fused every product with the sum behind it. More exact functions give numbers that differ in the last
// bits, and large scores make tenths of a thousandth of them. Source: aten/src/ATen/native/cpu/avx_mathfun.h and
// normal_fill_16_AVX2 in DistributionTemplates.h; docs/numbers.md.

#include <cstddef>

namespace headsup {

/// How many numbers are made at once.
constexpr std::size_t kNormalBlock = 16;

/// 16 uniforms in [0, 1) become 16 numbers of the standard normal distribution, in place: numbers j and j + 8 are
/// radius · cos and radius · sin of uniforms j (radius) and j + 8 (angle).
void box_muller(float* block);

}  // namespace headsup
