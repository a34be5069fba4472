#pragma once
// How a function of ours becomes one of JavaScript's. Every one takes the arguments that JavaScript has written into
// `allocate`d memory and gives the address of its answer, which lives until the next call; what it refuses is the
// answer then.

#include "bindings/answer.h"
#include "bindings/arguments.h"

namespace headsup::bindings {

/// A function that changes what outlives the call (a kept trace, a layer) does so last: nothing may be
/// refused after.
using Function = void (*)(const Arguments& in, Answer& out);

/// Memory for the next call's arguments; 0 where there is none.
std::uintptr_t allocate(std::size_t bytes);

/// The address of a Handed; ends in a trap where the call is refused.
std::uintptr_t call(Function function);

/// After a trap, and before anything else is called: the address of the refusal as a Handed, or 0 where the trap was none.
std::uintptr_t refusal();

/// Lets JavaScript call a function by this name, a literal.
void bind(const char* name, Function function);

// One function a file of bindings; bindings.cpp is the table of contents.
void bind_tensor_ops();
void bind_multi_head();
void bind_lesson();

}  // namespace headsup::bindings
