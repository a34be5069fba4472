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

/// Data that cannot be used. `what()` is one English sentence that names the argument, what it got and what it wants;
/// `code()` is stable, and `details()` has the facts of the sentence one by one, so that a page can say it in its own
/// language.
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

/// A fact for a refusal: text, a whole number or a shape. It only refers to its value, which becomes text when the
/// refusal is made, so that checks that pass cost nothing and call sites stay small.
class RefusedValue {
 public:
  // NOLINTBEGIN(google-explicit-constructor): callers pass plain values
  /// What the value is; text and shapes must outlive the call of `refuse`.
  /// @{
  RefusedValue(const char* text) : text_(text) {}
  RefusedValue(std::string_view text) : text_(text) {}
  RefusedValue(const std::string& text) : text_(text) {}
  RefusedValue(const Shape& shape) : shape_(&shape) {}
  RefusedValue(std::integral auto number) : is_number_(true), number_(static_cast<std::int64_t>(number)) {}
  /// @}
  // NOLINTEND(google-explicit-constructor)

  std::string text() const;  ///< as a message shows it

 private:
  std::string_view text_;
  const Shape* shape_ = nullptr;
  bool is_number_ = false;
  std::int64_t number_ = 0;
};

/// The name of a Detail and its value.
struct RefusedFact {
  const char* name;    ///< such as "got"
  RefusedValue value;  ///< lives no longer than the call of `refuse`
};

/// Throws a Refusal. The sentence is the code's pattern with the facts filled in, so that a code always reads the same;
/// docs/errors.md lists the codes. An unknown code is a broken precondition.
[[noreturn]] void refuse(const char* code, std::initializer_list<RefusedFact> facts);

}  // namespace headsup
