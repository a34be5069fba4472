#include "headsup/attention/padding.h"

#include <algorithm>
#include <string>

#include "headsup/tensor/refusal.h"
#include "tensor/eigen_views.h"

namespace headsup {

const char* to_string(PadSide side) {
  return side == PadSide::right ? "right" : "left";
}

IntTensor pad(const std::vector<std::vector<std::int32_t>>& sequences, std::int32_t pad_id,
              std::optional<Index> length, PadSide side) {
  Index longest = 0;
  for (const auto& sequence : sequences) longest = std::max(longest, sequence.size());
  if (longest == 0) {
    refuse("empty-sequences", {{"field", "sequences"}, {"got", sequences.size()}});
  }
  if (length && *length < longest) {
    const std::string wants = std::to_string(longest) + " or more";
    refuse("contradiction",
           {{"field", "length"}, {"got", *length}, {"other", "the longest sequence"}, {"wants", wants}});
  }
  IntTensor ids({sequences.size(), length.value_or(longest)});
  auto rows = rows_view(ids);
  rows.setConstant(pad_id);
  for (Eigen::Index b = 0; b < rows.rows(); ++b) {
    const auto& sequence = sequences[static_cast<Index>(b)];
    const auto size = to_eigen(sequence.size());
    const auto start = side == PadSide::right ? 0 : rows.cols() - size;
    rows.row(b).segment(start, size) = view(sequence.data(), 1, sequence.size());
  }
  return ids;
}

}  // namespace headsup
