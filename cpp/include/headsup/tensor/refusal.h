#pragma once
// How the core says no. Three tiers, never mixed: a caller's data that cannot be used is a Refusal (below); a
// broken precondition between our own functions is an assert; everything else does not happen.

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

namespace headsup {

/// One named fact about a refusal: "field", "got", "wants", "min", "max", "other".
struct Detail {
  const char* name;   ///< one of these words
  std::string value;  ///< as text, because it may be a number, a shape or a name
};

/// Data that cannot be used. `what()` is one English sentence that names the argument, what it got and what
/// it wants; `code()` is stable, and `details()` carries the same facts apart, so that a page can say them in
/// its own language.
class Refusal : public std::invalid_argument {
 public:
  /// What `refuse` throws.
  Refusal(const char* code, const std::string& message, std::vector<Detail> details);

  const char* code() const noexcept { return code_; }                       ///< such as "shape-mismatch"
  const std::vector<Detail>& details() const noexcept { return details_; }  ///< the facts of the sentence

 private:
  const char* code_;
  std::vector<Detail> details_;
};

/// Throws a Refusal. The sentence is made here from the code's pattern and the facts, so that a code always
/// reads the same; docs/errors.md lists the codes. An unknown code is a broken precondition.
[[noreturn]] void refuse(const char* code, std::initializer_list<Detail> details);

/// How a refusal leaves the core: it is thrown. A program without exceptions may define this function itself, as the
/// WebAssembly module does; then the one in raise.cpp is not linked. It must not return.
[[noreturn]] void raise(Refusal refusal);

}  // namespace headsup
