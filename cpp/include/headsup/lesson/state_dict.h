#pragma once
// Weights from outside: tensors by name, as torch.nn.Module.state_dict() gives them.

#include <string>
#include <vector>

#include "headsup/tensor/tensor.h"

namespace headsup {

/// A parameter.
struct NamedTensor {
  std::string name;    ///< such as "w_q.weight"
  FloatTensor tensor;  ///< its numbers
};

/// In the order of the file or the module that they come from; no name twice.
using StateDict = std::vector<NamedTensor>;

}  // namespace headsup
