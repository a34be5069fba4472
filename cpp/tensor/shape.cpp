#include "headsup/tensor/shape.h"

#include "headsup/tensor/refusal.h"

namespace headsup {

Index Shape::checked(Index count) {
  if (count <= kMostAxes) return count;
  refuse(ErrorCode::too_large, {{"field", "axes"}, {"got", count}, {"max", kMostAxes}});
}

void Shape::insert(iterator before, Index size) {
  checked(size_ + 1);
  std::copy_backward(before, end(), end() + 1);
  *before = size;
  ++size_;
}

void Shape::erase(iterator at) {
  std::copy(at + 1, end(), at);
  --size_;
}

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (Index axis = 0; axis < shape.size(); ++axis) {
    if (axis > 0) text += ", ";
    // A negative number that became a size is shown as what it was.
    text += std::to_string(static_cast<std::ptrdiff_t>(shape[axis]));
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

}  // namespace headsup
