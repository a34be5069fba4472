#pragma once
// Parameters by name, as torch.nn.Module.state_dict() gives them.

#include <string>
#include <vector>

#include "headsup/tensor/tensor.h"

namespace headsup {

/// A parameter.
struct NamedTensor {
  std::string name;  ///< such as "w_q.weight"
  Tensor tensor;     ///< its numbers
};

/// In the order of their file or module; no name twice.
using StateDict = std::vector<NamedTensor>;

}  // namespace headsup
