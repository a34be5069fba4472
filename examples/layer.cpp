// Padding, masking and multi-head attention, one function after the other: two sentences of different lengths go through
// a layer whose weights are drawn as torch.nn draws them after torch.manual_seed(42).
#include <headsup/headsup.h>

#include <cstdio>

using namespace headsup;

namespace {

/// Prints the row of a tensor's last axis at the given place among all its rows.
void print_row(const Tensor& tensor, Index row) {
  const Index size = tensor.shape().back();
  for (Index i = 0; i < size; ++i) std::printf("%8.4f", tensor.floats()[row * size + i]);
  std::printf("\n");
}

}  // namespace

int main() {
  constexpr Index kVocabSize = 100, kDModel = 8, kNumHeads = 2;
  constexpr int kPadId = 0;

  const Tensor ids = pad({{62, 13, 47, 39}, {60, 96}}, kPadId);  // (B, L) = (2, 4)
  const Index length = ids.shape()[1];
  const Tensor mask = combine_masks(padding_mask(ids, kPadId), causal_mask(length, length));  // (B, L, L)

  // Weights are tensors of your own, (out, in) as nn.Linear has them: tensor_of<float>({8, 8}, numbers), or one from a file, as
  // own_weights.cpp reads them. Here PyTorch's generator draws them, in the order in which PyTorch would.
  Generator generator(42);
  const auto draw_linear = [&] { return without_draws(linear_weights(generator, kDModel, kDModel, true)); };
  const Tensor x = embedding(ids, embedding_weight(generator, kVocabSize, kDModel).tensor);  // (B, L, D)
  const MultiHeadWeights weights = {
      .w_q = draw_linear(), .w_k = draw_linear(), .w_v = draw_linear(), .w_0 = draw_linear()};

  // Every intermediate is returned, from the projections to the output. Masking::causal() is enough without padding.
  const MultiHead layer = multi_head_attention(weights, kNumHeads, x, x, x, {.mask = mask});

  const Tensor& attention = layer.attention.attention;  // (B, H, L, L)
  std::printf("attention %s, second sentence, first head\n", to_string(attention.shape()).c_str());
  for (Index query = 0; query < length; ++query) print_row(attention, kNumHeads * length + query);
  std::printf("output %s, first row\n", to_string(layer.output->shape()).c_str());
  print_row(*layer.output, 0);
}
