// The one place of the module where an exception is caught.
#include <new>

#include "attention/refusal.h"
#include "bindings/bind.h"
#include "bindings/call_memory.h"

namespace headsup::bindings {
namespace {

/// Whether the call went through; a refusal is the answer then.
bool answered(Function function, const Arguments& in, Answer& out) {
  try {
    function(in, out);
    return true;
  } catch (const Refusal& refusal) {
    out.refusal(refusal.code(), refusal.what(), refusal.details());
  } catch (const std::bad_alloc&) {
    out.refusal("out-of-memory", "memory: the module cannot hold this, wants smaller sizes", {});
  }
  return false;
}

}  // namespace

emscripten::val call(Function function, const emscripten::val& arguments) {
  CallMemory memory;
  bool went_through = false;
  emscripten::val result = [&] {
    Answer answer;
    went_through = answered(function, Arguments(arguments), answer);
    return answer.to_js();
  }();
  if (!went_through) memory.release();
  return result;
}

}  // namespace headsup::bindings
