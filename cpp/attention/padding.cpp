#include "headsup/attention/padding.h"

#include <algorithm>

#include "headsup/tensor/refusal.h"
#include "tensor/eigen.h"

namespace headsup {

Tensor pad(const std::vector<std::vector<std::int32_t>>& sequences, std::int32_t pad_id,
           std::optional<Index> length, PadSide side) {
  Index longest = 0;
  for (const auto& sequence : sequences) longest = std::max(longest, sequence.size());
  if (longest == 0) {
    refuse(ErrorCode::empty_sequences, {{"field", "sequences"}, {"got", sequences.size()}});
  }
  if (length && *length < longest) {
    refuse(ErrorCode::contradiction,
           {{"field", "length"}, {"got", *length}, {"other", "the longest sequence"}, {"wants", longest}});
  }
  Tensor ids({sequences.size(), length.value_or(longest)}, DType::int64);
  auto rows = rows_of<std::int64_t>(ids);
  rows.setConstant(pad_id);
  for (Eigen::Index b = 0; b < rows.rows(); ++b) {
    const auto& sequence = sequences[static_cast<Index>(b)];
    const auto size = to_eigen(sequence.size());
    const auto start = side == PadSide::right ? 0 : rows.cols() - size;
    rows.row(b).segment(start, size) = view(sequence.data(), 1, sequence.size()).cast<std::int64_t>();
  }
  return ids;
}

}  // namespace headsup
