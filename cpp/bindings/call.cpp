// The one place of the module where a refusal arrives.
//
// The module is compiled without exceptions, whose machinery would be a tenth of it: a refusal, or memory that is used
// up, jumps back to the call instead. What the frames between held is given back by call_memory.h.
#include <csetjmp>
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

/// Where the call under way began. Calls do not nest.
std::jmp_buf beginning;
/// Why it was given up; null where memory is used up.
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

/// Gives the call's memory back, that of what it drew for later runs too; what the answer is made of then is the C
/// library's, not the call's.
const Handed* refused(CallMemory& memory) {
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
  forget_new_draws();
  memory.release();
  return &handed;
}

const Handed* answer_or_refusal(Function function) {
  CallMemory memory;
  if (setjmp(beginning) != 0) return refused(memory);
  answer(function);
  return last->handed();
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
  const Handed* handed = answer_or_refusal(function);
  allocate(0);
  return reinterpret_cast<std::uintptr_t>(handed);
}

void give_up() {
  reason = nullptr;
  std::longjmp(beginning, 1);
}

}  // namespace bindings

void raise(Refusal refusal) {
  bindings::reason = new Refusal(std::move(refusal));
  std::longjmp(bindings::beginning, 1);
}

}  // namespace headsup
