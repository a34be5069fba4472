#include "headsup/tensor/tensor.h"

#include <algorithm>
#include <limits>

#include "headsup/tensor/refusal.h"

namespace headsup {

Index element_count(const Shape& shape) {
  // A product that wrapped around would make a small tensor of a large shape.
  constexpr Index kMost = std::numeric_limits<std::ptrdiff_t>::max() / sizeof(double);
  Index count = 1;
  for (const Index size : shape) {
    if (size > std::numeric_limits<std::ptrdiff_t>::max()) refuse_shape("shape", shape, "no negative size");
    if (size != 0 && count > kMost / size) {
      refuse("too-large", {{"field", "shape"}, {"got", shape}, {"max", kMost}});
    }
    count *= size;
  }
  return count;
}

void refuse_shape(std::string_view field, const Shape& got, std::string_view wants) {
  refuse_shape(field, to_string(got), wants);
}

void refuse_shape(std::string_view field, std::string_view got, std::string_view wants) {
  refuse("shape-mismatch", {{"field", field}, {"got", got}, {"wants", wants}});
}

Index offset_of(const Shape& shape, const Shape& index) {
  Index offset = 0;
  for (Index axis = 0; axis < shape.size(); ++axis) offset = offset * shape[axis] + index[axis];
  return offset;
}

Index checked_offset(const Shape& shape, const Shape& index) {
  bool inside = index.size() == shape.size();
  for (Index axis = 0; inside && axis < shape.size(); ++axis) inside = index[axis] < shape[axis];
  if (!inside) refuse("bad-index", {{"field", "index"}, {"got", index}, {"wants", shape}});
  return offset_of(shape, index);
}

Shape index_of(const Shape& shape, Index offset) {
  Shape index = Shape::zeros(shape.size());
  for (Index axis = shape.size(); axis-- > 0;) {
    index[axis] = offset % shape[axis];
    offset /= shape[axis];
  }
  return index;
}

Shape broadcast_shapes(const Shape& a, const Shape& b, std::string_view field) {
  Shape result = Shape::zeros(std::max(a.size(), b.size()));
  for (Index from_end = 0; from_end < result.size(); ++from_end) {
    const Index size_a = from_end < a.size() ? a[a.size() - 1 - from_end] : 1;
    const Index size_b = from_end < b.size() ? b[b.size() - 1 - from_end] : 1;
    if (size_a != size_b && size_a != 1 && size_b != 1) {
      refuse_shape(field, b, "a shape that broadcasts with " + to_string(a));
    }
    result[result.size() - 1 - from_end] = size_a == 1 ? size_b : size_a;
  }
  return result;
}

Shape unsqueezed(Shape shape, Index axis) {
  if (axis > shape.size()) {
    refuse("out-of-range", {{"field", "axis"}, {"got", axis}, {"min", "0"}, {"max", shape.size()}});
  }
  shape.insert(shape.begin() + axis, 1);
  return shape;
}

Shape broadcast_index(const Shape& from, const Shape& index) {
  const Index missing = index.size() - from.size();
  Shape read = Shape::zeros(from.size());
  for (Index axis = 0; axis < from.size(); ++axis) read[axis] = from[axis] == 1 ? 0 : index[axis + missing];
  return read;
}

Index broadcast_offset(const Shape& from, const Shape& shape, Index offset) {
  Index read = 0;
  Index stride = 1;
  for (Index from_end = 0; from_end < from.size(); ++from_end) {
    const Index size = from[from.size() - 1 - from_end];
    const Index result_size = shape[shape.size() - 1 - from_end];
    if (size != 1) read += offset % result_size * stride;
    offset /= result_size;
    stride *= size;
  }
  return read;
}

}  // namespace headsup
