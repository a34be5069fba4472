// Masks: bits, what they were compared from, and what they do to a score.
#include "trace/explain_ops.h"

namespace headsup::explain_ops {
namespace {

void broadcast_cell(const Context& c, const Step& from, const std::vector<Index>& index) {
  c.cell(from, broadcast_index(from.shape(), index));
}

}  // namespace

void not_equal(const Context& c) {
  c.cell(c.input(0), {c.out.index[0], c.out.index[2]});
  c.leaf("padId", static_cast<double>(std::get<CompareOrigin>(c.step.origin).pad_id));
}

void tril(const Context& c) {
  const Index* key = &c.out.index.back();
  c.leaf("query", static_cast<double>(*(key - 1)));
  c.leaf("key", static_cast<double>(*key));
}

void logical_and(const Context& c) {
  broadcast_cell(c, c.input(0), c.out.index);
  broadcast_cell(c, c.input(1), c.out.index);
}

void masked_fill(const Context& c) {
  c.cell(c.input(0), c.out.index);
  std::vector<Index> index = c.out.index;
  // Scores with heads have an axis more than the mask: unsqueeze(1) gives it one of size 1, which every head reads.
  if (index.size() == 4) index.erase(index.begin() + 1);
  broadcast_cell(c, c.input(1), index);
  c.fact("fill", static_cast<double>(std::get<FillOrigin>(c.step.origin).fill));
  c.fact("filled", c.out.terms[1].value != 0 ? 0.0 : 1.0);
}

}  // namespace headsup::explain_ops
