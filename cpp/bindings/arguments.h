#pragma once
// Arguments on their way in: one object whose fields have the arguments' names; a tensor is { shape, data }.
// web/src/module has checked that every field has its form; whether the numbers are whole and in range is
// checked here.
//
// A field is first read whole, into numbers of our own, and checked afterwards: what is refused leaves no
// clean-up behind it (see call_memory.h), so a handle of JavaScript's that is alive at that moment would
// never be given back.

#include <emscripten/val.h>

#include <optional>
#include <string>
#include <vector>

#include "attention/tensor.h"
#include "lesson/spec.h"

namespace headsup::bindings {

class Arguments {
 public:
  /// The object must outlive this.
  explicit Arguments(const emscripten::val& object) : object_(object) {}

  bool is_null(const char* field) const;
  bool is_undefined(const char* field) const;
  /// Neither null nor undefined.
  bool has(const char* field) const;

  double number(const char* field) const;
  bool flag(const char* field) const;
  std::string text(const char* field) const;
  std::vector<double> numbers(const char* field) const;

  // These refuse `wrong-type` for a number that is not whole and `out-of-range`.
  std::int64_t integer(const char* field, double min, double max) const;
  /// From 0 to 2^31 − 1; what it may be beyond that is for the core to check.
  Index size(const char* field) const;
  std::int32_t id(const char* field) const;
  std::int64_t seed() const;
  /// Sizes, each from 0 up and together no more than may be allocated: `too-large`.
  Shape shape(const char* field) const;
  /// Ragged lists of ids.
  Sequences sequences(const char* field) const;

  // These refuse `shape-mismatch` where the data do not fill the shape, and `wrong-type` for ids that are not
  // whole numbers or `out-of-range` for bits that are neither 0 nor 1.
  FloatTensor float_tensor(const char* field) const;
  IntTensor int_tensor(const char* field) const;
  BoolTensor bool_tensor(const char* field) const;
  /// Null where the field is null or undefined.
  std::optional<FloatTensor> optional_float_tensor(const char* field) const;
  std::optional<BoolTensor> optional_bool_tensor(const char* field) const;

 private:
  friend Spec spec_of(const Arguments& in);
  const emscripten::val& object_;
};

/// A lesson spec; a field that is undefined takes its lesson's default. Refuses `unknown-value` for a lesson
/// that is not.
Spec spec_of(const Arguments& in);

}  // namespace headsup::bindings
