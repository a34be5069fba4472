#pragma once
// How a function of ours becomes one of JavaScript's. Every one takes an object of arguments and gives an
// answer; what it refuses becomes the answer, because a C++ exception would reach JavaScript as a bare
// pointer.

#include <emscripten/bind.h>

#include "bindings/answer.h"
#include "bindings/arguments.h"

namespace headsup::bindings {

/// A function that changes what outlives the call (a kept trace, a layer) does so last: nothing may be
/// refused after.
using Function = void (*)(const Arguments& in, Answer& out);

emscripten::val call(Function function, const emscripten::val& arguments);

template <Function function>
emscripten::val called(emscripten::val arguments) {
  return call(function, arguments);
}

template <Function function>
void bind(const char* name) {
  emscripten::function(name, &called<function>);
}

// One function a file of bindings; bindings.cpp is the table of contents.
void bind_tensor_ops();
void bind_multi_head();
void bind_lesson();

}  // namespace headsup::bindings
