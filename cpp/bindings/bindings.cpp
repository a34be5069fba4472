// What the module offers to JavaScript. web/src/module gives it its types.
#include "bindings/bind.h"

EMSCRIPTEN_BINDINGS(heads_up) {
  emscripten::function("allocate", &headsup::bindings::allocate);
  headsup::bindings::bind_tensor_ops();
  headsup::bindings::bind_multi_head();
  headsup::bindings::bind_lesson();
}
