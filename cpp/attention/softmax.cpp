#include "headsup/attention/softmax.h"

#include "operations/operations.h"

namespace headsup {

Tensor softmax(const Tensor& x) {
  if (x.rank() == 0) refuse_shape("x", x.shape(), "at least one axis");
  return compute(op::softmax, {x}, {{"dim", -1.0}});
}

}  // namespace headsup
