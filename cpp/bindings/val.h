#pragma once
// Embind's val as this module uses it; include it instead of Emscripten's headers.

namespace emscripten {

struct _EM_VAL;  // NOLINT(bugprone-reserved-identifier): Emscripten's name

namespace internal {
// Emscripten's headers do not say that counting references never throws. Saying so makes val's destructors smaller.
extern "C" {
__attribute__((nothrow)) void _emval_incref(_EM_VAL* value);
__attribute__((nothrow)) void _emval_decref(_EM_VAL* value);
}
}  // namespace internal
}  // namespace emscripten

#include <emscripten/bind.h>
#include <emscripten/val.h>

namespace headsup::bindings {

using emscripten::val;

/// What exported functions return: the handle of a val, which fits a register. A val does not, so Embind calls a
/// function that returns one as if it returned void. For an exception from an indirect void call, WebKit (as of 2.50)
/// looks for the handler one instruction too late, so the arguments would never be released.
struct Returned {
  Returned(const val& value)  // NOLINT(google-explicit-constructor): as plain as returning the val
      : handle(value.as_handle()) {
    emscripten::internal::_emval_incref(handle);
  }
  emscripten::EM_VAL handle;
};

}  // namespace headsup::bindings

namespace emscripten::internal {

template <>
struct TypeID<headsup::bindings::Returned> : TypeID<val> {};

template <>
struct BindingType<headsup::bindings::Returned> {
  using WireType = EM_VAL;
  template <typename... Policy>  // which later versions of Emscripten pass
  static WireType toWireType(headsup::bindings::Returned value, Policy...) {
    return value.handle;
  }
};

}  // namespace emscripten::internal
