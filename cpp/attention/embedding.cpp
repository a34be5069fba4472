#include "headsup/attention/embedding.h"

#include "headsup/tensor/refusal.h"
#include "tensor/eigen_views.h"

namespace headsup {

FloatTensor embedding(const IntTensor& ids, const FloatTensor& table) {
  if (table.rank() != 2) refuse_shape("table", table.shape, "(V, D)");
  const Index vocabulary = table.shape[0];
  if (vocabulary == 0 && !ids.data.empty())
    refuse_shape("table", table.shape, "(V, D) with at least one row");
  Shape shape = ids.shape;
  shape.push_back(table.shape[1]);
  FloatTensor out(shape);
  const auto table_rows = rows_view(table);
  auto out_rows = rows_view(out);
  for (Index i = 0; i < ids.data.size(); ++i) {
    const std::int32_t id = ids.data[i];
    if (id < 0 || static_cast<Index>(id) >= vocabulary) {
      refuse("id-out-of-vocabulary", {{"field", "ids" + to_string(index_of(ids.shape, i))},
                                      {"got", id},
                                      {"min", "0"},
                                      {"max", vocabulary - 1}});
    }
    out_rows.row(to_eigen(i)) = table_rows.row(Eigen::Index{id});
  }
  return out;
}

}  // namespace headsup
