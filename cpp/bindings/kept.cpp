// The memory of the module as a whole.
#include "bindings/kept.h"

#include "bindings/calls.h"

// Emscripten's allocator.
extern "C" {
std::size_t emmalloc_dynamic_heap_size();
std::size_t emmalloc_free_dynamic_memory();
}

namespace headsup::bindings {

Value dispose() {
  KeptList::clear_all();
  return Value::undefined();
}

Value memory() {
  constexpr Index kPage = 65536;
  const Value result = new_object();
  set(result, "used", emmalloc_dynamic_heap_size() - emmalloc_free_dynamic_memory());
  set(result, "reserved", kPage * __builtin_wasm_memory_size(0));
  return result;
}

}  // namespace headsup::bindings
