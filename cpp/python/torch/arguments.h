#pragma once
// The arguments of torch's functions, read from Python's values.

#include <string_view>
#include <vector>

#include "python/torch/session.h"

namespace headsup::python {

using Sizes = std::vector<std::int64_t>;

/// A tensor, or PyTorch's TypeError.
TensorObject& tensor_argument(const Call& call, std::size_t i);
/// A mask, for which PyTorch also takes uint8.
TensorObject& as_mask(Session& in, TensorObject& mask);
/// Whole numbers given one by one, in a list, a tuple or a torch.Size.
Sizes sizes_argument(const Call& call, std::size_t i);
/// A type: torch.float32, or Python's float, int or bool.
DType dtype_argument(const Call& call, std::size_t i, DType otherwise);
/// The type that a value stands for, or null.
const DType* dtype_of_value(Session& in, Value value);
/// A value that is no tensor, as an attribute of a step.
StepAttribute attribute_of(Session& in, Value value);
Shape shape_of(const Sizes& sizes);
/// Refuses every device but the CPU.
void check_device(const Call& call, std::size_t i);

}  // namespace headsup::python
