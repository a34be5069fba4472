#include "headsup/attention/heads.h"

#include "headsup/tensor/refusal.h"
#include "tensor/eigen_views.h"

namespace headsup {

void check_heads(Index num_heads, Index width, const char* field, const char* other) {
  // Any number divides 0, which would allow any number of heads of width 0.
  if (num_heads != 0 && width != 0 && width % num_heads == 0) return;
  refuse("heads-do-not-divide", {{"field", field}, {"got", num_heads}, {"other", other}, {"max", width}});
}

FloatTensor split_heads(const FloatTensor& x, Index num_heads) {
  if (x.rank() != 3) refuse_shape("x", x.shape, "(B, L, A)");
  const Index width = x.shape[2];
  check_heads(num_heads, width);
  return {{x.shape[0], x.shape[1], num_heads, width / num_heads}, x.data};
}

FloatTensor merge_heads(const FloatTensor& x) {
  if (x.rank() != 4) refuse_shape("x", x.shape, "(B, L, H, K)");
  return {{x.shape[0], x.shape[1], element_count({x.shape[2], x.shape[3]})}, x.data};
}

FloatTensor transpose_heads(const FloatTensor& x) {
  if (x.rank() != 4) refuse_shape("x", x.shape, "four axes");
  const Index length = x.shape[1];
  const Index heads = x.shape[2];
  const Index width = x.shape[3];
  FloatTensor out({x.shape[0], heads, length, width});
  const Eigen::Index rows = to_eigen(length);
  const Eigen::Index cols = to_eigen(width);
  for (Index start = 0; start < x.data.size(); start += length * heads * width) {
    const auto side_by_side = view(&x.data[start], length, heads * width);
    auto stacked = view(&out.data[start], heads * length, width);
    for (Eigen::Index h = 0; h < to_eigen(heads); ++h) {
      stacked.middleRows(h * rows, rows) = side_by_side.middleCols(h * cols, cols);
    }
  }
  return out;
}

}  // namespace headsup
