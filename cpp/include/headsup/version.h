#pragma once
// The version of these headers, and of the library that a program is linked with.

/// Of the headers, "major.minor.patch". CMakeLists.txt reads it here.
#define HEADSUP_VERSION "0.1.0"

namespace headsup {

/// HEADSUP_VERSION as the library was built with it. Before 1.0 it should be the headers'.
const char* version();

}  // namespace headsup
