// The kernel in vectors of eight numbers, multiply and add in one. Compiled for x86 processors since 2013; kernel.cpp
// asks whether this is one before it goes near.
#include "fast/kernel_loops.h"

namespace headsup {

extern const Kernel kAvx2Kernel;
const Kernel kAvx2Kernel = kLoops;

}  // namespace headsup
