#include "headsup/trace/trace.h"

#include "headsup/tensor/refusal.h"

namespace headsup {

const char* to_string(Op op) {
  switch (op) {
    case Op::normal:
      return "normal";
    case Op::uniform:
      return "uniform";
    case Op::given:
      return "given";
    case Op::constant:
      return "constant";
    case Op::pad:
      return "pad";
    case Op::embedding:
      return "embedding";
    case Op::sinusoid:
      return "sinusoid";
    case Op::position_ids:
      return "position_ids";
    case Op::add:
      return "add";
    case Op::not_equal:
      return "not_equal";
    case Op::eq:
      return "eq";
    case Op::tril:
      return "tril";
    case Op::triu:
      return "triu";
    case Op::logical_and:
      return "logical_and";
    case Op::logical_or:
      return "logical_or";
    case Op::linear:
      return "linear";
    case Op::view:
      return "view";
    case Op::transpose:
      return "transpose";
    case Op::scaled_dot_product:
      return "scaled_dot_product";
    case Op::masked_fill:
      return "masked_fill";
    case Op::softmax:
      return "softmax";
    case Op::weighted_sum:
      return "weighted_sum";
    case Op::conv1d:
      return "conv1d";
    case Op::gelu:
      return "gelu";
    case Op::relu:
      return "relu";
    case Op::layer_norm:
      return "layer_norm";
  }
  return "";
}

const Shape& Step::shape() const {
  return std::visit([](const auto& t) -> const Shape& { return t.shape; }, tensor);
}

double Step::at(Index offset) const {
  return std::visit([offset](const auto& t) { return static_cast<double>(t.data[offset]); }, tensor);
}

const Step* Trace::find(Name name) const {
  for (const Step& step : steps) {
    if (step.name == name) return &step;
  }
  return nullptr;
}

const Step& Trace::operator[](Name name) const {
  const Step* step = find(name);
  if (step == nullptr) refuse("unknown-step", {{"got", std::string(name)}});
  return *step;
}

}  // namespace headsup
