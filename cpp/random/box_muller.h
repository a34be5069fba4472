#pragma once
// Box–Muller with the same bits as PyTorch's kernel for x86-64 processors with AVX2.
//
// The kernel computes logarithm, sine and cosine by float32 polynomials (those of Moshier's Cephes library), in which its
// compiler has contracted every product and sum to a fused multiply-add. More exact functions would give numbers that
// differ in the last bits, which become differences of 1e-4 in large scores. Source: aten/src/ATen/native/cpu/avx_mathfun.h and
// normal_fill_16_AVX2 in DistributionTemplates.h; docs/numbers.md.

#include <cstddef>
#include <span>

namespace headsup {

/// How many numbers are made at once.
constexpr std::size_t kNormalBlock = 16;

/// 16 uniforms in [0, 1) become 16 numbers of the standard normal distribution, in place: numbers j and j + 8 are
/// radius · cos and radius · sin of uniforms j (radius) and j + 8 (angle).
void box_muller(std::span<float, kNormalBlock> block);

}  // namespace headsup
