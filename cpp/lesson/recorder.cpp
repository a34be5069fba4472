#include "lesson/recorder.h"

#include <algorithm>
#include <utility>

namespace headsup {
namespace {

/// The names in a text that are separated by single spaces.
Names split(Name text) {
  Names names;
  while (!text.empty()) {
    const Name name = text.substr(0, text.find(' '));
    names.push_back(name);
    text.remove_prefix(std::min(text.size(), name.size() + 1));
  }
  return names;
}

}  // namespace

/// Without a target, S and T are the same length L; without d_attention, A is D.
Name Recorder::letter(Name axis) const {
  if (target_of(spec_) == nullptr && (axis == "S" || axis == "T")) return "L";
  return !spec_.d_attention && axis == "A" ? "D" : axis;
}

Step& Recorder::record(const char* name, Op op, const char* inputs, const char* axes, AnyTensor tensor) {
  Step step{
      .name = name, .op = op, .inputs = split(inputs), .axes = split(axes), .tensor = std::move(tensor)};
  for (Name& axis : step.axes) axis = letter(axis);
  trace_.steps.push_back(std::move(step));
  return trace_.steps.back();
}

}  // namespace headsup
