#include "fast/workspace.h"

#include <algorithm>

#include "fast/masked_blocks.h"

namespace headsup {

ForwardSizes::ForwardSizes(const PackedMultiHead& layer, Index batch_size, Index target_length,
                           Index source_length)
    : batch(batch_size),
      queries(target_length),
      keys(source_length),
      lanes(layer.kernel->lanes),
      d_k(layer.d_attention / layer.num_heads),
      value_rows(rounded_up(d_k, kTileRows)),
      attention_rows(rounded_up(layer.d_attention, kTileRows)),
      value_columns(layer.num_heads * value_rows),
      query_stride(rounded_up(queries, kTileRows)),
      key_stride(rounded_up(keys, kTileRows)),
      chunk_positions(std::max<Index>(128, 8 * lanes)) {
  const Index longest = std::max({Index{1}, query_stride, key_stride});
  group_size = std::max<Index>(1, std::min(batch, chunk_positions / longest));
  key_slots = rounded_up(group_size * key_stride, lanes);
  query_slots = std::min(chunk_positions, rounded_up(group_size * query_stride, lanes));
}

Workspace::Workspace(const PackedMultiHead& layer, const ForwardSizes& sizes) {
  const Index position_slots = std::max(sizes.query_slots, std::min(sizes.chunk_positions, sizes.key_slots));
  const struct {
    float** start;
    Index count;
  } parts[] = {
      {&x, element_count({position_slots, layer.d_model})},
      {&q, element_count({sizes.query_slots, sizes.attention_rows})},
      {&k, element_count({sizes.key_slots, sizes.attention_rows})},
      {&v, element_count({sizes.key_slots, rounded_up(sizes.value_columns, sizes.lanes)})},
      {&concat, element_count({sizes.query_slots, layer.d_attention})},
      {&scores, kBlockKeys * sizes.lanes},
      {&softmax.running_max, sizes.lanes},
      {&softmax.running_sum, sizes.lanes},
      {&softmax.values, element_count({sizes.value_rows, sizes.lanes})},
  };
  Index total = 0;
  for (const auto& part : parts) total += part.count;
  floats_ = AlignedFloats(total);
  float* next = floats_.data();
  for (const auto& part : parts) {
    *part.start = next;
    next += part.count;
  }
}

}  // namespace headsup
