#include "lesson/recorder.h"

#include <algorithm>
#include <string>
#include <utility>

#include "headsup/tensor/refusal.h"
#include "lesson/checks.h"
#include "operations/operations.h"

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

}  // namespace

Recorder::Recorder(const Spec& spec, Trace& trace) : spec_(spec), trace_(trace) {
  check_at_most("changes", trace.changes.size(), Limits::changes);
}

/// Without a target, S and T are the same length L; without d_attention, A is D; one head is as wide as its K numbers.
Name Recorder::letter(Name axis) const {
  if (axis == "demo_T" || axis == "demo_S") return axis.substr(5);
  if (target_of(spec_) == nullptr && (axis == "S" || axis == "T")) return "L";
  if (axis != "A") return axis;
  if (spec_.lesson == Lesson::masked_self_attention) return "K";
  return spec_.d_attention ? axis : "D";
}

Name Recorder::run(Name name, const Operation& operation, const Names& inputs, Name axes,
                   Attributes attributes) {
  Step step{.name = std::string(name), .operation = &operation};
  std::vector<Tensor> operands;
  for (const Name input : inputs) {
    step.inputs.push_back(trace_.place_of(input));
    operands.push_back(trace_.steps[step.inputs.back()].tensor);
  }
  step.tensor = compute(operation, operands, attributes);
  step.attributes = std::move(attributes);
  add(std::move(step), axes);
  return name;
}

void Recorder::record(Name name, const Operation& operation, Name axes, Tensor tensor,
                      Attributes attributes) {
  add({.name = std::string(name),
       .operation = &operation,
       .attributes = std::move(attributes),
       .tensor = std::move(tensor)},
      axes);
}

void Recorder::add(Step step, Name axes) {
  step.axes = split(axes);
  for (Name& axis : step.axes) axis = letter(axis);
  for (Index n = 0; n < trace_.changes.size(); ++n) {
    if (trace_.changes[n].name == step.name) change(step, n);
  }
  trace_.steps.push_back(std::move(step));
}

void Recorder::change(Step& step, Index n) const {
  const Change& change = trace_.changes[n];
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

void Recorder::check_changes() const {
  for (Index n = 0; n < trace_.changes.size(); ++n) {
    const std::string& name = trace_.changes[n].name;
    if (has(name)) continue;
    std::string known;
    for (const Step& step : trace_.steps) known.append(known.empty() ? "" : ", ").append(step.name);
    refuse(ErrorCode::unknown_value,
           {{"field", change_field(n, "name")}, {"got", name.substr(0, 80)}, {"wants", known}});
  }
}

}  // namespace headsup
