#include "headsup/attention/heads.h"

#include <algorithm>

#include "headsup/tensor/refusal.h"

namespace headsup {

FloatTensor split_heads(const FloatTensor& x, Index num_heads) {
  if (x.rank() != 3) refuse_shape("x", x.shape, "(B, L, A)");
  const Index width = x.shape[2];
  // Any number divides 0, but heads of no width would be as many as one likes.
  if (num_heads == 0 || width == 0 || width % num_heads != 0) {
    refuse("heads-do-not-divide", {{"field", "numHeads"},
                                   {"got", std::to_string(num_heads)},
                                   {"other", "dModel"},
                                   {"max", std::to_string(width)}});
  }
  return {{x.shape[0], x.shape[1], num_heads, width / num_heads}, x.data};
}

FloatTensor join_heads(const FloatTensor& x) {
  if (x.rank() != 4) refuse_shape("x", x.shape, "(B, L, H, K)");
  return {{x.shape[0], x.shape[1], x.shape[2] * x.shape[3]}, x.data};
}

FloatTensor transpose_heads(const FloatTensor& x) {
  if (x.rank() != 4) refuse_shape("x", x.shape, "four axes");
  const Index batch = x.shape[0];
  const Index first = x.shape[1];
  const Index second = x.shape[2];
  const Index width = x.shape[3];
  FloatTensor out({batch, second, first, width});
  for (Index b = 0; b < batch; ++b) {
    for (Index i = 0; i < first; ++i) {
      for (Index j = 0; j < second; ++j) {
        const auto from =
            x.data.begin() + static_cast<std::ptrdiff_t>(((b * first + i) * second + j) * width);
        std::copy(from, from + static_cast<std::ptrdiff_t>(width),
                  out.data.begin() + static_cast<std::ptrdiff_t>(((b * second + j) * first + i) * width));
      }
    }
  }
  return out;
}

}  // namespace headsup
