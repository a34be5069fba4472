// Alone in its file, so that a program that defines `raise` itself links none of this.
#include <utility>

#include "headsup/tensor/refusal.h"

namespace headsup {

void raise(Refusal refusal) {
  throw Refusal(std::move(refusal));
}

}  // namespace headsup
