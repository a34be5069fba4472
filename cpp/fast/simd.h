#pragma once
// A vector of float32 as wide as the instruction set's, for the kernels only.
//
// Everything here has internal linkage, because the kernels' sources are compiled for different instruction sets: a linker
// that merged their functions could let AVX-512 code run on a processor without it.

#include <cstddef>
#include <cstdint>

#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#elif defined(__AVX512F__)
#include <immintrin.h>
#define HEADSUP_SIMD_AVX512
#elif defined(__AVX2__) && defined(__FMA__)
#include <immintrin.h>
#define HEADSUP_SIMD_AVX2
#endif

namespace headsup {
namespace {

// Internal linkage on purpose, see above.
// NOLINTBEGIN(misc-definitions-in-headers)

#if defined(HEADSUP_SIMD_AVX512)
constexpr std::size_t kVectorBytes = 64;
#elif defined(HEADSUP_SIMD_AVX2)
constexpr std::size_t kVectorBytes = 32;
#else
constexpr std::size_t kVectorBytes = 16;
#endif
/// Floats in a vector.
constexpr std::size_t kWidth = kVectorBytes / sizeof(float);

using Floats __attribute__((vector_size(kVectorBytes))) = float;
using Ints __attribute__((vector_size(kVectorBytes))) = std::int32_t;
/// Unsigned, so that shifting bits out is defined.
using Words __attribute__((vector_size(kVectorBytes))) = std::uint32_t;

inline Floats load(const float* from) {
  Floats v;
  __builtin_memcpy(&v, from, sizeof v);
  return v;
}

inline void store(float* to, Floats v) {
  __builtin_memcpy(to, &v, sizeof v);
}

/// Bit by bit: `a` where the mask is 1, `b` where it is 0.
inline Floats select(Ints mask, Floats a, Floats b) {
  return reinterpret_cast<Floats>((mask & reinterpret_cast<Ints>(a)) | (~mask & reinterpret_cast<Ints>(b)));
}

#if defined(__wasm_simd128__)
inline Floats splat(const float* from) {
  return reinterpret_cast<Floats>(wasm_v128_load32_splat(from));
}
/// The larger one; `a` where b is NaN.
inline Floats larger(Floats a, Floats b) {
  return reinterpret_cast<Floats>(wasm_f32x4_pmax(reinterpret_cast<v128_t>(a), reinterpret_cast<v128_t>(b)));
}
#elif defined(HEADSUP_SIMD_AVX512)
inline Floats splat(const float* from) {
  return _mm512_set1_ps(*from);
}
/// The larger one; `a` where b is NaN.
inline Floats larger(Floats a, Floats b) {
  return _mm512_max_ps(b, a);
}
#elif defined(HEADSUP_SIMD_AVX2)
inline Floats splat(const float* from) {
  return _mm256_broadcast_ss(from);
}
/// The larger one; `a` where b is NaN.
inline Floats larger(Floats a, Floats b) {
  return _mm256_max_ps(b, a);
}
#else
inline Floats splat(const float* from) {
  return Floats{*from, *from, *from, *from};
}
/// The larger one; `a` where b is NaN.
inline Floats larger(Floats a, Floats b) {
  return select(a < b, b, a);
}
#endif

inline Floats splat(float x) {
  return splat(&x);
}

/// sum + a · b, rounded once with fused multiply-add and twice without.
inline Floats add_product(Floats sum, Floats a, Floats b) {
#if defined(HEADSUP_SIMD_AVX512)
  return _mm512_fmadd_ps(a, b, sum);
#elif defined(HEADSUP_SIMD_AVX2)
  return _mm256_fmadd_ps(a, b, sum);
#else
  return sum + a * b;
#endif
}

/// kWidth bytes, each 0 or −1, as 32-bit integers.
inline Ints widened(const std::int8_t* bytes) {
#if defined(__wasm_simd128__)
  const v128_t low = wasm_i16x8_extend_low_i8x16(wasm_v128_load32_zero(bytes));
  return reinterpret_cast<Ints>(wasm_i32x4_extend_low_i16x8(low));
#elif defined(HEADSUP_SIMD_AVX512)
  __m128i narrow;
  __builtin_memcpy(&narrow, bytes, sizeof narrow);
  return reinterpret_cast<Ints>(_mm512_cvtepi8_epi32(narrow));
#else
  Ints wide;
  for (std::size_t i = 0; i < kWidth; ++i) wide[i] = bytes[i];
  return wide;
#endif
}

/// e^x for x ≤ 0 with a relative error below 2e-7; exactly 0 below −87, where float32 becomes denormal; NaN for NaN.
///
/// x = n ln 2 + r with |r| ≤ ln 2 / 2, and e^x = 2ⁿ e^r. Adding 1.5 · 2²³ + 127 rounds x / ln 2 to the whole number n and
/// leaves n + 127, the exponent bits of 2ⁿ, in the lowest bits. 2ⁿ is multiplied with e^r; adding n to the exponent bits of
/// e^r instead would carry a NaN's bits into its sign. Source of the polynomial: Cephes, expf.c.
inline Floats exp_of_negative(Floats x) {
  constexpr float kLog2E = 1.44269504088896341F;
  constexpr float kRounder = 12582912 + 127;
  // ln 2 in two parts; the first has so few bits that n times it is exact.
  constexpr float kLn2High = 0.693359375F;
  constexpr float kLn2Low = -2.12194440e-4F;
  constexpr float kP[] = {1.3981999507e-3F, 8.3334519073e-3F, 4.1665795894e-2F, 1.6666665459e-1F,
                          5.0000001201e-1F};
  const Floats shifted = add_product(splat(kRounder), x, splat(kLog2E));
  const Floats n = shifted - splat(kRounder);
  const Floats r = add_product(add_product(x, n, splat(-kLn2High)), n, splat(-kLn2Low));
  Floats y = splat(1.9875691500e-4F);
  for (const float coefficient : kP) y = add_product(splat(coefficient), y, r);
  y = add_product(r, y, r * r) + splat(1.0F);
  const Floats power = reinterpret_cast<Floats>(reinterpret_cast<Words>(shifted) << 23);
  return reinterpret_cast<Floats>(reinterpret_cast<Ints>(y * power) & ~(x < splat(-87.0F)));
}

// NOLINTEND(misc-definitions-in-headers)

}  // namespace
}  // namespace headsup
