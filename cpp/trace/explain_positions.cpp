// Positions: the table of sinusoids, and which of its rows a token gets.
#include "headsup/attention/positional_encoding.h"
#include "trace/explain_ops.h"

namespace headsup::explain_ops {

void sinusoid(const Context& c) {
  const Index position = c.out.index[0];
  const Index column = c.out.index[1];
  const Sinusoid wave = headsup::sinusoid(position, column, c.step.shape()[1]);
  c.leaf("position", static_cast<double>(position));
  c.leaf("column", static_cast<double>(column));
  c.fact("period", wave.period);
  c.fact("angle", wave.angle);
  c.fact("part", wave.cosine ? "cos" : "sin");
}

void position_ids(const Context& c) {
  c.cell(c.input(0), c.out.index);
  c.leaf("padId", static_cast<double>(std::get<CompareOrigin>(c.step.origin).pad_id));
  c.leaf("place", static_cast<double>(c.out.index[1] + 1));
}

}  // namespace headsup::explain_ops
