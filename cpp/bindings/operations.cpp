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

std::int32_t pad_id_of(const val& pad_id) {
  return pad_id.isUndefined() ? 0 : id(pad_id, "padId");
}

struct Lengths {
  Index target;
  Index source;
};

/// The length of the largest square mask.
constexpr Index kLongestSquare = 5656;
static_assert(kLongestSquare * kLongestSquare <= Limits::cells);

/// A mask's (T, S), where S is T unless it is given.
Lengths lengths_of(const val& target_length, const val& source_length) {
  const bool is_square = source_length.isUndefined();
  const Index target = size(target_length, "length", is_square ? kLongestSquare : Limits::cells);
  return {target, is_square ? target : size(source_length, "sourceLength", Limits::cells / target)};
}

}  // namespace

Returned pad(const val& lists, const val& pad_id_or_options) {
  const val& options = pad_id_or_options;
  const Sequences given = sequences(lists, "sequences");
  if (!is_given(options) || options.isNumber() || options.isString()) {
    return to_js(headsup::pad(given, pad_id_of(pad_id_or_options)));
  }
  check_fields(options, "options", "padId length side");
  const std::int32_t pad_id = pad_id_of(get(options, "padId"));
  std::optional<Index> length;
  const val wanted = get(options, "length");
  if (!wanted.isUndefined()) {
    length = size(wanted, "length", Limits::cells / std::max(given.size(), Index{1}));
  }
  const val side = get(options, "side");
  const bool is_left = !side.isUndefined() && place_of(side, "side", {"right", "left"}) == 1;
  return to_js(headsup::pad(given, pad_id, length, is_left ? PadSide::left : PadSide::right));
}

Returned padding_mask(const val& ids, const val& pad_id) {
  const Tensor given = int_tensor(ids, "ids");
  return to_js(headsup::padding_mask(given, pad_id_of(pad_id)), Meaning::attend);
}

Returned causal_mask(const val& target_length, const val& source_length) {
  const Lengths lengths = lengths_of(target_length, source_length);
  return to_js(headsup::causal_mask(lengths.target, lengths.source), Meaning::attend);
}

Returned combine_masks(const val& a, const val& b) {
  const Tensor first = attend_mask(a, "a");
  const Tensor second = attend_mask(b, "b");
  return to_js(headsup::combine_masks(first, second), Meaning::attend);
}

Returned masked_fill(const val& scores, const val& mask, const val& fill) {
  const Tensor given = float_tensor(scores, "scores");
  const Tensor bits = attend_mask(mask, "mask");
  return to_js(headsup::masked_fill(given, bits, static_cast<float>(mask_fill(fill))));
}

Returned key_padding_mask(const val& ids, const val& pad_id) {
  const Tensor given = int_tensor(ids, "ids");
  return to_js(headsup::key_padding_mask(given, pad_id_of(pad_id)), Meaning::ignore);
}

Returned subsequent_mask(const val& target_length, const val& source_length) {
  const Lengths lengths = lengths_of(target_length, source_length);
  return to_js(headsup::subsequent_mask(lengths.target, lengths.source), Meaning::ignore);
}

Returned invert_mask(const val& mask) {
  const Tensor bits = bool_tensor(mask, "mask");
  const Meaning given = meaning_of(mask, "mask");
  const Meaning inverse = given == Meaning::attend ? Meaning::ignore : Meaning::attend;
  return to_js(headsup::invert_mask(bits), given == Meaning::unsaid ? given : inverse);
}

Returned embedding(const val& ids, const val& table) {
  const Tensor given = int_tensor(ids, "ids");
  const Tensor rows = float_tensor(table, "table");
  return to_js(headsup::embedding(given, rows));
}

Returned positional_encoding(const val& length, const val& d_model) {
  const Index positions = size(length, "length", kMostPositions);
  const Index width = size(d_model, "dModel", std::min(Limits::d_model, Limits::cells / positions));
  return to_js(headsup::positional_encoding(positions, width));
}

Returned linear(const val& x, const val& weight, const val& bias) {
  const Tensor given = float_tensor(x, "x");
  const Tensor rows = float_tensor(weight, "weight");
  const auto shift = optional_float_tensor(bias, "bias");
  return to_js(headsup::linear(given, rows, shift));
}

Returned split_heads(const val& x, const val& num_heads) {
  const Tensor given = float_tensor(x, "x");
  const Index heads = size(num_heads, "numHeads", Limits::heads);
  if (given.rank() == 3) check_heads(heads, given.size(-1), "numHeads", "dModel");
  return to_js(transpose_heads(headsup::split_heads(given, heads)));
}

Returned merge_heads(const val& x) {
  return to_js(headsup::merge_heads(transpose_heads(float_tensor(x, "x"))));
}

Returned unsqueeze(const val& x, const val& axis) {
  const auto with_axis = [&axis](const Tensor& tensor) {
    return tensor.unsqueeze(static_cast<std::ptrdiff_t>(new_axis(axis, "axis", tensor.rank())));
  };
  // Masks and ids keep their type.
  const val dtype = is_given(x) ? get(x, "dtype") : val::undefined();
  if (dtype.strictlyEquals(to_js("bool"))) {
    const Tensor bits = bool_tensor(x, "x");
    const Meaning meaning = meaning_of(x, "x");
    return to_js(with_axis(bits), meaning);
  }
  if (dtype.strictlyEquals(to_js("int32"))) return to_js(with_axis(int_tensor(x, "x")));
  return to_js(with_axis(float_tensor(x, "x")));
}

Returned layer_norm(const val& x, const val& weight, const val& bias, const val& eps) {
  const Tensor given = float_tensor(x, "x");
  const Tensor scale = float_tensor(weight, "weight");
  const Tensor shift = float_tensor(bias, "bias");
  return to_js(headsup::layer_norm(given, scale, shift, eps_of(eps)));
}

Returned randn(const val& from, const val& sizes) {
  Generator generator(seed(from));
  return to_js(headsup::randn(generator, shape(sizes, "shape")).tensor);
}

}  // namespace headsup::bindings
