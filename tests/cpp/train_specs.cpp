// Trains models: per line in, one JSON {spec, steps}; per line out, the losses, the gradients of the first step, tokens that the
// trained model writes, and its loss as used. {task} in: the built-in task out. tests/fixtures/compare_training.py talks to it.
#include <cmath>
#include <iostream>
#include <string>

#include "fixtures.h"
#include "headsup/training/tasks.h"

namespace {

using namespace headsup;
using tests::Json;

/// JSON has no NaN and no infinity.
Json json_of(const std::vector<float>& numbers) {
  Json list = Json::array();
  for (const float number : numbers)
    list.push_back(std::isfinite(number) ? Json(number) : Json(std::to_string(number)));
  return list;
}

Json json_of(const TrainingTask& task) {
  return {{"name", to_string(task.name)}, {"symbols", task.symbols},
          {"padId", task.pad_id},         {"data", task.data},
          {"heldOut", task.held_out},     {"promptLengths", task.prompt_lengths}};
}

Json task_named(const std::string& name) {
  for (const TaskName task : kTasks) {
    if (to_string(task) == name) return json_of(training_task(task));
  }
  return nullptr;
}

Json answer_to(const Json& question) {
  if (question.contains("task")) return task_named(question.at("task").get<std::string>());
  const TrainingSpec spec = tests::training_spec_of(question.at("spec"));
  Trainer trainer(spec);
  std::vector<float> losses = trainer.step(1);
  Json gradients = Json::object();
  for (const NamedTensor& gradient : trainer.gradients())
    gradients[gradient.name] = json_of(gradient.tensor.tolist<float>());
  const std::vector<float> later = trainer.step(question.at("steps").get<Index>() - 1);
  losses.insert(losses.end(), later.begin(), later.end());
  return {{"losses", json_of(losses)},
          {"gradients", gradients},
          {"tokens", trainer.generate({spec.data[0][0]}, 20, {.temperature = 1, .seed = 5})},
          {"lossAsUsed", json_of({trainer.loss_as_used(spec.data)})}};
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    std::cout << answer_to(Json::parse(line)).dump() << std::endl;
  }
}
