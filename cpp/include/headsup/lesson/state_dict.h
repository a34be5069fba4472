#pragma once
// Parameters by name, as torch.nn.Module.state_dict() gives them.

#include <string>
#include <string_view>
#include <vector>

#include "headsup/tensor/tensor.h"

namespace headsup {

/// A parameter.
struct NamedTensor {
  std::string name;  ///< such as "w_q.weight"
  Tensor tensor;     ///< its numbers
};

/// In the order of their file or module; no name twice. A vector, besides the lookups by name.
class StateDict : public std::vector<NamedTensor> {
 public:
  using std::vector<NamedTensor>::vector;
  using std::vector<NamedTensor>::at;

  /// Whether there is a parameter of that name.
  bool contains(std::string_view name) const { return find(name) != nullptr; }
  /// The parameter of that name, or null.
  /// @{
  const Tensor* find(std::string_view name) const&;
  const Tensor* find(std::string_view name) const&& = delete;
  /// @}
  /// The parameter of that name; a copy, which shares its numbers. Refuses `missing`, and says what there is.
  Tensor at(std::string_view name) const;
};

}  // namespace headsup
