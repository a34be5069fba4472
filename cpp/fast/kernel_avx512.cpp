// The kernel in vectors of sixteen numbers, multiply and add in one, for x86 processors that have them; kernel.cpp asks
// whether this is one before it goes near.
#include "fast/kernel_loops.h"

namespace headsup {

extern const Kernel kAvx512Kernel;
const Kernel kAvx512Kernel = kLoops;

}  // namespace headsup
