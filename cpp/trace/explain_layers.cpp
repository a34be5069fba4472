// Sums, activations and layer norms.
#include "attention/elementary.h"
#include "headsup/attention/layer_norm.h"
#include "trace/explain_ops.h"

namespace headsup::explain_ops {

void add(const Context& c) {
  c.broadcast_cell(c.input(0), c.out.index);
  c.broadcast_cell(c.input(1), c.out.index);
}

void gelu(const Context& c) {
  c.cell(c.input(0), c.out.index);
  c.fact("cdf", normal_cdf(c.out.terms[0].value));
}

void relu(const Context& c) {
  c.cell(c.input(0), c.out.index);
}

void layer_norm(const Context& c) {
  const Step& x = c.input(0);
  const Index width = x.shape().back();
  const Index column = c.out.index.back();
  for (Index i = 0; i < width; ++i) c.cell(x, with_last(c.out.index, i));
  const auto& numbers = std::get<FloatTensor>(x.tensor).data;
  const RowMoments moments =
      row_moments(numbers.data() + offset_of(x.shape(), with_last(c.out.index, 0)), width, kLayerNormEps);
  c.leaf("mean", moments.mean);
  c.leaf("rstd", moments.rstd);
  c.cell(c.input(1), {column});
  c.cell(c.input(2), {column});
  c.fact("position", static_cast<double>(column));
  c.fact("mean", moments.mean);
  c.fact("rstd", moments.rstd);
  c.fact("eps", kLayerNormEps);
}

}  // namespace headsup::explain_ops
