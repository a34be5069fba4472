#pragma once
// Converts JavaScript's values to the core's types, and back. A wrong value is refused, naming the argument (`field`),
// what it got and what it wants. values.js has the parts that are written in JavaScript.

#include <optional>
#include <string>

#include "bindings/val.h"
#include "headsup/attention/mask.h"
#include "headsup/fast/multi_head_layer.h"
#include "headsup/lesson/run.h"
#include "headsup/tensor/tensor.h"

namespace headsup::bindings {

// Reads or sets a property whose name is a string literal. val's own operator[] and set decode the name at each call, and
// are compiled again for every length of it.
val get(const val& object, const char* name);
void set(const val& object, const char* name, const val& value);
// Converted, in one function for each type, because a val that may be thrown past takes 60 bytes at each place.
void set(const val& object, const char* name, const Tensor& value);
void set(const val& object, const char* name, std::string_view value);
void set(const val& object, const char* name, double value);
void set(const val& object, const char* name, bool value);
inline void set(const val& object, const char* name, const char* value) {
  set(object, name, std::string_view(value));
}
inline void set(const val& object, const char* name, Index value) {
  set(object, name, static_cast<double>(value));
}

/// An item of a list, or a property whose name is not a literal.
/// @{
val item_of(const val& object, const val& key);
val item_of(const val& list, Index i);
/// @}

/// A number as JavaScript writes it.
std::string shown(double number);

/// Neither null nor undefined.
bool is_given(const val& value);

/// Throws a HeadsUpError with the code `wrong-type`.
[[noreturn]] void refuse_type(const char* field, const val& got, const char* wants);

/// Refuses what is not an object, and fields that are not in `names`, a list separated by spaces. Messages put `field`
/// before the name of such a field, unless it is "options" or "spec". Both are string literals. Returns how many fields
/// the object has.
Index check_fields(const val& object, const char* field, const char* names);

/// How many items a list has.
Index length(const val& list, const char* field, const char* wants);

// Single values. Whole numbers outside their range are refused with `out-of-range`.
double number(const val& value, const char* field);
double whole(const val& value, const char* field, double min, double max);
bool flag(const val& value, const char* field);
std::string text(const val& value, const char* field);
Index size(const val& value, const char* field, Index max);
/// Where an axis is inserted into a tensor of this rank; a negative one counts from the end of the result, as in PyTorch.
Index new_axis(const val& value, const char* field, Index rank);
/// Any int32. The core refuses ids outside the vocabulary, which is only for the message here; 0 if unknown.
std::int32_t id(const val& value, const char* field, Index vocabulary = 0);
std::int64_t seed(const val& value);
/// A number within float32, −∞ or "-inf"; −1e12 if undefined.
double mask_fill(const val& value);

/// A list of sizes, at most Limits::cells numbers together.
Shape shape(const val& sizes, const char* field);
/// Numbers that are to be whole.
std::vector<double> list_of_numbers(const val& numbers, const char* field);
/// A cell of a tensor of shape `within`, of numbers that were read before.
Shape index(const std::vector<double>& places, const char* field, const Shape& within);
/// Ragged lists of token ids.
Sequences sequences(const val& lists, const char* field, Index vocabulary = 0);

// Tensors: { shape, data } or nested lists.
Tensor float_tensor(const val& tensor, const char* field);
Tensor int_tensor(const val& tensor, const char* field);
Tensor bool_tensor(const val& tensor, const char* field);

/// What a mask's 1 means. Masks that the module makes say it, in a field `meaning`; a caller's need not.
enum class Meaning { unsaid, attend, ignore };
Meaning meaning_of(const val& mask, const char* field);
/// A mask of 1 = attend. Refuses one that says that its 1 means ignore.
Tensor attend_mask(const val& mask, const char* field);
/// A mask with its meaning.
val to_js(const Tensor& mask, Meaning meaning);
std::optional<Tensor> optional_float_tensor(const val& tensor, const char* field);
/// Reads into an existing tensor, whose memory is reused.
void read_float_tensor(const val& tensor, const char* field, Tensor& into);

/// `{ mask, causal, maskFill }` or undefined.
Masking masking(const val& options);

/// Every field that is undefined takes its lesson's default.
Spec spec(const val& fields);
/// Tensors by name.
StateDict state_dict(const val& tensors);
/// A list of { name, index, value }; ":" in an index is every place of its axis, "-inf" a value.
Changes changes(const val& list, const char* field);

// { shape, dtype, data }, the numbers copied.
val to_js(const Tensor& tensor);
val to_js(const Shape& sizes);
val to_js(const std::vector<std::int32_t>& numbers);
val to_js(const std::vector<double>& numbers);
val to_js(std::string_view text);
val to_js(const char* text);
val to_js(double number);
val to_js(Index number);
val to_js(const Spec& spec);
val to_js(const Changes& changes);

}  // namespace headsup::bindings
