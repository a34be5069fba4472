// The kernel in vectors of four floats: WebAssembly, SSE2 and NEON.
#include "fast/kernel_loops.h"

namespace headsup {

const Kernel kPortableKernel = kernel_of_these_loops("portable");

}  // namespace headsup
