// Operations that move numbers without changing them: padding, embedding, view, transpose.
#include "trace/explain_ops.h"

namespace headsup::explain_ops {

void pad(const Context& c) {
  const auto& origin = std::get<PadOrigin>(c.step.origin);
  const bool token = c.out.index[1] < origin.lengths[c.out.index[0]];
  if (token) {
    c.leaf(origin.field, c.out.index, c.out.value);
  } else {
    c.leaf("padId", static_cast<double>(origin.pad_id));
  }
  c.fact("padded", token ? 0.0 : 1.0);
}

void embedding(const Context& c) {
  Shape id_index = c.out.index;
  id_index.pop_back();
  c.cell(c.input(0), id_index);
  const double id = c.out.terms[0].value;
  c.cell(c.input(1), {static_cast<Index>(id), c.out.index.back()});
  c.fact("token", id);
}

void view(const Context& c) {
  c.cell(c.input(0), index_of(c.input(0).shape(), offset_of(c.step.shape(), c.out.index)));
}

void transpose(const Context& c) {
  Shape index = c.out.index;
  std::swap(index[1], index[2]);
  c.cell(c.input(0), index);
}

}  // namespace headsup::explain_ops
