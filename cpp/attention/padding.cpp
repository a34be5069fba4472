#include "headsup/attention/padding.h"

#include <algorithm>

#include "headsup/tensor/refusal.h"
#include "tensor/eigen_views.h"

namespace headsup {

IntTensor pad(const std::vector<std::vector<std::int32_t>>& sequences, std::int32_t pad_id) {
  Index longest = 0;
  for (const auto& sequence : sequences) longest = std::max(longest, sequence.size());
  if (longest == 0) {
    refuse("empty-sequences", {{"field", "sequences"}, {"got", sequences.size()}});
  }
  IntTensor ids({sequences.size(), longest});
  auto rows = rows_view(ids);
  rows.setConstant(pad_id);
  for (Eigen::Index b = 0; b < rows.rows(); ++b) {
    const auto& sequence = sequences[static_cast<Index>(b)];
    rows.row(b).head(to_eigen(sequence.size())) = view(sequence.data(), 1, sequence.size());
  }
  return ids;
}

}  // namespace headsup
