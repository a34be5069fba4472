#include "headsup/attention/embedding.h"

#include <algorithm>

#include "headsup/tensor/refusal.h"

namespace headsup {

FloatTensor embedding(const IntTensor& ids, const FloatTensor& table) {
  if (table.rank() != 2) refuse_shape("table", table.shape, "(V, D)");
  const Index vocabulary = table.shape[0];
  const Index width = table.shape[1];
  Shape shape = ids.shape;
  shape.push_back(width);
  FloatTensor out(shape);
  for (Index i = 0; i < ids.data.size(); ++i) {
    const std::int32_t id = ids.data[i];
    if (id < 0 || static_cast<Index>(id) >= vocabulary) {
      refuse("id-out-of-vocabulary", {{"field", "ids" + to_string(index_of(ids.shape, i))},
                                      {"got", std::to_string(id)},
                                      {"min", "0"},
                                      {"max", std::to_string(vocabulary - 1)}});
    }
    const auto row = table.data.begin() + static_cast<std::ptrdiff_t>(static_cast<Index>(id) * width);
    std::copy(row, row + static_cast<std::ptrdiff_t>(width),
              out.data.begin() + static_cast<std::ptrdiff_t>(i * width));
  }
  return out;
}

}  // namespace headsup
