// How the modules refuse: they throw an error of JavaScript's. It unwinds out of the core, running destructors, as a C++ exception
// would, but needs none of the 3 kB that C++ has for throwing and catching its own.
#include <cstdlib>
#include <new>

#include "bindings/values.h"
#include "tensor/throw.h"

// values.js
extern "C" {
[[noreturn]] void heads_up_refuse(const char* code, headsup::bindings::Value message,
                                  headsup::bindings::Value details);
}

namespace headsup {

void throw_refusal(ErrorCode code, const std::string& message, std::vector<Detail> details) {
  const bindings::Value facts = bindings::new_object();
  for (const auto& [name, value] : details) bindings::set(facts, name, std::string_view(value));
  heads_up_refuse(to_string(code), bindings::to_js(message), facts);
}

}  // namespace headsup

/// Every allocation that may fail is one of these, Eigen's too.
void* operator new(std::size_t size) {
  void* memory = std::malloc(size);
  if (memory != nullptr) return memory;
  using namespace headsup::bindings;
  heads_up_refuse("out-of-memory", to_js("memory: the module cannot hold this, wants smaller sizes"),
                  new_object());
}

void operator delete(void* memory) noexcept {
  std::free(memory);
}

/// A bug is a trap. Emscripten's abort would take it for a start that failed.
extern "C" void abort() {
  __builtin_trap();
}
