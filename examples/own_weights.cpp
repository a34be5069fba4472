// Runs a lesson with weights from a file (safetensors, .npz or JSON): own_weights layer.safetensors
#include <headsup/files/weight_files.h>
#include <headsup/files/weight_names.h>
#include <headsup/lesson/run.h>
#include <headsup/tensor/refusal.h>

#include <cstdio>

using namespace headsup;

namespace {

void print_output(const StateDict& weights) {
  Spec spec;
  spec.sequences = {{1, 2, 3}};
  for (const auto& [name, tensor] : weights) {
    std::printf("%-17s%s\n", name.c_str(), to_string(tensor.shape()).c_str());
  }
  const Tensor table = weights.at("embedding.weight");
  spec.vocab_size = table.size(0);
  spec.d_model = table.size(1);
  const Trace trace = run(spec, weights);
  std::printf("output of the last token:");
  for (Index i = 0; i < spec.d_model; ++i) std::printf(" %.4f", trace["output"].at({0, 2, i}));
  std::printf("\n");
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: own_weights <file>\n");
    return 2;
  }
  try {
    print_output(lesson_weights(read_weights(arguments[1])));
  } catch (const Refusal& refusal) {
    std::fprintf(stderr, "%s\n", refusal.what());
    return 1;
  }
}
