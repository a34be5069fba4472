// What JavaScript can call: the module's table of contents. refusals.js wraps the functions so that trailing arguments may
// be omitted (they become undefined) and exceptions arrive as HeadsUpErrors.
#include "bindings/calls.h"

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
  function("softmax", softmax);
  function("add", add);
  function("sub", sub);
  function("mul", mul);
  function("div", headsup::bindings::div);  // C has a div and a sqrt, too
  function("sqrt", headsup::bindings::sqrt);
  function("sum", sum);
  function("half", half);
  function("ndtr", ndtr);
  function("gelu", gelu);
  function("relu", relu);
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
  function("readableWeights", readable_weights);
  function("explain", explain);

  // For refusals.js
  function("describeException", describe_exception);
}
