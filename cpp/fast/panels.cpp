#include "fast/panels.h"

namespace headsup {
namespace {

constexpr Index kCacheLine = 64 / sizeof(float);

Panels unpacked(const Kernel& kernel, Index rows, Index depth) {
  return {.rows = rows,
          .depth = depth,
          .floats = AlignedFloats(element_count({rounded_up(rows, kernel.lanes), depth}))};
}

}  // namespace

AlignedFloats::AlignedFloats(Index count) : memory_(new float[element_count({count}) + kCacheLine]) {
  const Index past = reinterpret_cast<std::uintptr_t>(memory_.get()) / sizeof(float) % kCacheLine;
  first_ = memory_.get() + (kCacheLine - past) % kCacheLine;
}

Panels packed_rows(const Kernel& kernel, MatrixView x) {
  Panels panels = unpacked(kernel, x.rows, x.cols);
  kernel.pack_rows(x.data, x.rows, x.cols, panels.floats.data(), 0);
  return panels;
}

void multiply(const Kernel& kernel, const Panels& a, const Panels& b, const float* bias, float* out) {
  const Index panel_stride = kernel.lanes * a.depth;
  const auto from = bias == nullptr ? InitialSums::From::zero : InitialSums::From::column_bias;
  kernel.multiply({.a = a.floats.data(),
                   .a_panel_stride = panel_stride,
                   .rows = a.rows,
                   .b = b.floats.data(),
                   .b_panel_stride = panel_stride,
                   .cols = b.rows,
                   .depth = a.depth,
                   .out = out,
                   .out_row_stride = b.rows,
                   .out_panel_stride = kernel.lanes,
                   .exact_size = true,
                   .initial = {.from = from, .bias = bias},
                   .fused_tile = kernel.fused_tile});
}

}  // namespace headsup
