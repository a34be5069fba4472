// Sums of products, and softmax: both factors of every product are terms.
#include <cmath>

#include "headsup/attention/softmax.h"
#include "trace/explain_ops.h"

namespace headsup::explain_ops {
namespace {

double sum_of_products(const Context& c) {
  double sum = 0;
  for (Index i = 0; i + 1 < c.out.terms.size(); i += 2)
    sum += c.out.terms[i].value * c.out.terms[i + 1].value;
  return sum;
}

}  // namespace

Shape with_last(Shape index, Index last) {
  index.back() = last;
  return index;
}

void linear(const Context& c) {
  const Step& x = c.input(0);
  const Step& weight = c.input(1);
  const Index out = c.out.index.back();
  for (Index i = 0; i < x.shape().back(); ++i) {
    c.cell(x, with_last(c.out.index, i));
    c.cell(weight, {out, i});
  }
  c.fact("sum", sum_of_products(c));
  if (c.has_input(2)) c.cell(c.input(2), {out});
}

void scaled_dot_product(const Context& c) {
  const Step& q = c.input(0);
  const Step& k = c.input(1);
  const Index width = q.shape().back();
  const auto d_k = static_cast<double>(std::get<ScaleOrigin>(c.step.origin).d_k);
  const Index key = c.out.index.back();
  Shape k_index = c.out.index;
  k_index[k_index.size() - 2] = key;
  for (Index i = 0; i < width; ++i) {
    c.cell(q, with_last(c.out.index, i));
    c.cell(k, with_last(k_index, i));
  }
  c.fact("dot", sum_of_products(c));
  c.fact("dK", d_k);
  c.fact("divisor", std::sqrt(d_k));
}

void softmax(const Context& c) {
  const Step& x = c.input(0);
  const Index length = x.shape().back();
  for (Index i = 0; i < length; ++i) c.cell(x, with_last(c.out.index, i));
  const auto& scores = std::get<FloatTensor>(x.tensor).data;
  const SoftmaxRow row = softmax_row(scores.data() + offset_of(x.shape(), with_last(c.out.index, 0)), length);
  c.leaf("maximum", static_cast<double>(row.maximum));
  c.leaf("sum", row.sum);
  c.fact("position", static_cast<double>(c.out.index.back()));
  c.fact("maximum", static_cast<double>(row.maximum));
  c.fact("sum", row.sum);
}

void weighted_sum(const Context& c) {
  const Step& attention = c.input(0);
  const Step& v = c.input(1);
  Shape v_index = c.out.index;
  for (Index s = 0; s < attention.shape().back(); ++s) {
    c.cell(attention, with_last(c.out.index, s));
    v_index[v_index.size() - 2] = s;
    c.cell(v, v_index);
  }
  c.fact("sum", sum_of_products(c));
}

void conv1d(const Context& c) {
  const Step& x = c.input(0);
  const Step& weight = c.input(1);
  // The result has its channels in the middle, (B, F, L), or its positions, (B, L, D); what it is made of the other.
  const bool to_channels = c.step.axes[1] == "F";
  const Index out = c.out.index[to_channels ? 1 : 2];
  const Index position = c.out.index[to_channels ? 2 : 1];
  for (Index i = 0; i < weight.shape()[1]; ++i) {
    c.cell(x, {c.out.index[0], to_channels ? position : i, to_channels ? i : position});
    c.cell(weight, {out, i, 0});
  }
  c.fact("sum", sum_of_products(c));
  if (c.has_input(2)) c.cell(c.input(2), {out});
}

}  // namespace headsup::explain_ops
