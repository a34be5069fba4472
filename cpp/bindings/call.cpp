// The one place of the module where a refusal arrives.
//
// The module is compiled without exceptions, whose machinery would be a tenth of it: where a call is refused, or memory is
// used up, it ends in a trap, which JavaScript catches before it asks why. What its frames held is given back by
// call_memory.h; the stack, which no frame has left, by JavaScript.
#include <cstdlib>
#include <cstring>
#include <utility>

#include "bindings/bind.h"
#include "bindings/call_memory.h"
#include "headsup/tensor/refusal.h"
#include "lesson/parameters.h"

namespace headsup {
namespace bindings {
namespace {

/// How far the latest call has come. One that trapped on its own is still under way.
enum class Progress { over, under_way, given_up };
Progress progress = Progress::over;
/// Why it was given up; null where memory is used up.
const Refusal* reason = nullptr;
/// What had been drawn before it.
Index drawing = 0;

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
  reason = nullptr;
  drawing = latest_drawing();
  begin_call_memory();
  progress = Progress::under_way;
  answer(function);
  progress = Progress::over;
  keep_call_memory();
  allocate(0);
  return reinterpret_cast<std::uintptr_t>(last->handed());
}

std::uintptr_t refusal() {
  // Where JavaScript's stack is used up, a call may trap before it has begun.
  if (progress == Progress::over) return 0;
  const Handed* handed = progress == Progress::given_up ? handed_refusal() : nullptr;
  progress = Progress::over;
  // What it drew for later runs is in the call's memory, too.
  forget_drawings_after(drawing);
  release_call_memory();
  allocate(0);
  return reinterpret_cast<std::uintptr_t>(handed);
}

void give_up() {
  progress = Progress::given_up;
  __builtin_trap();
}

}  // namespace bindings

void raise(Refusal refusal) {
  bindings::reason = new Refusal(std::move(refusal));
  bindings::give_up();
}

}  // namespace headsup
