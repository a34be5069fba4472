#include "headsup/attention/padding.h"

#include <algorithm>

#include "headsup/tensor/refusal.h"

namespace headsup {

IntTensor pad(const std::vector<std::vector<std::int32_t>>& sequences, std::int32_t pad_id) {
  Index longest = 0;
  for (const auto& sequence : sequences) longest = std::max(longest, sequence.size());
  if (longest == 0) {
    refuse("empty-sequences", {{"field", "sequences"}, {"got", std::to_string(sequences.size())}});
  }
  IntTensor ids({sequences.size(), longest});
  std::fill(ids.data.begin(), ids.data.end(), pad_id);
  for (Index b = 0; b < sequences.size(); ++b) {
    std::copy(sequences[b].begin(), sequences[b].end(),
              ids.data.begin() + static_cast<std::ptrdiff_t>(b * longest));
  }
  return ids;
}

}  // namespace headsup
