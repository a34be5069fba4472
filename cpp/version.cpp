#include "headsup/version.h"

namespace headsup {

const char* version() {
  return HEADSUP_VERSION;
}

}  // namespace headsup
