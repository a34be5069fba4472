#include "operations/operations.h"
#include "python/torch/hints.h"
#include "python/torch/session.h"

namespace headsup::python {

Program run_python(std::string_view source, const Limits& limits, const StateDict& inputs) {
  Program program;
  Session in(limits);
  if (!inputs.empty()) in.import_module("torch");
  for (const auto& [name, tensor] : inputs) {
    in.main->names->set(in.heap.intern(name),
                        in.record(op::given, tensor.clone(), {{"field", Word("inputs")}}));
  }
  run_program(in, source, program);
  for (Variable& variable : program.variables) {
    const TensorObject* tensor = tensor_of(*in.main->names->find(in.heap.intern(variable.name)));
    if (tensor != nullptr) variable.narrow = tensor->narrow;
  }
  name_steps(in);
  letter_axes(in, source);
  program.trace = std::move(in.trace);
  program.sources = std::move(in.sources);
  program.words = std::move(in.words);
  program.hints = hints_of(program.trace, program.sources);
  return program;
}

}  // namespace headsup::python
