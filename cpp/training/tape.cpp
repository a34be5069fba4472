#include "training/tape.h"

namespace headsup::training {

Tensor as_tensor(const Shape& shape, const Matrix& matrix) {
  return tensor_of<float>(shape, std::vector<float>(matrix.data(), matrix.data() + matrix.size()));
}

Node::Node(std::string name_of, const Shape& shape_of) : name(std::move(name_of)), shape(shape_of) {
  const Index cols = shape.back();
  const Index rows = element_count(shape) / cols;
  value.setZero(to_eigen(rows), to_eigen(cols));
}

void Tape::forward() {
  for (const auto& operation : operations_) operation->forward();
}

void Tape::backward() {
  for (Node& node : nodes_) node.mark_gradient_stale();
  for (auto operation = operations_.rbegin(); operation != operations_.rend(); ++operation) {
    (*operation)->backward();
  }
}

}  // namespace headsup::training
