// The one place of the module where a refusal arrives.
//
// The module is compiled without exceptions, whose machinery would be a tenth of it: where a call is refused, or memory is
// used up, it ends in a trap, which JavaScript catches before it asks why. What its frames held is given back by
// call_memory.h; the stack, which no frame has left, by JavaScript.
#include <cstdlib>
#include <cstring>
#include <utility>

#include "attention/refusal.h"
#include "bindings/bind.h"
#include "bindings/call_memory.h"
#include "lesson/parameters.h"

namespace headsup {
namespace bindings {
namespace {

/// Whether the call under way was given up, and why; null where memory is used up.
bool was_given_up = false;
const Refusal* reason = nullptr;

/// The arguments of the next call, and the answer of the last.
char* arguments = nullptr;
std::size_t argument_bytes = 0;
Answer* last = nullptr;

void answer(Function function) {
  auto* made = new Answer;
  function(Arguments({arguments, argument_bytes}), *made);
  last = made;
}

std::string json_of(const Refusal& refusal) {
  Answer answer;
  answer.refusal(refusal.code(), refusal.what(), refusal.details());
  return answer.json();
}

/// The refusal as an answer, whose text is the C library's memory and not the call's.
const Handed* handed_refusal() {
  constexpr std::string_view kOutOfMemory =
      R"({"error":{"code":"out-of-memory","message":"memory: the module cannot hold this, wants smaller sizes",)"
      R"("details":{}}})";
  static Handed handed;
  static void* text = nullptr;
  std::free(text);
  text = nullptr;
  handed = {{kOutOfMemory.data(), kOutOfMemory.size()}, nullptr, 0, nullptr, 0, 0, {nullptr, 0}, 0};
  if (reason != nullptr) {
    const std::string json = json_of(*reason);
    text = std::malloc(json.size());
    if (text != nullptr) handed.text = {std::memcpy(text, json.data(), json.size()), json.size()};
  }
  return &handed;
}

}  // namespace

std::uintptr_t allocate(std::size_t bytes) {
  std::free(arguments);
  arguments = static_cast<char*>(std::malloc(bytes));
  argument_bytes = bytes;
  return reinterpret_cast<std::uintptr_t>(arguments);
}

std::uintptr_t call(Function function) {
  delete last;
  last = nullptr;
  was_given_up = false;
  reason = nullptr;
  begin_call_memory();
  answer(function);
  keep_call_memory();
  allocate(0);
  return reinterpret_cast<std::uintptr_t>(last->handed());
}

std::uintptr_t refusal() {
  const Handed* handed = was_given_up ? handed_refusal() : nullptr;
  // What it drew for later runs is in the call's memory, too.
  forget_new_draws();
  release_call_memory();
  allocate(0);
  return reinterpret_cast<std::uintptr_t>(handed);
}

void give_up() {
  was_given_up = true;
  __builtin_trap();
}

}  // namespace bindings

void raise(Refusal refusal) {
  bindings::reason = new Refusal(std::move(refusal));
  bindings::give_up();
}

}  // namespace headsup
