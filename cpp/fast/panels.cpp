#include "fast/panels.h"

#include <algorithm>
#include <cstdint>

namespace headsup {
namespace {

constexpr Index kCacheLine = 64 / sizeof(float);

Panels unpacked(const Kernel& kernel, Index rows, Index depth) {
  return {rows, depth, Room(filled_up(rows, kernel.lanes) * depth)};
}

}  // namespace

Room::Room(Index count) : memory_(new float[count + kCacheLine]) {
  const Index past = reinterpret_cast<std::uintptr_t>(memory_.get()) / sizeof(float) % kCacheLine;
  first_ = memory_.get() + (kCacheLine - past) % kCacheLine;
}

Panels packed_rows(const Kernel& kernel, MatrixView x) {
  Panels panels = unpacked(kernel, x.rows, x.cols);
  kernel.pack_rows(x.data, x.rows, x.cols, panels.room.data(), 0);
  return panels;
}

Panels packed_columns(const Kernel& kernel, MatrixView x) {
  Panels panels = unpacked(kernel, x.cols, x.rows);
  kernel.pack_columns(x.data, x.rows, x.cols, panels.room.data());
  return panels;
}

void multiply(const Kernel& kernel, const Panels& a, const Panels& b, float* out) {
  const Index panel = kernel.lanes * a.depth;
  kernel.multiply({a.room.data(),
                   panel,
                   0,
                   a.rows,
                   b.room.data(),
                   panel,
                   b.rows,
                   a.depth,
                   out,
                   b.rows,
                   kernel.lanes,
                   true,
                   {Begin::out, nullptr},
                   kernel.tile});
}

}  // namespace headsup
