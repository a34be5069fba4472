#include "headsup/trace/explain.h"

#include "headsup/tensor/refusal.h"
#include "trace/explain_ops.h"

namespace headsup {
namespace explain_ops {

void Context::leaf(Name name, const Shape& index, double value) const {
  out.terms.push_back({name, index, value});
}
void Context::leaf(const char* name, double value) const {
  leaf(name, {}, value);
}
void Context::cell(const Step& from, const Shape& index) const {
  leaf(from.name, index, from.at(index));
}
void Context::broadcast_cell(const Step& from, const Shape& index) const {
  cell(from, broadcast_index(from.shape(), index));
}
void Context::fact(const char* name, double value) const {
  out.detail.emplace_back(name, value);
}
void Context::fact(const char* name, const char* word) const {
  out.detail.emplace_back(name, Name(word));
}

}  // namespace explain_ops
namespace {

void explain_op(const explain_ops::Context& c) {
  switch (c.step.op) {
    case Op::normal:
      return explain_ops::normal(c);
    case Op::uniform:
      return explain_ops::uniform(c);
    case Op::given:
      return explain_ops::given(c);
    case Op::constant:
      return explain_ops::constant(c);
    case Op::pad:
      return explain_ops::pad(c);
    case Op::embedding:
      return explain_ops::embedding(c);
    case Op::sinusoid:
      return explain_ops::sinusoid(c);
    case Op::position_ids:
      return explain_ops::position_ids(c);
    case Op::add:
      return explain_ops::add(c);
    case Op::not_equal:
    case Op::eq:
      return explain_ops::compare(c);
    case Op::tril:
    case Op::triu:
      return explain_ops::triangle(c);
    case Op::logical_and:
    case Op::logical_or:
      return explain_ops::logical(c);
    case Op::linear:
      return explain_ops::linear(c);
    case Op::view:
      return explain_ops::view(c);
    case Op::transpose:
      return explain_ops::transpose(c);
    case Op::scaled_dot_product:
      return explain_ops::scaled_dot_product(c);
    case Op::masked_fill:
      return explain_ops::masked_fill(c);
    case Op::softmax:
      return explain_ops::softmax(c);
    case Op::weighted_sum:
      return explain_ops::weighted_sum(c);
    case Op::conv1d:
      return explain_ops::conv1d(c);
    case Op::gelu:
      return explain_ops::gelu(c);
    case Op::relu:
      return explain_ops::relu(c);
    case Op::layer_norm:
      return explain_ops::layer_norm(c);
  }
}

void check_index(const Step& step, const Shape& index) {
  const Shape& shape = step.shape();
  bool inside = index.size() == shape.size();
  for (Index axis = 0; inside && axis < shape.size(); ++axis) inside = index[axis] < shape[axis];
  if (inside) return;
  refuse("bad-index", {{"field", "index"}, {"got", to_string(index)}, {"wants", to_string(shape)}});
}

}  // namespace

Explanation explain(const Trace& trace, Name name, const Shape& index) {
  const Step& step = trace[name];
  check_index(step, index);
  Explanation explanation{step.name, index, step.at(index), step.op, {}, {}};
  explain_op({trace, step, explanation});
  return explanation;
}

}  // namespace headsup
