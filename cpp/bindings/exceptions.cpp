// How a C++ exception becomes a HeadsUpError. It unwinds out of the module, running destructors; JavaScript
// (refusals.js) catches it and calls describe_exception to learn what it was.
#include <new>
#include <stdexcept>

#include "bindings/calls.h"
#include "headsup/tensor/refusal.h"

extern "C" void heads_up_rethrow();  // values.js

namespace headsup::bindings {
namespace {

val described(const char* code, const char* message, const std::vector<Detail>& facts = {}) {
  val details = val::object();
  for (const auto& [name, value] : facts) set(details, name, to_js(std::string_view(value)));
  // Indices of one type everywhere, because val::set is compiled again for every other.
  val result = val::array();
  result.set(Index{0}, to_js(code));
  result.set(Index{1}, to_js(message));
  result.set(Index{2}, details);
  return result;
}

}  // namespace

Returned describe_exception() {
  try {
    heads_up_rethrow();
  } catch (const Refusal& refusal) {
    return described(refusal.code(), refusal.what(), refusal.details());
  } catch (const std::exception&) {
    // The core throws only refusals, so this is a failed allocation or one beyond a container's limit.
    return described("out-of-memory", "memory: the module cannot hold this, wants smaller sizes");
  }
  return val::undefined();
}

}  // namespace headsup::bindings
