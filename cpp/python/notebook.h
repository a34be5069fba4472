#pragma once
// The code cells of a notebook's file (.ipynb, JSON).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace headsup::python {

struct Cell {
  std::string source;
  std::uint32_t number;  ///< counted from 1 among all cells
};

/// nullopt where the text is not a notebook.
std::optional<std::vector<Cell>> read_notebook(std::string_view text);

}  // namespace headsup::python
