// What JavaScript can call: the module's table of contents. refusals.js wraps the functions so that trailing arguments may
// be omitted (they become undefined) and exceptions arrive as HeadsUpErrors.
#include "bindings/calls.h"
#include "headsup/attention/elementwise.h"
#include "headsup/attention/softmax.h"

EMSCRIPTEN_BINDINGS(heads_up) {
  using namespace emscripten;
  using namespace headsup::bindings;

  // Batches and masks
  function("pad", pad);
  function("paddingMask", padding_mask);
  function("causalMask", causal_mask);
  function("combineMasks", combine_masks);
  function("maskedFill", masked_fill);
  function("keyPaddingMask", key_padding_mask);
  function("subsequentMask", subsequent_mask);
  function("invertMask", invert_mask);

  // Attention
  function("scaledDotProductAttention", scaled_dot_product_attention);
  function("multiHeadAttention", multi_head_attention);
  // In heads-up.js, layer.cpp adds createMultiHeadAttention and the class MultiHeadAttention.

  // The single operations of attention
  function("embedding", embedding);
  function("positionalEncoding", positional_encoding);
  function("linear", linear);
  function("splitHeads", split_heads);
  function("mergeHeads", merge_heads);
  function("unsqueeze", unsqueeze);
  function("softmax", of_one<headsup::softmax>);
  function("add", of_two<headsup::add>);
  function("sub", of_two<headsup::sub>);
  function("mul", of_two<headsup::mul>);
  function("div", of_two<headsup::div>);
  function("sqrt", of_one<headsup::sqrt>);
  function("sum", of_one<headsup::sum>);
  function("half", of_one<headsup::half>);
  function("ndtr", of_one<headsup::ndtr>);
  function("gelu", of_one<headsup::gelu>);
  function("relu", of_one<headsup::relu>);
  function("layerNorm", layer_norm);
  function("randn", randn);

  // Every number of one row or sum
  function("softmaxRow", softmax_row);
  function("layerNormRow", layer_norm_row);
  function("dotProduct", dot_product);
  function("sinusoid", sinusoid);
  function("cacheCounts", cache_counts);

  // Lessons
  function("run", run);
  function("settle", settle);
  function("designedWeights", designed_weights);
  function("explain", explain);

  // Memory
  function("memory", memory);
  function("dispose", dispose);

  // For values.js
  function("dropTrace", drop_trace);
}
