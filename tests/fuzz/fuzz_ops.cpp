// Passes arbitrary arguments to every operation: it refuses them, or returns complete tensors. Axes come from a few
// sizes, so that shapes fit about as often as they do not.
#include <cmath>

#include "check.h"
#include "headsup/attention/embedding.h"
#include "headsup/attention/feed_forward.h"
#include "headsup/attention/heads.h"
#include "headsup/attention/layer_norm.h"
#include "headsup/attention/linear.h"
#include "headsup/attention/mask.h"
#include "headsup/attention/multi_head.h"
#include "headsup/attention/padding.h"
#include "headsup/attention/positional_encoding.h"
#include "headsup/attention/softmax.h"

using namespace headsup;
using namespace headsup::fuzz;

namespace {

/// Arguments made from bytes.
class Arguments {
 public:
  explicit Arguments(Bytes bytes) : bytes_(bytes) {
    for (Index& size : sizes_) size = bytes_.below(5);
  }

  Bytes& bytes() { return bytes_; }

  /// A shape of the rank that the operation wants; one in eight has any rank up to 5.
  Shape shape(Index rank) {
    Shape shape = Shape::zeros(bytes_.below(8) == 0 ? bytes_.below(6) : rank);
    for (Index& size : shape) size = sizes_[bytes_.below(4)];
    return shape;
  }
  Tensor floats(Index rank) {
    Tensor tensor(shape(rank));
    for (float& x : tensor.floats()) x = bytes_.number();
    return tensor;
  }
  Tensor ids(Index rank) {
    Tensor tensor(shape(rank), DType::int64);
    for (auto& id : tensor.ids()) id = this->id();
    return tensor;
  }
  Tensor bits(Index rank) {
    Tensor tensor(shape(rank), DType::boolean);
    for (auto& bit : tensor.bits()) bit = bytes_.coin() ? 1 : 0;
    return tensor;
  }
  std::int32_t id() {
    return bytes_.below(16) == 0 ? bytes_.any<std::int32_t>() : static_cast<std::int32_t>(bytes_.below(4));
  }
  LinearWeights layer(Index rank = 2) {
    LinearWeights layer{floats(rank), std::nullopt};
    if (bytes_.coin()) layer.bias = floats(1);
    return layer;
  }
  /// The sizes of a table: small, or so large that their product overflows.
  std::pair<Index, Index> table() {
    if (bytes_.below(16) > 0) return {bytes_.below(9), bytes_.below(9)};
    const Index rows = bytes_.any<Index>() | Index{1} << 62U;
    return {rows, bytes_.any<Index>() | Index{1} << 62U};
  }

