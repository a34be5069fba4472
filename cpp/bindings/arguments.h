#pragma once
// Arguments on their way in: a list of named fields that web/src/module/pack.ts has written as bytes, so that one call
// is one crossing however much is in it. Each field is
//
//   u16 length, name · u8 kind · u32 size, that many bytes
//
// all little-endian and, but for tensors, without padding. By kind the bytes are
//
//   'z' null        none
//   'b' flag        u8
//   'd' number      f64
//   't' text        UTF-8
//   'l' numbers     f64 …
//   'w' texts       (u32 length, UTF-8) …
//   's' sequences   (u32 count, f64 …) …
//   'f' tensor      u32 rank, f64 sizes …, zeros up to a multiple of 4 from the beginning, f32 numbers …
//   'g' tensor      likewise, but f64 numbers
//   'o' object      fields
//
// pack.ts has checked that every field has its kind; whether numbers are whole and in range is checked here.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fast/multi_head_forward.h"
#include "headsup/lesson/spec.h"
#include "headsup/lesson/state_dict.h"

namespace headsup::bindings {

class Arguments {
 public:
  /// The bytes must outlive this.
  explicit Arguments(std::string_view bytes) : bytes_(bytes) {}

  bool is_null(const char* field) const { return find(field).kind == 'z'; }
  bool is_undefined(const char* field) const { return find(field).kind == 0; }
  /// Neither null nor undefined.
  bool has(const char* field) const {
    const char kind = find(field).kind;
    return kind != 'z' && kind != 0;
  }

  double number(const char* field) const;
  bool flag(const char* field) const;
  std::string text(const char* field) const;
  /// None where there is no such field.
  std::vector<std::string> texts(const char* field) const;
  Arguments object(const char* field) const { return Arguments(find(field).bytes); }

  // These refuse `wrong-type` for a number that is not whole and `out-of-range`.
  std::int64_t integer(const char* field, double min, double max) const;
  /// From 1 to `max`.
  Index size(const char* field, Index max) const;
  /// Of a layer, a trace or a drawing.
  Index handle(const char* field = "handle") const;
  /// Any int32: which ids a vocabulary has is for the core to check, but what is no int32 is told them; 0 where any will do.
  std::int32_t id(const char* field, Index vocabulary = 0) const;
  std::int64_t seed() const;
  /// Sizes, each from 0 up and together no more than may be allocated: `too-large`. Or an index: whether it is within
  /// the shape is for the core to check, but what is no place anywhere is told those of its axis.
  Shape shape(const char* field, const Shape& within = {}) const;
  /// Ragged lists of ids, each as above.
  Sequences sequences(const char* field, Index vocabulary = 0) const;

  // These refuse `shape-mismatch` where the data do not fill the shape, and `wrong-type` for ids that are not
  // whole numbers or `out-of-range` for bits that are neither 0 nor 1.
  FloatTensor float_tensor(const char* field) const;
  /// The numbers where they are, which have to be float32.
  BatchView float_view(const char* field) const;
  IntTensor int_tensor(const char* field) const;
  BoolTensor bool_tensor(const char* field) const;
  /// Null where the field is null or undefined.
  std::optional<FloatTensor> optional_float_tensor(const char* field) const;
  std::optional<BoolTensor> optional_bool_tensor(const char* field) const;

 private:
  struct Field {
    char kind = 0;
    std::string_view bytes;
  };
  Field find(std::string_view name) const;
  Tensor<double> whole_numbers(const char* field, double min, double max) const;

  std::string_view bytes_;
};

/// A size from 1 to `max`, refused as that of `field`.
Index size_of(double number, const char* field, Index max);

/// A lesson spec; a field that is undefined takes its lesson's default. Refuses `unknown-value` for a lesson
/// that is not, and for an activation or a place of the norms.
Spec spec_of(const Arguments& in);

/// The parameters that are given: "weights" lists their names, "weights.<name>" is each one's tensor.
StateDict state_dict_of(const Arguments& in);

}  // namespace headsup::bindings
