#include "nn/decoder.h"

#include <string>

#include "nn/layers.h"
#include "operations/operations.h"

namespace headsup::nn {
namespace {

constexpr Name kTokens = "B T D";

/// A forward pass.
struct Forward {
  const Decoder& model;
  Recorder& r;
  Generator& generator;
  std::optional<Mask> mask;

  Index norm(const std::string& name, Index x) { return layer_norm(r, name, x, layer(r, name), kTokens); }
  Index residual(const std::string& name, Index a, Index b) { return r.run(name, op::add, {a, b}, kTokens); }
  Index dropped(const std::string& name, Index x) {
    return model.dropout == 0 ? x : dropout(r, name, x, model.dropout, generator, kTokens);
  }

  Index embedding(Index ids) {
    const Index table = r.at("embedding.weight");
    const Index positions =
        r.run("positions", op::sinusoid, {}, "T D",
              {{"length", number(r[ids].size(1))}, {"d_model", number(r[table].size(1))}});
    const Index tokens = r.run("embedding", op::embedding, {ids, table}, kTokens);
    return dropped("embedding", r.run("input_sum", op::add, {tokens, positions}, kTokens));
  }

  Index feed_forward(const std::string& prefix, Index x) {
    const bool is_gelu = model.activation == Activation::gelu;
    const Index hidden = linear(r, prefix + "ff_1", x, layer(r, prefix + "ff_1"), "B T F");
    const Index active = r.run(prefix + "ff_activation", is_gelu ? op::gelu : op::relu, {hidden}, "B T F");
    return dropped(prefix + "feed_forward",
                   linear(r, prefix + "ff_2", active, layer(r, prefix + "ff_2"), kTokens));
  }

  Index block(const std::string& prefix, Index x) {
    const MultiHeadAttention attention = {.prefix = prefix, .num_heads = model.num_heads};
    const Index in = norm(prefix + "norm_1", x);
    const Index attended = attention.attend(r, attention.heads(r, in, in), mask);
    const Index y = residual(prefix + "residual_1", x, dropped(prefix + "attention", attended));
    return residual(prefix + "residual_2", y, feed_forward(prefix, norm(prefix + "norm_2", y)));
  }
};

}  // namespace

Index Decoder::forward(Recorder& r, Index ids, Generator& generator) const {
  Forward pass = {.model = *this, .r = r, .generator = generator, .mask = {}};
  Index x = pass.embedding(ids);
  if (mask_fill) {
    const Index length = r[ids].size(1);
    const Index mask =
        r.run("mask", op::tril, {}, "1 T S", {{"size", sizes({1, length, length})}, {"dtype", "bool"}});
    pass.mask = {.step = mask, .masked_bit = 0, .fill = *mask_fill};
  }
  for (Index i = 0; i < layers; ++i) x = pass.block("blocks." + std::to_string(i) + ".", x);
  x = pass.norm("norm", x);
  const Layer head = {.weight = r.at(tied_head ? "embedding.weight" : "head.weight"),
                      .bias = r.at("head.bias")};
  return linear(r, "logits", x, head, "B T V");
}

}  // namespace headsup::nn
