#include "training/kernel.h"

namespace headsup::training {

#if defined(HEADSUP_X86_KERNELS)
extern const Kernel kAvx2Kernel;
#endif

namespace {

const Kernel& kernel() {
#if defined(HEADSUP_X86_KERNELS)
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  if (has_avx2) return kAvx2Kernel;
#endif
  return kPortableKernel;
}

}  // namespace

void multiply(const MatrixInPlace& a, const MatrixInPlace& b, const ProductResult& result) {
  kernel().multiply(a, b, result);
}

void exponentiate(float* x, Index count) {
  kernel().exponentiate(x, count);
}

}  // namespace headsup::training
