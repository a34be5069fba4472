#include "lesson/parameters.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "headsup/tensor/refusal.h"
#include "lesson/drawn_parameters.h"
#include "operations/operations.h"

namespace headsup {
namespace {

/// The names of a lesson's parameters, in groups of which either all or none are given.
std::vector<Names> groups_of(const Spec& spec) {
  std::vector<Names> groups = {{kTable}};
  const auto add_group = [&](std::initializer_list<LayerNames> layers, bool bias) {
    groups.emplace_back();
    for (const LayerNames& layer : layers) {
      groups.back().push_back(layer.weight);
      if (bias) groups.back().push_back(layer.bias);
    }
  };
  add_group({kQ, kK}, spec.bias);
  if (spec.output_projection) {
    add_group({kV, k0}, spec.bias);
  } else {
    add_group({kV}, spec.bias);
  }
  if (spec.feed_forward) add_group({kConv1, kConv2}, spec.bias);
  if (spec.layer_norm == LayerNorm::none) return groups;
  if (spec.feed_forward) {
    add_group({kNorm1, kNorm2}, true);
  } else {
    add_group({kNorm1}, true);
  }
  return groups;
}

std::string field_of(Name name) {
  return "weights." + std::string(name);
}

[[noreturn]] void refuse_unknown(const std::string& name, const std::vector<Names>& groups) {
  std::string known;
  for (const Names& group : groups) {
    for (const Name each : group) known.append(known.empty() ? "" : ", ").append(each);
  }
  refuse(ErrorCode::unknown_weight, {{"field", field_of(name.substr(0, 80))}, {"wants", known}});
}

/// Refuses names that the lesson does not have, and a name that is given twice.
void check_names(const std::vector<Names>& groups, const StateDict& given) {
  for (const auto& [name, tensor] : given) {
    bool is_known = false;
    for (const Names& group : groups) {
      for (const Name each : group) is_known = is_known || each == name;
    }
    if (!is_known) refuse_unknown(name, groups);
    if (given.find(name) != &tensor) {
      refuse(ErrorCode::contradiction,
             {{"field", field_of(name)}, {"got", "two"}, {"other", "a lesson"}, {"wants", "one"}});
    }
  }
}

void check_complete(const std::vector<Names>& groups, const StateDict& given) {
  for (const Names& group : groups) {
    const auto is_given = [&](Name name) { return given.contains(name); };
    const auto present = std::find_if(group.begin(), group.end(), is_given);
    const auto absent = std::find_if_not(group.begin(), group.end(), is_given);
    if (present == group.end() || absent == group.end()) continue;
    refuse(ErrorCode::missing,
           {{"field", field_of(*absent)}, {"wants", "it beside " + std::string(*present)}});
  }
}

/// The axes of a linear layer's parameters, as the recorder takes them.
struct LayerAxes {
  const char* weight;
  const char* bias;
};

/// Makes and records one parameter after the other.
class ParameterRecorder {
 public:
  ParameterRecorder(LessonRecorder& r, const StateDict& given, DrawnParameters& drawn)
      : r_(r), given_(given), drawn_(drawn) {
    drawn_.begin(r.spec());
  }
  ~ParameterRecorder() { drawn_.end(); }
  ParameterRecorder(const ParameterRecorder&) = delete;
  ParameterRecorder& operator=(const ParameterRecorder&) = delete;

  void embedding_table() {
    const auto& [table, draws] = drawn_.table();
    record(kTable, op::normal, "V D", table, {{"draws", draws}});
  }

  void linear(const LayerNames& names, const LayerAxes& axes, Index in, Index out) {
    layer(names, axes, drawn_.next_layer(in, out), {out, in});
  }

  /// torch.nn.Conv1d with a kernel of size 1 draws as a linear layer does; the kernel is a third axis.
  void conv1d(const LayerNames& names, const LayerAxes& axes, Index in, Index out) {
    layer(names, axes, drawn_.next_layer(in, out), {out, in, 1});
  }

  void norm(const LayerNames& names, Index width) {
    constant(names.weight, width, 1);
    constant(names.bias, width, 0);
  }

 private:
  void layer(const LayerNames& names, const LayerAxes& axes, const DrawnLinear& drawn, const Shape& shape) {
    record(names.weight, op::uniform, axes.weight, drawn.weight.tensor.view(shape),
           {{"draws", drawn.weight.draws}});
    if (drawn.bias)
      record(names.bias, op::uniform, axes.bias, drawn.bias->tensor, {{"draws", drawn.bias->draws}});
  }

  void constant(const char* name, Index width, double value) {
    record(name, op::constant, "D", full({width}, value), {});
  }

  /// Records `made`, or what was given in its place.
  void record(const char* name, const Operation& operation, Name axes, const Tensor& made,
              Attributes attributes) {
    if (const Tensor* given = given_for(name, made.shape())) {
      r_.record(name, op::given, axes, *given);
    } else {
      r_.record(name, operation, axes, made, std::move(attributes));
    }
  }

  /// The weight that was given under a name, or null. Refuses one of another shape.
  const Tensor* given_for(Name name, const Shape& wants) {
    const Tensor* given = given_.find(name);
    if (given == nullptr) return nullptr;
    if (given->shape() != wants) refuse_shape(field_of(name), given->shape(), to_string(wants));
    return given;
  }

  LessonRecorder& r_;
  const StateDict& given_;
  DrawnParameters& drawn_;
};

}  // namespace

void record_parameters(LessonRecorder& r, const StateDict& given, DrawnParameters& drawn) {
  const Spec& spec = r.spec();
  if (!given.empty()) {
    const std::vector<Names> groups = groups_of(spec);
    check_names(groups, given);
    check_complete(groups, given);
  }
  const Index d_model = spec.d_model;
  const Index width = attention_width(spec);
  constexpr LayerAxes kProjection = {.weight = "A D", .bias = "A"};
  ParameterRecorder parameters(r, given, drawn);
  parameters.embedding_table();
  for (const LayerNames& layer : {kQ, kK, kV}) parameters.linear(layer, kProjection, d_model, width);
  if (spec.output_projection) parameters.linear(k0, {.weight = "D A", .bias = "D"}, width, d_model);
  if (spec.feed_forward) {
    const Index d_ff = spec.feed_forward->d_ff;
    parameters.conv1d(kConv1, {.weight = "F D 1", .bias = "F"}, d_model, d_ff);
    parameters.conv1d(kConv2, {.weight = "D F 1", .bias = "D"}, d_ff, d_model);
  }
  if (spec.layer_norm == LayerNorm::none) return;
  parameters.norm(kNorm1, d_model);
  if (spec.feed_forward) parameters.norm(kNorm2, d_model);
}

}  // namespace headsup
