// How a C++ exception becomes an error of JavaScript. It unwinds out of the module, running destructors; JavaScript
// (refusals.js) catches it and calls describe_exception to learn what it was.
#include <exception>
#include <new>
#include <string>

#include "bindings/calls.h"
#include "bindings/kept.h"
#include "headsup/tensor/refusal.h"

extern "C" void heads_up_rethrow(headsup::bindings::Value exception);  // values.js

namespace headsup::bindings {
namespace {

Value described(const char* code, const char* message, const std::vector<Detail>& facts = {}) {
  const Value details = new_object();
  for (const auto& [name, value] : facts) set(details, name, std::string_view(value));
  const Value result = new_list();
  push(result, to_js(code));
  push(result, to_js(message));
  push(result, details);
  return result;
}

}  // namespace

Value describe_exception(Value exception) {
  try {
    heads_up_rethrow(exception);
  } catch (const Refusal& refusal) {
    return described(to_string(refusal.code()), refusal.what(), refusal.details());
  } catch (const Disposed&) {
    return described("disposed", "");  // refusals.js knows whose
  } catch (const std::bad_alloc&) {
    return described("out-of-memory", "memory: the module cannot hold this, wants smaller sizes");
  } catch (const std::exception& bug) {
    // The core throws nothing else, so whatever was given is not to blame, and no code tells what to change.
    return described("", (std::string("internal error: ") + bug.what()).c_str());
  }
  return Value::undefined();
}

}  // namespace headsup::bindings
