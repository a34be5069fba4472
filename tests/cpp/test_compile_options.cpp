// The options that the core and its kernels are compiled with in this build.
#include <string>

#include "catch.h"

TEST_CASE("this build neither reorders sums nor optimises the kernels for size") {
  const auto has = [](const std::string& options, const char* option) {
    return options.find(option) != std::string::npos;
  };
  for (const char* unsafe :
       {"-ffast-math", "-Ofast", "-funsafe-math", "-ffinite-math-only", "-fassociative-math",
        "-freciprocal-math", "-fno-signed-zeros", "-ffp-contract=fast", "-ffp-model=fast", "-fapprox-func"}) {
    CAPTURE(unsafe);
    CHECK_FALSE(has(HEADSUP_CORE_OPTIONS, unsafe));
    CHECK_FALSE(has(HEADSUP_KERNEL_OPTIONS, unsafe));
  }
  CHECK(has(HEADSUP_CORE_OPTIONS, "-ffp-contract=off"));
  CHECK(has(HEADSUP_KERNEL_OPTIONS, "-ffp-contract=off"));
  // A matrix product of small code is many times slower.
  CHECK_FALSE(has(HEADSUP_KERNEL_OPTIONS, "-Os"));
  CHECK_FALSE(has(HEADSUP_KERNEL_OPTIONS, "-Oz"));
}
