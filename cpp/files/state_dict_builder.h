#pragma once
// What the readers of the three formats share: a state dict that grows within the limits, and how a file is refused.

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "headsup/lesson/spec.h"
#include "headsup/lesson/state_dict.h"

namespace headsup::files {

/// In bytes: more than JSON needs for as many numbers as there may be.
constexpr std::uint64_t kLargestFile = 2'000'000'000;

/// Words that come from a file, for a refusal. They may be anything: they are cut short, and what a terminal would act on
/// becomes "?".
std::string shown(std::string_view words);

/// Refuses `bad-file`. `field` is the tensor or the part of the file.
[[noreturn]] void refuse_file(std::string_view file, std::string_view field, std::string_view got,
                              std::string_view wants);

class StateDictBuilder {
 public:
  explicit StateDictBuilder(std::string_view file) : file_(file) {}

  [[noreturn]] void refuse_part(std::string_view field, std::string_view got, std::string_view wants) const {
    refuse_file(file_, field, got, wants);
  }
  [[noreturn]] void refuse_dtype(const std::string& name, std::string_view dtype) const {
    refuse_part(name, dtype, "float32; in PyTorch, w.float() makes it so");
  }

  /// How many numbers the file may still bring.
  Index cells_left() const { return cells_left_; }

  /// The shape that a tensor has; to be asked for before anything of that size is allocated. Refuses too many axes, and
  /// more numbers than the file may still bring.
  Shape checked_shape(const std::string& name, const std::vector<Index>& sizes) const;

  /// Refuses a name that is there already.
  void add(const std::string& name, FloatTensor tensor);

  /// The tensors, in the order in which they came. Refuses a file without any.
  StateDict take();

 private:
  std::string_view file_;
  Index cells_left_ = Limits::cells;
  std::set<std::string> names_;
  StateDict dict_;
};

}  // namespace headsup::files
