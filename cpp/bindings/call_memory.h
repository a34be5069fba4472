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

class CallMemory {
 public:
  /// The call begins.
  CallMemory();
  /// The call is over; what it has allocated and not freed stays.
  ~CallMemory();
  CallMemory(const CallMemory&) = delete;
  CallMemory& operator=(const CallMemory&) = delete;

  /// Frees what has been allocated since the call began. Nothing that uses it may run afterwards, a
  /// destructor neither.
  void release();

 private:
  Allocation beginning_;
};

/// Ends the call under way, because memory is used up.
[[noreturn]] void give_up();

}  // namespace headsup::bindings
