// Runs a program in Python and lists the tensors that it makes, each with the line that asked for it.
#include <headsup/python/run.h>

#include <cstdio>

int main() {
  using namespace headsup;

  const python::Program program = python::run_python(R"(
import torch

x = torch.arange(6.).view(2, 3)
attention = (x @ x.T).softmax(dim=-1)
print(attention)
)");
  std::printf("%s\n", program.printed().c_str());
  for (Index i = 0; i < program.trace.steps.size(); ++i) {
    const Step& step = program.trace.steps[i];
    std::printf("line %u  %-12s %-10s %s\n", program.sources[i].span.line, step.name.c_str(), step.op(),
                to_string(step.shape()).c_str());
  }
  if (program.error) std::printf("%s: %s\n", program.error->type.c_str(), program.error->message.c_str());
  return program.error ? 1 : 0;
}
