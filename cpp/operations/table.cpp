#include "operations/table.h"

#include <algorithm>

namespace headsup {

std::vector<const Operation*> all_operations() {
  std::vector<const Operation*> all;
  for (const Family family : {elementwise_operations(), mask_operations(), shape_operations(),
                              row_operations(), normalising_operations(), loss_operations(),
                              product_operations(), optimizer_operations(), source_operations()})
    all.insert(all.end(), family.begin(), family.end());
  return all;
}

const Operation* find_operation(Name name) {
  const std::vector<const Operation*> all = all_operations();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Operation* each) { return each->name == name; });
  return found == all.end() ? nullptr : *found;
}

}  // namespace headsup
