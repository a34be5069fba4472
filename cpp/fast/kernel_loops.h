#pragma once
// The loops of a kernel. Each kernel_*.cpp compiles them for its instruction set. They do not call the standard
// library, whose code the linker would share between them.

#include "fast/product_loops.h"

namespace headsup {
namespace {

// Internal linkage on purpose, see simd.h.
// NOLINTBEGIN(misc-definitions-in-headers)

void start_softmax(const OnlineSoftmax& softmax, Index value_rows, float sum) {
  for (Index at = 0; at < kLanes; at += kWidth) {
    store(softmax.running_max + at, splat(-__builtin_inff()));
    store(softmax.running_sum + at, splat(sum));
  }
  HEADSUP_KEEP_LOOP
  for (Index i = 0; i < value_rows * kLanes; i += kWidth) store(softmax.values + i, Floats{});
}

/// Masks the scores of a vector of queries, at lane `at` of the panel, and returns the new running maximum.
Floats mask_scores(const AttentionBlock& block, Index at) {
  const Floats fill = splat(block.fill);
  Floats maximum = load(block.softmax.running_max + at);
  HEADSUP_KEEP_LOOP
  for (Index s = 0; s < block.keys; ++s) {
    float* score = block.scores + s * kLanes + at;
    if (block.coverage == MaskCoverage::none) {
      store(score, fill);
    } else if (block.coverage == MaskCoverage::partial) {
      store(score, select(widened(block.attend_mask + s * kLanes + at), load(score), fill));
    }
    maximum = larger(maximum, load(score));
  }
  return maximum;
}

/// Replaces the scores of a vector of queries by exp(score − maximum), and rescales the softmax to the new maximum.
void update_softmax(const AttentionBlock& block, Index at) {
  const OnlineSoftmax& softmax = block.softmax;
  const Floats old_maximum = load(softmax.running_max + at);
  const Floats maximum = mask_scores(block, at);
  // While every score is −∞, subtract 0: −∞ − (−∞) would be NaN, and a later block may have a finite score.
  const Floats base = select(maximum == splat(-__builtin_inff()), Floats{}, maximum);
  Floats sum = {};
  HEADSUP_KEEP_LOOP
  for (Index s = 0; s < block.keys; ++s) {
    float* score = block.scores + s * kLanes + at;
    const Floats weight = exp_of_negative(load(score) - base);
    store(score, weight);
    sum += weight;
  }
  const Floats correction = exp_of_negative(old_maximum - base);
  store(softmax.running_max + at, maximum);
  store(softmax.running_sum + at, load(softmax.running_sum + at) * correction + sum);
  HEADSUP_KEEP_LOOP
  for (Index i = 0; i < block.d_k; ++i) {
    float* value = softmax.values + i * kLanes + at;
    store(value, load(value) * correction);
  }
}

void attend_block(const AttentionBlock& block) {
  if (block.coverage != MaskCoverage::none) {
    multiply({.a = block.k,
              .a_panel_stride = block.k_panel_stride,
              .a_first_row = block.k_first_row,
              .rows = block.keys,
              .b = block.q,
              .b_panel_stride = 0,
              .cols = block.queries,
              .depth = block.d_k,
              .out = block.scores,
              .out_row_stride = kLanes,
              .out_panel_stride = 0,
              .exact_size = false,
              .initial = {.from = InitialSums::From::zero},
              .fused_tile = block.fused_tile});
  }
  HEADSUP_KEEP_LOOP
  for (Index at = 0; at < block.queries; at += kWidth) update_softmax(block, at);
  multiply({.a = block.v,
            .a_panel_stride = block.v_panel_stride,
            .a_first_row = block.v_first_row,
            .rows = block.d_k,
            .b = block.scores,
            .b_panel_stride = 0,
            .cols = block.queries,
            .depth = block.keys,
            .out = block.softmax.values,
            .out_row_stride = kLanes,
            .out_panel_stride = 0,
            .exact_size = false,
            .initial = {.from = InitialSums::From::out},
            .fused_tile = block.fused_tile});
}

void finish_softmax(const OnlineSoftmax& softmax, Index d_k, Index queries, float* out) {
  HEADSUP_KEEP_LOOP
  for (Index at = 0; at < queries; at += kWidth) {
    const Floats sum = load(softmax.running_sum + at);
    HEADSUP_KEEP_LOOP
    for (Index i = 0; i < d_k; ++i) {
      float* average = out + i * kLanes + at;
      const Floats averages = load(softmax.values + i * kLanes + at) / sum;
      // The lanes after the last query may belong to the next sequence of the panel.
      if (kWidth > kTileRows && queries - at < kWidth) {
        __builtin_memcpy(average, &averages, (queries - at) * sizeof(float));
      } else {
        store(average, averages);
      }
    }
  }
}

constexpr Kernel kernel_of_these_loops(const char* name) {
  return {.name = name,
          .lanes = kLanes,
          .pack_rows = pack_rows,
          .pack_columns = pack_columns,
          .multiply = multiply,
          .start_softmax = start_softmax,
          .attend_block = attend_block,
          .finish_softmax = finish_softmax};
}

// NOLINTEND(misc-definitions-in-headers)

}  // namespace
}  // namespace headsup
