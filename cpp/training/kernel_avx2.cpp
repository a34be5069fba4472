// Training's loops in vectors of eight floats with fused multiply-add, for x86 processors since 2013. Call them only after
// kernel.cpp has asked the processor.
#include "training/kernel_loops.h"

namespace headsup::training {

extern const Kernel kAvx2Kernel;
const Kernel kAvx2Kernel = kKernelOfTheseLoops;

}  // namespace headsup::training
