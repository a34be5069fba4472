// Training's loops in vectors of four floats: WebAssembly, SSE2 and NEON.
#include "training/kernel_loops.h"

namespace headsup::training {

const Kernel kPortableKernel = kKernelOfTheseLoops;

}  // namespace headsup::training
