#pragma once
// Exceptions of a running program, with Python's types and words.

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "headsup/python/run.h"
#include "headsup/tensor/refusal.h"
#include "python/value.h"

namespace headsup::python {

/// A Python exception on its way to an `except` or out of the program.
struct Error {
  std::string type;
  std::string message;
  std::string hint = {};
  Span span = {};  ///< line 0 until the interpreter knows it
  std::vector<Frame> frames = {};
  Value exception = {};              ///< the object, where the program has seen it
  bool is_catchable = true;          ///< false for limits, which no `except` may hide
  std::string_view operation = {};   ///< on tensors that refused its operands, if one did
  std::vector<Index> operands = {};  ///< the steps that they are
};

/// A part of a message: text, or a whole number. It only refers to text. Pieces instead of sums of strings keep call sites
/// small.
class Piece {
 public:
  // Out of line, which makes their many calls small.
  Piece(const char* text);         // NOLINT(google-explicit-constructor)
  Piece(std::string_view text);    // NOLINT(google-explicit-constructor)
  Piece(const std::string& text);  // NOLINT(google-explicit-constructor)
  Piece(const String* text);       // NOLINT(google-explicit-constructor)
  Piece(std::int64_t number);      // NOLINT(google-explicit-constructor)
  // NOLINTNEXTLINE(google-explicit-constructor)
  Piece(std::integral auto number) : Piece(static_cast<std::int64_t>(number)) {}
  void append_to(std::string& out) const;

 private:
  std::string_view text_;
  std::int64_t number_ = 0;  ///< where the text is nullptr
};
std::string joined(std::initializer_list<Piece> pieces);

/// Throws an Error, whose place the interpreter fills in.
[[noreturn]] void raise(const char* type, std::initializer_list<Piece> message, std::string hint = {});
/// Throws a NotImplementedError: `what` is outside the subset, and what to write `instead`.
[[noreturn]] void refuse_construct(std::string_view what, std::string_view instead, const Span& span = {});
/// Throws the LimitError.
[[noreturn]] void stop(std::initializer_list<Piece> message);

/// "ValueError", "RuntimeError" …
const char* exception_of(ErrorCode code);
/// Calls a function and throws a refusal of the core as the exception that Python and PyTorch have for it. All code of programs
/// runs within such a call.
template <class F>
auto in_pythons_words(F f) {
  try {
    return f();
  } catch (const Refusal& refusal) {
    raise(exception_of(refusal.code()), {refusal.what()});
  }
}
/// "Did you mean: 'x'?" for the nearest of some names by CPython's measure, or "".
std::string suggestion(std::string_view name, const std::vector<std::string_view>& among);

}  // namespace headsup::python
