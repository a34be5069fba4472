// The kernel in vectors of four numbers: WebAssembly's, SSE2's and NEON's.
#include "fast/kernel_loops.h"

namespace headsup {

const Kernel kPortableKernel = kLoops;

}  // namespace headsup
