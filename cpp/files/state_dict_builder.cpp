#include "files/state_dict_builder.h"

#include <algorithm>
#include <utility>

#include "headsup/tensor/refusal.h"

namespace headsup::files {
namespace {

constexpr std::size_t kMaxShown = 80;

/// Whether a byte is in a UTF-8 character, but not its first.
bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

}  // namespace

std::string shown(std::string_view text) {
  std::size_t length = std::min(text.size(), kMaxShown);
  while (length < text.size() && length > 0 && is_continuation(text[length])) --length;
  std::string result(text.substr(0, length));
  std::replace_if(result.begin(), result.end(), is_control, '?');
  return length < text.size() ? result + "…" : result;
}

void refuse_file(std::string_view file, std::string_view field, std::string_view got,
                 std::string_view wants) {
  refuse(ErrorCode::bad_file,
         {{"file", file}, {"field", shown(field)}, {"got", shown(got)}, {"wants", wants}});
}

Shape StateDictBuilder::checked_shape(const std::string& name, const std::vector<Index>& sizes) const {
  if (sizes.size() > kMostAxes) {
    refuse_part(name, std::to_string(sizes.size()) + " axes", "at most " + std::to_string(kMostAxes));
  }
  Index cells = 1;
  for (const Index size : sizes) {
    // A zero counts as 1, so that sizes of other axes are checked even where the tensor has no numbers.
    const Index factor = std::max<Index>(size, 1);
    if (cells > cells_left_ / factor) {
      refuse_part(name, "shape " + to_string(Shape(sizes)),
                  "at most " + std::to_string(Limits::cells) + " numbers in the whole file");
    }
    cells *= factor;
  }
  return Shape(sizes);
}

void StateDictBuilder::add(const std::string& name, Tensor tensor) {
  if (!names_.insert(name).second) refuse_part(name, "the name twice", "every name once");
  cells_left_ -= tensor.count();
  dict_.push_back({.name = name, .tensor = std::move(tensor)});
}

StateDict StateDictBuilder::take() {
  if (dict_.empty()) refuse_part("tensors", "none", "at least one");
  return std::move(dict_);
}

}  // namespace headsup::files
