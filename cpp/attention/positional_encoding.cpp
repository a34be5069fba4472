#include "headsup/attention/positional_encoding.h"

#include "operations/operations.h"

namespace headsup {

Tensor positional_encoding(Index positions, Index d_model) {
  element_count({positions, d_model});  // refuses sizes that no memory holds
  return compute(op::sinusoid, {},
                 {{"length", static_cast<double>(positions)}, {"d_model", static_cast<double>(d_model)}});
}

Tensor position_ids(const Tensor& ids, std::int32_t pad_id) {
  if (ids.rank() != 2) refuse_shape("ids", ids.shape(), "(B, L)");
  return compute(op::position_ids, {ids}, {{"pad_id", static_cast<double>(pad_id)}});
}

}  // namespace headsup
