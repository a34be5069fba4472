#include "fast/kernel.h"

namespace headsup {

#if defined(HEADSUP_X86_KERNELS)
extern const Kernel kAvx512Kernel;
extern const Kernel kAvx2Kernel;

std::vector<const Kernel*> kernels() {
  std::vector<const Kernel*> runnable;
  if (__builtin_cpu_supports("avx512f") != 0) runnable.push_back(&kAvx512Kernel);
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0) {
    runnable.push_back(&kAvx2Kernel);
  }
  runnable.push_back(&kPortableKernel);
  return runnable;
}

const Kernel& kernel() {
  static const Kernel& fastest = *kernels().front();
  return fastest;
}
#else
namespace {

/// The portable kernel with use_tile's tile; unused if there is none. Another file's initialiser calls use_tile, so this must not
/// be initialised after it.
constinit Kernel tiled{};

}  // namespace

void use_tile(FusedTile tile) {
  tiled = with_tile("portable, tile of the engine", tile);
}

const Kernel& kernel() {
  return tiled.fused_tile == nullptr ? kPortableKernel : tiled;
}

std::vector<const Kernel*> kernels() {
  if (tiled.fused_tile == nullptr) return {&kPortableKernel};
  return {&tiled, &kPortableKernel};
}
#endif

Kernel with_tile(const char* name, FusedTile tile) {
  Kernel kernel = kPortableKernel;
  kernel.name = name;
  kernel.fused_tile = tile;
  return kernel;
}

}  // namespace headsup
