#pragma once
// Shared by the readers of the three formats: building a state dict within the limits, and refusing a file.

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "headsup/lesson/spec.h"
#include "headsup/lesson/state_dict.h"

namespace headsup::files {

/// In bytes. Even JSON fits Limits::cells numbers.
constexpr std::uint64_t kLargestFile = 2'000'000'000;

/// Text from a file as a refusal shows it: cut to 80 bytes, with "?" for the control characters that a terminal would act
/// on.
std::string shown(std::string_view text);

/// Refuses `bad-file`. `field` is the name of a tensor or of a part of the file.
[[noreturn]] void refuse_file(std::string_view file, std::string_view field, std::string_view got,
                              std::string_view wants);

/// Collects the tensors of one file.
class StateDictBuilder {
 public:
  explicit StateDictBuilder(std::string_view file) : file_(file) {}

  [[noreturn]] void refuse_part(std::string_view field, std::string_view got, std::string_view wants) const {
    refuse_file(file_, field, got, wants);
  }
  [[noreturn]] void refuse_dtype(const std::string& name, std::string_view dtype) const {
    refuse_part(name, dtype, "float32; in PyTorch, w.float() makes it so");
  }

  /// How many more numbers the file may have.
  Index cells_left() const { return cells_left_; }

  /// The sizes as a shape. Call it before allocating anything of that size: it refuses too many axes, and more numbers
  /// than the file may still have.
  Shape checked_shape(const std::string& name, const std::vector<Index>& sizes) const;

  /// Adds a tensor. Refuses a name that was added before.
  void add(const std::string& name, Tensor tensor);

  /// The tensors, in the order in which they were added. Refuses a file without any.
  StateDict take();

 private:
  std::string_view file_;
  Index cells_left_ = Limits::cells;
  std::set<std::string> names_;
  StateDict dict_;
};

}  // namespace headsup::files
