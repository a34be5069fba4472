#include "lesson/run_block.h"

#include "lesson/tokens.h"
#include "nn/layers.h"
#include "operations/operations.h"

namespace headsup {
namespace {

/// Records the input of the block, the embedding plus that of the positions where the spec has them.
Index record_input(LessonRecorder& r, Index embedding) {
  const Spec& spec = r.spec();
  if (!spec.positional_encoding) return embedding;
  const Index ids = r.at("ids");
  // Positions count from 1; row 0 is for padding.
  const Index table = r.run("position_table", op::sinusoid, {}, "P D",
                            {{"length", number(r[ids].size(1) + 1)}, {"d_model", number(spec.d_model)}});
  const Index positions =
      r.run("positions", op::position_ids, {ids}, "B S", {{"pad_id", static_cast<double>(spec.pad_id)}});
  const Index position_embedding = r.run("position_embedding", op::embedding, {positions, table}, "B S D");
  return r.run("input_sum", op::add, {embedding, position_embedding}, "B S D");
}

/// (B, L, L): the masks of the notebook, 1 = ignore.
std::vector<std::int64_t> mask_sizes(const Recorder& r) {
  const Shape& ids = r["ids"].shape();
  return sizes({ids[0], ids[1], ids[1]});
}

nn::Mask ignoring(const LessonRecorder& r, Index step) {
  return {.step = step, .masked_bit = 1, .fill = r.spec().mask_fill};
}

std::optional<nn::Mask> record_padding_mask(LessonRecorder& r) {
  if (!r.spec().mask || !r.spec().mask->padding) return {};
  return ignoring(
      r,
      r.run("attn_pad_mask", op::eq, {r.at("ids")}, "B T S",
            {{"other", static_cast<double>(r.spec().pad_id)}, {"unsqueeze", 1.0}, {"size", mask_sizes(r)}}));
}

std::optional<nn::Mask> record_mask(LessonRecorder& r, const std::optional<nn::Mask>& padding) {
  std::vector<Index> masks;
  if (padding) masks.push_back(padding->step);
  if (r.spec().mask && r.spec().mask->causal) {
    // Whole numbers, because the notebook makes it from the ids: torch.ones_like(ids).triu(1).
    masks.push_back(r.run("attn_dec_mask", op::triu, {}, "B T S",
                          {{"size", mask_sizes(r)}, {"dtype", "int64"}, {"diagonal", 1.0}}));
  }
  if (masks.empty()) return {};
  return ignoring(r, r.run("attn_mask", op::logical_or, masks, "B T S"));
}

/// Records the layers of a block, each of which reads the step of a given place.
class Block {
 public:
  Block(LessonRecorder& r, std::optional<nn::Mask> padding) : r_(r), padding_(padding) {}

  bool has_feed_forward() const { return r_.spec().feed_forward.has_value(); }

  Index attention(Index x) {
    const nn::MultiHeadAttention layer = {.prefix = "", .num_heads = r_.spec().num_heads};
    const nn::Heads heads = layer.heads(r_, x, x);
    return layer.attend(r_, heads, record_mask(r_, padding_));
  }

  Index norm(const char* name, Index x) { return nn::layer_norm(r_, name, x, nn::layer(r_, name), "B T D"); }

  Index residual(const char* name, Index a, Index b) { return r_.run(name, op::add, {a, b}, "B T D"); }

  /// Conv1d takes and gives (B, channels, L): the notebook transposes the tokens before the first one and after the second.
  Index feed_forward(Index x) {
    const bool is_gelu = r_.spec().feed_forward->activation == Activation::gelu;
    const Index hidden =
        nn::conv1d(r_, "ff_1", x, nn::layer(r_, "conv1"), "B F T", {{"transposes_input", 1.0}});
    const Index active = r_.run("ff_2", is_gelu ? op::gelu : op::relu, {hidden}, "B F T");
    return nn::conv1d(r_, "ff_3", active, nn::layer(r_, "conv2"), "B T D", {{"transposes_result", 1.0}});
  }

 private:
  LessonRecorder& r_;
  std::optional<nn::Mask> padding_;
};

/// y = x + attention(x), z = y + feed_forward(y), with a norm after each sum (Vaswani et al. 2017, section 3.1).
void record_post_norm(Block block, Index x) {
  const Index y = block.norm("norm_1", block.residual("residual_1", x, block.attention(x)));
  if (!block.has_feed_forward()) return;
  block.norm("norm_2", block.residual("residual_2", y, block.feed_forward(y)));
}

/// The block with a norm before attention and feed-forward, and none after the sums (Xiong et al. 2020, "On Layer
/// Normalization in the Transformer Architecture").
void record_pre_norm(Block block, Index x) {
  const Index y = block.residual("residual_1", x, block.attention(block.norm("norm_1", x)));
  if (!block.has_feed_forward()) return;
  block.residual("residual_2", y, block.feed_forward(block.norm("norm_2", y)));
}

}  // namespace

void record_block(LessonRecorder& r) {
  const Index x = record_input(r, record_source(r));
  const std::optional<nn::Mask> padding = record_padding_mask(r);
  // Attention without weights: the input is query, key and value, and only padding is masked.
  nn::attention(r, "warmup_", {.q = x, .k = x, .v = x}, padding,
                attention_width(r.spec()) / r.spec().num_heads, {.scores = "B T S", .values = "B T D"});
  Block block(r, padding);
  switch (r.spec().layer_norm) {
    case LayerNorm::none: {
      const Index y = block.attention(x);
      if (block.has_feed_forward()) block.feed_forward(y);
      return;
    }
    case LayerNorm::post:
      return record_post_norm(block, x);
    case LayerNorm::pre:
      return record_pre_norm(block, x);
  }
}

}  // namespace headsup
