// The kernel in vectors of eight floats with fused multiply-add, for x86 processors since 2013. Call it only after
// kernel.cpp has asked the processor.
#include "fast/kernel_loops.h"

namespace headsup {

extern const Kernel kAvx2Kernel;
const Kernel kAvx2Kernel = kernel_of_these_loops("AVX2");

}  // namespace headsup