 private:
  Bytes bytes_;
  Index sizes_[4];
};

void check_weights(const Tensor& weights) {
  check_tensor(weights);
  for (const float w : weights.tolist<float>())
    expect(std::isnan(w) || (w >= 0 && w <= 1), "a weight outside 0 … 1");
}

void check_attention(const Attention& made) {
  check_tensor(made.scores);
  if (made.masked_scores) check_tensor(*made.masked_scores);
  check_weights(made.attention);
  check_tensor(made.values);
}

void try_scaled_dot_product_attention(Arguments& in) {
  const Tensor q = in.floats(3);
  const Tensor k = in.floats(3);
  const Tensor v = in.floats(3);
  const Tensor mask = in.bits(3);
  check_attention(scaled_dot_product_attention(
      q, k, v, in.bytes().coin() ? std::optional(mask) : std::nullopt, in.bytes().number()));
}

void try_multi_head_attention(Arguments& in) {
  MultiHeadWeights weights{in.layer(), in.layer(), in.layer(), std::nullopt};
  if (in.bytes().coin()) weights.w_0 = in.layer();
  const Tensor query = in.floats(3);
  const Tensor key = in.floats(3);
  const Tensor value = in.floats(3);
  const Tensor mask = in.bits(3);
  const MultiHead made = multi_head_attention(weights, in.bytes().size(), query, key, value,
                                              {.mask = in.bytes().coin() ? std::optional(mask) : std::nullopt,
                                               .is_causal = in.bytes().coin(),
                                               .fill = in.bytes().number()});
  check_attention(made.attention);
  check_tensor(made.concat);
  if (made.output) check_tensor(*made.output);
}

void try_feed_forward(Arguments& in) {
  const LinearWeights conv1 = in.layer(3);
  const LinearWeights conv2 = in.layer(3);
  const Activation activation = in.bytes().coin() ? Activation::gelu : Activation::relu;
  const FeedForward made = feed_forward(in.floats(3), conv1, conv2, activation);
  check_tensor(made.ff_1);
  check_tensor(made.ff_2);
  check_tensor(made.ff_3);
}

void try_layer_norm(Arguments& in) {
  const Tensor weight = in.floats(1);
  const Tensor bias = in.floats(1);
  check_tensor(layer_norm(in.floats(2), weight, bias));
}

void try_masked_fill(Arguments& in) {
  const Tensor scores = in.floats(3);
  const Tensor mask = in.bits(3);
  check_tensor(masked_fill(scores, mask, in.bytes().number()));
}

void try_two_masks(Arguments& in) {
  const Tensor a = in.bits(3);
  const Tensor b = in.bits(3);
  check_tensor(combine_masks(a, b));
}

void try_pad(Arguments& in) {
  std::vector<std::vector<std::int32_t>> sequences(in.bytes().below(5));
  for (auto& sequence : sequences) sequence.assign(in.bytes().below(5), in.id());
  check_tensor(pad(sequences, in.id()));
}

void try_embedding(Arguments& in) {
  const Tensor ids = in.ids(2);
  check_tensor(embedding(ids, in.floats(2)));
}

void try_linear(Arguments& in) {
  const LinearWeights layer = in.layer();
  check_tensor(layer(in.floats(2)));
}

void try_add(Arguments& in) {
  const Tensor a = in.floats(2);
  check_tensor(add(a, in.floats(2)));
}

void try_products(Arguments& in) {
  const Tensor a = in.floats(3);
  const Tensor b = in.floats(3);
  check_tensor(in.bytes().coin() ? scaled_dot_product(a, b) : weighted_sum(a, b));
}

void try_heads(Arguments& in) {
  const Tensor x = in.floats(3);
  check_tensor(merge_heads(transpose_heads(split_heads(x, in.bytes().size()))));
}

void try_ids(Arguments& in) {
  const Tensor ids = in.ids(2);
  const std::int32_t pad_id = in.id();
  check_tensor(padding_mask(ids, pad_id));
  check_tensor(invert_mask(key_padding_mask(ids, pad_id)));
  check_tensor(position_ids(ids, pad_id));
}

void try_tables(Arguments& in) {
  const auto [rows, cols] = in.table();
  switch (in.bytes().below(3)) {
    case 0:
      return check_tensor(causal_mask(rows, cols));
    case 1:
      return check_tensor(subsequent_mask(rows, cols));
    default:
      return check_tensor(positional_encoding(rows, cols));
  }
}

using Try = void (*)(Arguments&);
constexpr Try kTries[] = {
    [](Arguments& in) { check_weights(softmax(in.floats(2))); },
    [](Arguments& in) { check_tensor(merge_heads(in.floats(4))); },
    [](Arguments& in) { check_tensor(activate(in.floats(2), Activation::gelu)); },
    [](Arguments& in) { check_tensor(activate(in.floats(2), Activation::relu)); },
    try_scaled_dot_product_attention,
    try_multi_head_attention,
    try_feed_forward,
    try_layer_norm,
    try_masked_fill,
    try_two_masks,
    try_pad,
    try_embedding,
    try_linear,
    try_add,
    try_products,
    try_heads,
    try_ids,
    try_tables,
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  const Try attempt = kTries[bytes.below(std::size(kTries))];
  Arguments in(bytes);
  is_refused([&] { attempt(in); });
  return 0;
}
