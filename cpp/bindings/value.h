#pragma once
// A value of JavaScript's, as the functions that Embind exports take and return it.

#include <emscripten/bind.h>

#include <cstdint>

namespace headsup::bindings {

struct Value;
extern "C" bool heads_up_is(Value value, const char* type);  // values.js

/// A place in values.js's list of the values that a call uses, which is cut back where the call ends. So it has no destructor,
/// which would be code wherever something may throw, and must not outlive the call.
///
/// It is returned as a number, on purpose: for an exception from an indirect call that returns nothing, WebKit (as of 2.50) looks
/// for the handler one instruction too late, so the arguments would never be released.
struct Value {
  std::uint32_t place;

  // The list begins with these.
  static constexpr Value undefined() { return {0}; }
  static constexpr Value null() { return {1}; }
  static constexpr Value of(bool flag) { return {flag ? 3U : 2U}; }
  bool is_undefined() const { return place == undefined().place; }
  bool is_null() const { return place == null().place; }
  bool is_false() const { return place == of(false).place; }
  bool is_true() const { return place == of(true).place; }
  bool is_number() const { return heads_up_is(*this, "number"); }
  bool is_string() const { return heads_up_is(*this, "string"); }
  bool is_object() const { return !is_null() && heads_up_is(*this, "object"); }
};

}  // namespace headsup::bindings

namespace emscripten::internal {

/// values.js registers a converter of its own for Embind's val.
template <>
struct TypeID<headsup::bindings::Value> : TypeID<val> {};

template <>
struct BindingType<headsup::bindings::Value> {
  using WireType = std::uint32_t;
  template <typename... Policy>  // which later versions of Emscripten pass
  static WireType toWireType(headsup::bindings::Value value, Policy...) {
    return value.place;
  }
  static headsup::bindings::Value fromWireType(WireType place) { return {place}; }
};

}  // namespace emscripten::internal
