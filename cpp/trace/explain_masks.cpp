// Masks: bits, what they were compared from, and what they do to a score.
#include "trace/explain_ops.h"

namespace headsup::explain_ops {

void compare(const Context& c) {
  c.cell(c.input(0), {c.out.index[0], c.out.index[2]});
  c.leaf("padId", static_cast<double>(std::get<CompareOrigin>(c.step.origin).pad_id));
}

void triangle(const Context& c) {
  const Index* key = &c.out.index.back();
  c.leaf("query", static_cast<double>(*(key - 1)));
  c.leaf("key", static_cast<double>(*key));
}

void logical(const Context& c) {
  for (Index i = 0; c.has_input(i); ++i) c.broadcast_cell(c.input(i), c.out.index);
}

void masked_fill(const Context& c) {
  c.cell(c.input(0), c.out.index);
  Shape index = c.out.index;
  // Scores with heads have an axis more than the mask: unsqueeze(1) gives it one of size 1, which every head reads.
  if (index.size() == 4) index.erase(index.begin() + 1);
  c.broadcast_cell(c.input(1), index);
  const auto& origin = std::get<FillOrigin>(c.step.origin);
  const double masked_bit = origin.masked_bit;
  c.fact("fill", static_cast<double>(origin.fill));
  c.fact("maskedBit", masked_bit);
  c.fact("filled", c.out.terms[1].value == masked_bit ? 1.0 : 0.0);
}

}  // namespace headsup::explain_ops
