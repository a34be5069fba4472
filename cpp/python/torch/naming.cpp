// Names of the steps, once a program has ended: what the program calls them.
#include "python/torch/session.h"

namespace headsup::python {

void name_steps(Session& in) {
  // A variable's name is that of the step whose numbers it has.
  for (const Dict::Entry& entry : in.main->names->entries) {
    if (!entry.key.is(Kind::string)) continue;
    TensorObject* tensor = tensor_of(entry.value);
    if (tensor == nullptr || tensor->step >= in.trace.steps.size()) continue;
    std::string& name = in.trace.steps[tensor->step].name;
    if (name.empty()) name = entry.key.as<String>().text;
  }
  for (Index i = 0; i < in.trace.steps.size(); ++i) {
    Step& step = in.trace.steps[i];
    if (step.name.empty() || step.name == "grad.")
      step.name = step.operation->name + std::string("#") + std::to_string(i);
    step.axes.resize(step.tensor.rank());
  }
}

}  // namespace headsup::python
