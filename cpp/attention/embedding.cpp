#include "headsup/attention/embedding.h"

#include "headsup/tensor/refusal.h"
#include "operations/operations.h"

namespace headsup {

Tensor embedding(const Tensor& ids, const Tensor& table) {
  if (table.rank() != 2) refuse_shape("table", table.shape(), "(V, D)");
  const auto vocabulary = static_cast<std::int64_t>(table.size(0));
  if (vocabulary == 0 && !ids.empty()) refuse_shape("table", table.shape(), "(V, D) with at least one row");
  for (Index i = 0; i < ids.count(); ++i) {
    const auto id = static_cast<std::int64_t>(ids.at_position(i));
    if (id >= 0 && id < vocabulary) continue;
    refuse(ErrorCode::id_out_of_vocabulary, {{"field", "ids" + to_string(index_of(ids.shape(), i))},
                                             {"got", id},
                                             {"min", "0"},
                                             {"max", vocabulary - 1}});
  }
  return compute(op::embedding, {ids, table});
}

}  // namespace headsup
