#include "fast/kernel.h"

namespace headsup {

#if defined(HEADSUP_X86_KERNELS)
extern const Kernel kAvx512Kernel;
extern const Kernel kAvx2Kernel;

std::vector<const Kernel*> kernels() {
  std::vector<const Kernel*> all;
  if (__builtin_cpu_supports("avx512f") != 0) all.push_back(&kAvx512Kernel);
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0) all.push_back(&kAvx2Kernel);
  all.push_back(&kPortableKernel);
  return all;
}

const Kernel& kernel() {
  static const Kernel& fastest = *kernels().front();
  return fastest;
}
#else
namespace {

/// The portable one with an engine's tile; it counts where it has one.
Kernel fused;

}  // namespace

void use_tile(FusedTile tile) {
  fused = with_tile(tile);
}

std::vector<const Kernel*> kernels() {
  if (fused.tile == nullptr) return {&kPortableKernel};
  return {&fused, &kPortableKernel};
}

const Kernel& kernel() {
  return fused.tile == nullptr ? kPortableKernel : fused;
}
#endif

Kernel with_tile(FusedTile tile) {
  Kernel kernel = kPortableKernel;
  kernel.fused = true;
  kernel.tile = tile;
  return kernel;
}

}  // namespace headsup
