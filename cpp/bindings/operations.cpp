// The single operations, on copies of their arguments. These are read one per line, so the first bad one is refused.
#include <algorithm>

#include "bindings/calls.h"
#include "bindings/fields.h"
#include "headsup/attention/embedding.h"
#include "headsup/attention/heads.h"
#include "headsup/attention/layer_norm.h"
#include "headsup/attention/linear.h"
#include "headsup/attention/mask.h"
#include "headsup/attention/padding.h"
#include "headsup/attention/positional_encoding.h"
#include "headsup/random/initializers.h"
#include "headsup/tensor/refusal.h"

namespace headsup::bindings {
namespace {

std::int32_t pad_id_of(Value pad_id) {
  return pad_id.is_undefined() ? 0 : id(pad_id, "padId");
}

struct Lengths {
  Index target;
  Index source;
};

/// The length of the largest square mask.
constexpr Index kLongestSquare = 5656;
static_assert(kLongestSquare * kLongestSquare <= Limits::cells);

/// A mask's (T, S), where S is T unless it is given.
Lengths lengths_of(Value target_length, Value source_length) {
  const bool is_square = source_length.is_undefined();
  const Index target = size(target_length, "length", is_square ? kLongestSquare : Limits::cells);
  return {target, is_square ? target : size(source_length, "sourceLength", Limits::cells / target)};
}

}  // namespace

Value pad(Value lists, Value pad_id_or_options) {
  Value options = pad_id_or_options;
  const Sequences given = sequences(lists, "sequences");
  if (!is_given(options) || options.is_number() || options.is_string()) {
    return to_js(headsup::pad(given, pad_id_of(pad_id_or_options)));
  }
  check_fields(options, "options", "padId length side");
  const std::int32_t pad_id = pad_id_of(get(options, "padId"));
  std::optional<Index> length;
  const Value wanted = get(options, "length");
  if (!wanted.is_undefined()) {
    length = size(wanted, "length", Limits::cells / std::max(given.size(), Index{1}));
  }
  const Value side = get(options, "side");
  const bool is_left = !side.is_undefined() && place_of(side, "side", {"right", "left"}) == 1;
  return to_js(headsup::pad(given, pad_id, length, is_left ? PadSide::left : PadSide::right));
}

Value padding_mask(Value ids, Value pad_id) {
  const Tensor given = int_tensor(ids, "ids");
  return to_js(headsup::padding_mask(given, pad_id_of(pad_id)), Meaning::attend);
}

Value causal_mask(Value target_length, Value source_length) {
  const Lengths lengths = lengths_of(target_length, source_length);
  return to_js(headsup::causal_mask(lengths.target, lengths.source), Meaning::attend);
}

Value combine_masks(Value a, Value b) {
  const Tensor first = attend_mask(a, "a");
  const Tensor second = attend_mask(b, "b");
  return to_js(headsup::combine_masks(first, second), Meaning::attend);
}

Value masked_fill(Value scores, Value mask, Value fill) {
  const Tensor given = float_tensor(scores, "scores");
  const Tensor bits = attend_mask(mask, "mask");
  return to_js(headsup::masked_fill(given, bits, static_cast<float>(mask_fill(fill))));
}

Value key_padding_mask(Value ids, Value pad_id) {
  const Tensor given = int_tensor(ids, "ids");
  return to_js(headsup::key_padding_mask(given, pad_id_of(pad_id)), Meaning::ignore);
}

Value subsequent_mask(Value target_length, Value source_length) {
  const Lengths lengths = lengths_of(target_length, source_length);
  return to_js(headsup::subsequent_mask(lengths.target, lengths.source), Meaning::ignore);
}

Value invert_mask(Value mask) {
  const Tensor bits = bool_tensor(mask, "mask");
  const Meaning given = meaning_of(mask, "mask");
  const Meaning inverse = given == Meaning::attend ? Meaning::ignore : Meaning::attend;
  return to_js(headsup::invert_mask(bits), given == Meaning::unsaid ? given : inverse);
}

Value embedding(Value ids, Value table) {
  const Tensor given = int_tensor(ids, "ids");
  const Tensor rows = float_tensor(table, "table");
  return to_js(headsup::embedding(given, rows));
}

Value positional_encoding(Value length, Value d_model) {
  const Index positions = size(length, "length", kMostPositions);
  const Index width = size(d_model, "dModel", std::min(Limits::d_model, Limits::cells / positions));
  return to_js(headsup::positional_encoding(positions, width));
}

Value linear(Value x, Value weight, Value bias) {
  const Tensor given = float_tensor(x, "x");
  const Tensor rows = float_tensor(weight, "weight");
  const auto shift = optional_float_tensor(bias, "bias");
  return to_js(headsup::linear(given, rows, shift));
}

Value split_heads(Value x, Value num_heads) {
  const Tensor given = float_tensor(x, "x");
  const Index heads = size(num_heads, "numHeads", Limits::heads);
  if (given.rank() == 3) check_heads(heads, given.size(-1), "numHeads", "dModel");
  return to_js(transpose_heads(headsup::split_heads(given, heads)));
}

Value merge_heads(Value x) {
  return to_js(headsup::merge_heads(transpose_heads(float_tensor(x, "x"))));
}

Value unsqueeze(Value x, Value axis) {
  const auto with_axis = [&axis](const Tensor& tensor) {
    return tensor.unsqueeze(static_cast<std::ptrdiff_t>(new_axis(axis, "axis", tensor.rank())));
  };
  // Masks and ids keep their type.
  const Value dtype = is_given(x) ? get(x, "dtype") : Value::undefined();
  if (are_same(dtype, to_js("bool"))) {
    const Tensor bits = bool_tensor(x, "x");
    const Meaning meaning = meaning_of(x, "x");
    return to_js(with_axis(bits), meaning);
  }
  if (are_same(dtype, to_js("int32"))) return to_js(with_axis(int_tensor(x, "x")));
  return to_js(with_axis(float_tensor(x, "x")));
}

Value layer_norm(Value x, Value weight, Value bias, Value eps) {
  const Tensor given = float_tensor(x, "x");
  const Tensor scale = float_tensor(weight, "weight");
  const Tensor shift = float_tensor(bias, "bias");
  return to_js(headsup::layer_norm(given, scale, shift, eps_of(eps)));
}

Value randn(Value from, Value sizes) {
  Generator generator(seed(from));
  return to_js(headsup::randn(generator, shape(sizes, "shape")).tensor);
}

}  // namespace headsup::bindings
