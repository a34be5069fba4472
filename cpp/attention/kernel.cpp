#include "attention/kernel.h"

namespace headsup {

#if defined(HEADSUP_HAS_AVX2)
extern const Kernel kAvx2Kernel;

const Kernel& kernel() {
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  return has_avx2 ? kAvx2Kernel : kPortableKernel;
}
#else
const Kernel& kernel() {
  return kPortableKernel;
}
#endif

}  // namespace headsup
