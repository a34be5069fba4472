#pragma once
// Arguments on their way in: tensors as { shape, data }, numbers, ragged lists. web/src/module has checked that they
// have these forms; whether the numbers are whole and in range is checked here.

#include <emscripten/val.h>

#include <optional>
#include <string>

#include "attention/tensor.h"
#include "lesson/spec.h"

namespace headsup::bindings {

using emscripten::val;

// `field` is the argument's name for messages. These refuse `shape-mismatch` where the data do not fill the shape, and
// `wrong-type` for ids that are not whole numbers or `out-of-range` for bits that are neither 0 nor 1.
FloatTensor float_tensor(const val& tensor, const std::string& field);
IntTensor int_tensor(const val& tensor, const std::string& field);
BoolTensor bool_tensor(const val& tensor, const std::string& field);
/// Null where the value is null or undefined.
std::optional<FloatTensor> optional_float_tensor(const val& tensor, const std::string& field);
std::optional<BoolTensor> optional_bool_tensor(const val& tensor, const std::string& field);

/// A whole number from `min` to `max`; refuses `wrong-type` and `out-of-range`.
std::int64_t integer(double number, const std::string& field, double min, double max);
/// A size from 0 to 2^31 − 1; what it may be beyond that is for the core to check.
Index size_of(double number, const std::string& field);
std::int32_t id_of(double number, const std::string& field);
std::int64_t seed_of(double seed);
/// Sizes, each from 0 up and together no more than may be allocated.
Shape shape_of(const val& sizes, const std::string& field);
/// Ragged lists of whole numbers.
Sequences sequences_of(const val& sequences, const std::string& field);
/// A lesson spec; a field that is undefined takes its lesson's default. Refuses `unknown-value` for a lesson that is
/// not.
Spec spec_of(const val& js);

}  // namespace headsup::bindings
