#pragma once
// The memory of one call. To be small, the module is compiled without exceptions (see call.cpp): where a call is refused,
// no destructor runs, and whatever its frames held would be lost. So the module's operator new keeps a list of
// everything that is allocated, and a refused call gives back what it has added to it.

#include <cstddef>

namespace headsup::bindings {

/// An allocation's neighbours in the list, newest first. It stands before the bytes that operator new
/// returns.
struct alignas(std::max_align_t) Allocation {
  Allocation* newer;
  Allocation* older;
};

/// A call begins.
void begin_call_memory();
/// The call is over; what it has allocated and not freed stays.
void keep_call_memory();
/// The call is refused: frees what has been allocated since it began. Nothing that uses it may run afterwards, a
/// destructor neither.
void release_call_memory();

/// Ends the call under way, because memory is used up.
[[noreturn]] void give_up();

}  // namespace headsup::bindings
