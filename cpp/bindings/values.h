#pragma once
// Converts JavaScript's values to the core's types, and back. A wrong value is refused, naming the argument (`field`),
// what it got and what it wants. values.js has the parts that are written in JavaScript.

#include <optional>
#include <string>

#include "bindings/value.h"
#include "headsup/attention/mask.h"
#include "headsup/fast/multi_head_layer.h"
#include "headsup/lesson/run.h"
#include "headsup/tensor/tensor.h"

namespace headsup::bindings {

// values.js
extern "C" {
Value heads_up_new_list();
Value heads_up_new_object();
void heads_up_push(Value list, Value item);
void heads_up_put(Value object, Value name, Value value);
double heads_up_number(Value value);
bool heads_up_are_same(Value a, Value b);
Value heads_up_get(Value object, const char* name);
std::size_t heads_up_length(Value list, const char* field, const char* wants);
std::size_t heads_up_check_fields(Value object, const char* field, const char* names);
[[noreturn]] void heads_up_refuse_type(const char* field, Value got, const char* wants);
}

constexpr auto* new_list = heads_up_new_list;
constexpr auto* new_object = heads_up_new_object;
constexpr auto* push = heads_up_push;          ///< adds an item to a list
constexpr auto* put = heads_up_put;            ///< sets a property whose name is not a literal
constexpr auto* number_of = heads_up_number;   ///< of a number
constexpr auto* are_same = heads_up_are_same;  ///< as === compares
/// Refuses what is not an object, and fields that are not in `names`, a list separated by spaces. Messages put `field`
/// before the name of such a field, unless it is "options" or "spec". Both are string literals. Returns how many fields
/// the object has.
constexpr auto* check_fields = heads_up_check_fields;
/// Throws a HeadsUpError with the code `wrong-type`.
constexpr auto* refuse_type = heads_up_refuse_type;
/// How many items a list has.
inline Index length(Value list, const char* field, const char* wants) {
  return heads_up_length(list, field, wants);
}
/// Of a string.
std::string text_of(Value value);

/// Reads or sets a property whose name is a string literal, which is decoded once.
/// @{
constexpr auto* get = heads_up_get;
void set(Value object, const char* name, Value value);
void set(Value object, const char* name, const Tensor& value);
void set(Value object, const char* name, std::string_view value);
void set(Value object, const char* name, double value);
void set(Value object, const char* name, bool value);
inline void set(Value object, const char* name, const char* value) {
  set(object, name, std::string_view(value));
}
inline void set(Value object, const char* name, Index value) {
  set(object, name, static_cast<double>(value));
}
/// @}

/// An item of a list, or a property whose name is not a literal.
/// @{
Value item_of(Value object, Value key);
Value item_of(Value list, Index i);
/// @}

/// A number as JavaScript writes it.
std::string shown(double number);

/// Neither null nor undefined.
bool is_given(Value value);

// Single values. Whole numbers outside their range are refused with `out-of-range`.
double number(Value value, const char* field);
double whole(Value value, const char* field, double min, double max);
bool flag(Value value, const char* field);
std::string text(Value value, const char* field);
Index size(Value value, const char* field, Index max);
/// Where an axis is inserted into a tensor of this rank; a negative one counts from the end of the result, as in PyTorch.
Index new_axis(Value value, const char* field, Index rank);
/// Any int32. The core refuses ids outside the vocabulary, which is only for the message here; 0 if unknown.
std::int32_t id(Value value, const char* field, Index vocabulary = 0);
std::int64_t seed(Value value);
/// A number within float32, −∞ or "-inf"; −1e12 if undefined.
double mask_fill(Value value);

/// A list of sizes, at most Limits::cells numbers together.
Shape shape(Value sizes, const char* field);
/// Numbers that are to be whole.
std::vector<double> list_of_numbers(Value numbers, const char* field);
/// Positions of cells, of numbers that were read before.
std::vector<Index> positions(const std::vector<double>& given, const char* field);
/// A cell of a tensor of shape `within`, of numbers that were read before.
Shape index(const std::vector<double>& places, const char* field, const Shape& within);
/// Ragged lists of token ids.
Sequences sequences(Value lists, const char* field, Index vocabulary = 0);

// Tensors: { shape, data } or nested lists.
Tensor float_tensor(Value tensor, const char* field);
Tensor int_tensor(Value tensor, const char* field);
Tensor bool_tensor(Value tensor, const char* field);
/// Of the type that its dtype says; float32 without one. int32 becomes int64.
Tensor typed_tensor(Value tensor, const char* field);

/// What a mask's 1 means. Masks that the module makes say it, in a field `meaning`; a caller's need not.
enum class Meaning { unsaid, attend, ignore };
Meaning meaning_of(Value mask, const char* field);
/// A mask of 1 = attend. Refuses one that says that its 1 means ignore.
Tensor attend_mask(Value mask, const char* field);
/// A mask with its meaning.
Value to_js(const Tensor& mask, Meaning meaning);
std::optional<Tensor> optional_float_tensor(Value tensor, const char* field);
/// Reads into an existing tensor, whose memory is reused.
void read_float_tensor(Value tensor, const char* field, Tensor& into);

/// `{ mask, causal, maskFill }` or undefined.
Masking masking(Value options);

/// Every field that is undefined takes its lesson's default.
Spec spec(Value fields);
/// Tensors by name.
StateDict state_dict(Value tensors);
/// A list of { name, index, value }; ":" in an index is every place of its axis, "-inf" a value.
Changes changes(Value list, const char* field);

// { shape, dtype, data }, the numbers copied.
Value to_js(const Tensor& tensor);
Value to_js(const Shape& sizes);
Value to_js(const std::vector<std::int32_t>& numbers);
Value to_js(const std::vector<double>& numbers);
Value to_js(std::string_view text);
Value to_js(const char* text);
Value to_js(double number);
Value to_js(Index number);
Value to_js(const Spec& spec);
Value to_js(const Changes& changes);

}  // namespace headsup::bindings
