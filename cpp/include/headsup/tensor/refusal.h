#pragma once
// Errors. A caller's data that cannot be used throws a Refusal (below). A broken precondition between our own functions
// is a bug and fails an assert. Running out of memory throws std::bad_alloc.

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "headsup/tensor/shape.h"

namespace headsup {

/// One named fact about a refusal: "field", "got", "wants", "min", "max", "other".
struct Detail {
  const char* name;   ///< one of these words
  std::string value;  ///< as text, because it may be a number, a shape or a name
};

/// Why data was refused; docs/errors.md says when each of them is.
enum class ErrorCode : std::uint8_t {
  wrong_type,
  out_of_range,
  too_large,
  shape_mismatch,
  unknown_value,
  not_supported,
  missing,
  empty_sequences,
  id_out_of_vocabulary,
  heads_do_not_divide,
  batch_mismatch,
  causal_length_mismatch,
  unknown_step,
  bad_index,
  contradiction,
  unknown_weight,
  bad_file,
  // The exceptions of PyTorch, in its words; see raise().
  runtime_error,
  index_error,
  value_error
};

/// As JavaScript and docs/errors.md have it: "wrong-type", "out-of-range" …
const char* to_string(ErrorCode code);

/// Data that cannot be used. `what()` is one English sentence that names the argument, what it got and what it wants;
/// `code()` is stable, and `details()` has the facts of the sentence one by one, so that a page can say it in its own
/// language.
class Refusal : public std::invalid_argument {
 public:
  /// What `refuse` throws.
  Refusal(ErrorCode code, const std::string& message, std::vector<Detail> details);
  /// Copying an exception must not throw: where memory runs out, a copy has no details.
  Refusal(const Refusal& other) noexcept;
  Refusal& operator=(const Refusal& other) = default;  ///< of both parts

  ErrorCode code() const noexcept { return code_; }                         ///< why
  const std::vector<Detail>& details() const noexcept { return details_; }  ///< the facts of the sentence

 private:
  ErrorCode code_;
  std::vector<Detail> details_;
};

/// A part of a message: text, a whole number or a shape. It only refers to it, and becomes text when the message is made, so that
/// checks that pass cost nothing and call sites stay small.
class Piece {
 public:
  /// Text and shapes must outlive the call of `refuse` or `raise`.
  /// @{
  Piece(const char* text) : text_(text) {}         // NOLINT(google-explicit-constructor)
  Piece(const std::string& text) : text_(text) {}  // NOLINT(google-explicit-constructor)
  Piece(std::string_view text) : text_(text) {}    // NOLINT(google-explicit-constructor)
  Piece(const Shape& shape) : shape_(&shape) {}    // NOLINT(google-explicit-constructor)
  Piece(std::integral auto number)                 // NOLINT(google-explicit-constructor)
      : is_number_(true), number_(static_cast<std::int64_t>(number)) {}
  /// @}

  std::string text() const;                 ///< a shape as a tuple, "(2, 3)"
  void append_to(std::string& text) const;  ///< a shape as PyTorch's messages show it, "[2, 3]"

 private:
  std::string_view text_;
  const Shape* shape_ = nullptr;
  bool is_number_ = false;
  std::int64_t number_ = 0;
};

/// The name of a Detail and its value.
struct RefusedFact {
  const char* name;  ///< such as "got"
  Piece value;       ///< what is filled in
};

/// Throws a Refusal. The sentence is the code's pattern with the facts filled in, so that a code always reads the same.
[[noreturn]] void refuse(ErrorCode code, std::initializer_list<RefusedFact> facts);

/// Throws a Refusal in PyTorch's words. The code is runtime_error, index_error or value_error, for the exception that PyTorch
/// raises. Pieces instead of sums of strings keep call sites small.
[[noreturn]] void raise(ErrorCode code, std::initializer_list<Piece> pieces);
/// A RuntimeError, as most of PyTorch's are.
[[noreturn]] inline void raise(std::initializer_list<Piece> pieces) {
  raise(ErrorCode::runtime_error, pieces);
}

}  // namespace headsup
