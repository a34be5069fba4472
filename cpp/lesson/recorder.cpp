#include "lesson/recorder.h"

#include <algorithm>
#include <utility>

namespace headsup {
namespace {

/// The words of a literal, which live as long as it does.
Names words(Name text) {
  Names found;
  while (!text.empty()) {
    const Name word = text.substr(0, text.find(' '));
    found.push_back(word);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return found;
}

}  // namespace

Step& Recorder::record(const char* name, Op op, const char* inputs, const char* axes,
                       const FloatTensor& tensor) {
  Step& step = add(name, op, inputs, axes);
  step.tensor = tensor;
  return step;
}

Step& Recorder::record(const char* name, Op op, const char* inputs, const char* axes,
                       const IntTensor& tensor) {
  Step& step = add(name, op, inputs, axes);
  step.tensor = tensor;
  return step;
}

Step& Recorder::record(const char* name, Op op, const char* inputs, const char* axes,
                       const BoolTensor& tensor) {
  Step& step = add(name, op, inputs, axes);
  step.tensor = tensor;
  return step;
}

/// Without a target, source and target are one length; without a width of their own, heads share d_model.
Name Recorder::letter(Name axis) const {
  if (target_of(spec_) == nullptr && (axis == "S" || axis == "T")) return "L";
  return !spec_.d_attention && axis == "A" ? "D" : axis;
}

Step& Recorder::add(const char* name, Op op, const char* inputs, const char* axes) {
  Step step{name, op, words(inputs), words(axes), {}, {}};
  for (Name& axis : step.axes) axis = letter(axis);
  trace_.steps.push_back(std::move(step));
  return trace_.steps.back();
}

}  // namespace headsup
