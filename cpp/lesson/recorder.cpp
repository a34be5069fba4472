#include "lesson/recorder.h"

#include <algorithm>
#include <string>
#include <utility>

#include "headsup/tensor/refusal.h"
#include "lesson/checks.h"
#include "operations/operations.h"

namespace headsup {
namespace {

/// The field of change n in messages.
std::string change_field(Index n, const char* member) {
  return "changes[" + std::to_string(n) + "]." + member;
}

/// Refuses an index that has more axes than the step, or a place outside it.
void check_place(const Change& change, Index n, const Shape& shape) {
  Shape got = shape;
  bool is_inside = change.index.size() <= shape.size();
  for (Index axis = 0; is_inside && axis < change.index.size(); ++axis) {
    if (!change.index[axis]) continue;
    got[axis] = *change.index[axis];
    is_inside = got[axis] < shape[axis];
  }
  if (is_inside) return;
  std::string places;
  for (const auto& place : change.index)
    places.append(places.empty() ? "" : ", ").append(place ? std::to_string(*place) : ":");
  refuse(ErrorCode::bad_index,
         {{"field", change_field(n, "index")}, {"got", "(" + places + ")"}, {"wants", shape}});
}

/// The largest whole number that a step of ids, positions or bits can have; later steps use them as indices.
Index largest_whole(const Step& step, const Spec& spec) {
  if (step.operation == &op::pad) return spec.vocab_size - 1;
  return step.operation == &op::position_ids ? step.shape()[1] : 1;
}

void check_value(const Change& change, Index n, const Step& step, const Spec& spec) {
  const std::string field = change_field(n, "value");
  const bool are_scores = step.operation == &op::scaled_dot_product || step.operation == &op::masked_fill;
  if (is_floating(step.tensor.dtype())) return check_float(field, change.value, are_scores);
  check_whole(field, change.value, largest_whole(step, spec));
}

/// Without a target, S and T are the same length L; without d_attention, A is D; one head is as wide as its K numbers.
Recorder::Letters letters_of(const Spec& spec) {
  // The warm-up's axes are not the lesson's T and S.
  Recorder::Letters letters = {{"demo_T", "T"}, {"demo_S", "S"}};
  if (target_of(spec) == nullptr) letters.insert(letters.end(), {{"S", "L"}, {"T", "L"}});
  if (spec.lesson == Lesson::masked_self_attention) {
    letters.emplace_back("A", "K");
  } else if (!spec.d_attention) {
    letters.emplace_back("A", "D");
  }
  return letters;
}

}  // namespace

LessonRecorder::LessonRecorder(const Spec& spec, Trace& trace)
    : Recorder(trace, letters_of(spec)), spec_(spec) {
  check_at_most("changes", trace.changes.size(), Limits::changes);
}

void LessonRecorder::finish(Step& step) const {
  const Changes& changes = trace().changes;
  for (Index n = 0; n < changes.size(); ++n) {
    if (changes[n].name == step.name) change(step, n);
  }
}

void LessonRecorder::change(Step& step, Index n) const {
  const Change& change = trace().changes[n];
  const Shape shape = step.shape();
  check_place(change, n, shape);
  check_value(change, n, step, spec_);
  // The step may be a view of another one, whose numbers stay.
  step.tensor = step.tensor.clone();
  for (Index i = 0; i < step.tensor.count(); ++i) {
    const Shape at = index_of(shape, i);
    if (change.sets(step.name, at)) step.tensor.set(at, change.value);
  }
}

void LessonRecorder::check_changes() const {
  for (Index n = 0; n < trace().changes.size(); ++n) {
    const std::string& name = trace().changes[n].name;
    if (has(name)) continue;
    std::string known;
    for (const Step& step : trace().steps) known.append(known.empty() ? "" : ", ").append(step.name);
    refuse(ErrorCode::unknown_value,
           {{"field", change_field(n, "name")}, {"got", name.substr(0, 80)}, {"wants", known}});
  }
}

}  // namespace headsup
