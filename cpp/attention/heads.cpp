#include "headsup/attention/heads.h"

#include "headsup/tensor/refusal.h"

namespace headsup {

void check_heads(Index num_heads, Index width, const char* field, const char* other) {
  // Any number divides 0, which would allow any number of heads of width 0.
  if (num_heads != 0 && width != 0 && width % num_heads == 0) return;
  refuse(ErrorCode::heads_do_not_divide,
         {{"field", field}, {"got", num_heads}, {"other", other}, {"max", width}});
}

Tensor split_heads(const Tensor& x, Index num_heads) {
  if (x.rank() != 3) refuse_shape("x", x.shape(), "(B, L, A)");
  const Index width = x.size(-1);
  check_heads(num_heads, width);
  return x.reshape({x.size(0), x.size(1), num_heads, width / num_heads});
}

Tensor merge_heads(const Tensor& x) {
  if (x.rank() != 4) refuse_shape("x", x.shape(), "(B, L, H, K)");
  return x.reshape({x.size(0), x.size(1), element_count({x.size(2), x.size(3)})});
}

Tensor transpose_heads(const Tensor& x) {
  if (x.rank() != 4) refuse_shape("x", x.shape(), "four axes");
  return x.transpose(1, 2).contiguous();
}

}  // namespace headsup
