#include "training/kernel.h"

namespace headsup::training {

extern const Kernel kPortableKernel;

#if defined(HEADSUP_X86_KERNELS)
extern const Kernel kAvx2Kernel;

namespace {

const Kernel& kernel() {
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  return has_avx2 ? kAvx2Kernel : kPortableKernel;
}

}  // namespace
#else
namespace {

const Kernel& kernel() {
  return kPortableKernel;
}

}  // namespace
#endif

void multiply(const MatrixInPlace& a, const MatrixInPlace& b, const ProductResult& result) {
  kernel().multiply(a, b, result);
}

void exponentiate(float* x, Index count) {
  kernel().exponentiate(x, count);
}

}  // namespace headsup::training
