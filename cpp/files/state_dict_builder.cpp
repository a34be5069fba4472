#include "files/state_dict_builder.h"

#include <algorithm>
#include <utility>

#include "headsup/tensor/refusal.h"

namespace headsup::files {
namespace {

constexpr std::size_t kLongest = 80;

/// Whether a byte goes on with a character of UTF-8.
bool goes_on(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
}

}  // namespace

std::string shown(std::string_view words) {
  std::size_t length = std::min(words.size(), kLongest);
  while (length < words.size() && length > 0 && goes_on(words[length])) --length;
  std::string result(words.substr(0, length));
  std::replace_if(result.begin(), result.end(), is_control, '?');
  return length < words.size() ? result + "…" : result;
}

void refuse_file(std::string_view file, std::string_view field, std::string_view got,
                 std::string_view wants) {
  refuse("bad-file", {{"file", std::string(file)},
                      {"field", shown(field)},
                      {"got", shown(got)},
                      {"wants", std::string(wants)}});
}

Shape StateDictBuilder::checked_shape(const std::string& name, const std::vector<Index>& sizes) const {
  if (sizes.size() > kMostAxes) {
    refuse_part(name, std::to_string(sizes.size()) + " axes", "at most " + std::to_string(kMostAxes));
  }
  Index cells = 1;
  for (const Index size : sizes) {
    // Sizes beside a zero are multiplied too, so that no product of sizes overflows anywhere.
    const Index factor = std::max<Index>(size, 1);
    if (cells > cells_left_ / factor) {
      refuse_part(name, "shape " + to_string(Shape(sizes)),
                  "at most " + std::to_string(Limits::cells) + " numbers in the whole file");
    }
    cells *= factor;
  }
  return Shape(sizes);
}

void StateDictBuilder::add(const std::string& name, FloatTensor tensor) {
  if (!names_.insert(name).second) refuse_part(name, "the name twice", "every name once");
  cells_left_ -= tensor.data.size();
  dict_.push_back({name, std::move(tensor)});
}

StateDict StateDictBuilder::take() {
  if (dict_.empty()) refuse_part("tensors", "none", "at least one");
  return std::move(dict_);
}

}  // namespace headsup::files
