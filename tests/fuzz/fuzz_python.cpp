// Runs arbitrary text as a program in Python: it ends, and an error has words.
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "headsup/python/run.h"

using namespace headsup::python;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view source(reinterpret_cast<const char*>(data), size);
  const Program program = run_python(source, {.operations = 50'000, .elements = 200'000, .depth = 60});
  if (program.error &&
      (program.error->type.empty() || (program.error->message.empty() && program.error->frames.empty()))) {
    std::fprintf(stderr, "an error without words\n");
    std::abort();
  }
  return 0;
}
