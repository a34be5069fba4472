// The kernel in vectors of sixteen floats with fused multiply-add, for x86 processors with AVX-512. Call it only after
// kernel.cpp has asked the processor.
#include "fast/kernel_loops.h"

namespace headsup {

extern const Kernel kAvx512Kernel;
const Kernel kAvx512Kernel = kernel_of_these_loops("AVX-512");

}  // namespace headsup
