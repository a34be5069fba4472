#include "attention/tensor.h"

#include <algorithm>

#include "attention/refusal.h"

namespace headsup {

Index element_count(const Shape& shape) {
  Index count = 1;
  for (const Index size : shape) count *= size;
  return count;
}

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (Index axis = 0; axis < shape.size(); ++axis) {
    if (axis > 0) text += ", ";
    text += std::to_string(shape[axis]);
  }
  return text + (shape.size() == 1 ? ",)" : ")");
}

Index offset_of(const Shape& shape, const std::vector<Index>& index) {
  Index offset = 0;
  for (Index axis = 0; axis < shape.size(); ++axis) offset = offset * shape[axis] + index[axis];
  return offset;
}

std::vector<Index> index_of(const Shape& shape, Index offset) {
  std::vector<Index> index(shape.size());
  for (Index axis = shape.size(); axis-- > 0;) {
    index[axis] = offset % shape[axis];
    offset /= shape[axis];
  }
  return index;
}

Shape broadcast_shapes(const Shape& a, const Shape& b, const std::string& field) {
  Shape result(std::max(a.size(), b.size()));
  for (Index from_end = 0; from_end < result.size(); ++from_end) {
    const Index size_a = from_end < a.size() ? a[a.size() - 1 - from_end] : 1;
    const Index size_b = from_end < b.size() ? b[b.size() - 1 - from_end] : 1;
    if (size_a != size_b && size_a != 1 && size_b != 1) {
      refuse("shape-mismatch", {{"field", field}, {"got", to_string(b)}, {"wants", "a shape that broadcasts with " + to_string(a)}});
    }
    result[result.size() - 1 - from_end] = size_a == 1 ? size_b : size_a;
  }
  return result;
}

std::vector<Index> broadcast_index(const Shape& from, const std::vector<Index>& index) {
  const Index missing = index.size() - from.size();
  std::vector<Index> read(from.size());
  for (Index axis = 0; axis < from.size(); ++axis) read[axis] = from[axis] == 1 ? 0 : index[axis + missing];
  return read;
}

}  // namespace headsup
