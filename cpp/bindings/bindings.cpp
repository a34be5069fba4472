// What the module offers to JavaScript. web/src/module gives it its types.
//
// Four exports are all: memory for arguments, the call of a function by its place (at place 0 the names of all), why it was
// refused where it ends in a trap, and where an engine's own tile goes.
#include <emscripten/emscripten.h>

#include <array>

#include "bindings/bind.h"
#include "fast/kernel.h"

namespace headsup::bindings {
namespace {

struct Bound {
  const char* name;
  Function function;
};

std::array<Bound, 32> bound;
Index count = 0;

void js_functions(const Arguments&, Answer& out) {
  out.open('[');
  for (Index i = 0; i < count; ++i) out.text(bound[i].name);
  out.close(']');
}

/// Holds the place in the table of functions that JavaScript gives to the engine's tile.
void tile(const float*, const float*, const float*, const float*, Index, float*, Index) {}

}  // namespace

void bind(const char* name, Function function) {
  bound[count++] = {name, function};
}

}  // namespace headsup::bindings

using namespace headsup::bindings;

extern "C" {

EMSCRIPTEN_KEEPALIVE std::uintptr_t heads_up_allocate(std::size_t bytes) {
  return allocate(bytes);
}

EMSCRIPTEN_KEEPALIVE std::uintptr_t heads_up_call(std::size_t place) {
  if (count == 0) {
    bind("functions", js_functions);
    bind_tensor_ops();
    bind_multi_head();
    bind_lesson();
  }
  return call(bound[place].function);
}

EMSCRIPTEN_KEEPALIVE std::uintptr_t heads_up_refusal() {
  return refusal();
}

EMSCRIPTEN_KEEPALIVE headsup::FusedTile heads_up_tile() {
  headsup::use_tile(tile);
  return tile;
}
}
