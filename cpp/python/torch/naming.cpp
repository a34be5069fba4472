// Names of the steps, once a program has ended: what the program calls them.
//
// A parameter has its name in the state dict of the variable that holds its module, "model.blocks.0.w_q.weight"; another tensor the
// first name that it was given, else its operation's name; a gradient that of its tensor. Where several steps have a name, the
// second one is "scores (2)".
#include <algorithm>
#include <unordered_map>

#include "python/torch/session.h"

namespace headsup::python {
namespace {

void name_parameters(Session& in, const std::string& variable, Value module) {
  for (const char* method : {"named_parameters", "named_buffers"}) {
    const Value all = in.call(in.attribute(module, in.heap.intern(method)), Values());
    for (const Value pair : in.items_of(all)) {
      const Values& items = pair.as<Sequence>().items;
      const TensorObject* tensor = tensor_of(items[1]);
      if (tensor == nullptr) continue;
      const std::string name = variable + "." + items[0].as<String>().text;
      for (const Index step : {tensor->first_step, tensor->step})
        in.sources[step].names.insert(in.sources[step].names.begin(), name);
    }
  }
}

/// The path of each module from the variable that holds it.
void add_paths(Session& in, const std::string& variable, Value module,
               std::unordered_map<const Object*, std::string>& paths) {
  for (const Value pair :
       in.items_of(in.call(in.attribute(module, in.heap.intern("named_modules")), Values()))) {
    const Values& items = pair.as<Sequence>().items;
    const std::string& path = items[0].as<String>().text;
    paths.insert_or_assign(items[1].o, path.empty() ? variable : variable + "." + path);
  }
}

std::unordered_map<const Object*, std::string> name_modules(
    Session& in, const std::vector<std::pair<std::string, Value>>& variables) {
  std::unordered_map<const Object*, std::string> paths;
  if (!in.has_module("torch.nn")) return paths;
  const Value* found = in.import_module("torch.nn")->names->find(in.heap.intern("Module"));
  if (found == nullptr) return paths;  // nothing of it was used
  const Class* base = &found->as<Class>();
  // Those of the first variable come first among the names of a parameter, and so are looked at last.
  for (auto held = variables.rbegin(); held != variables.rend(); ++held) {
    if (!in.is_instance(held->second, base)) continue;
    try {
      name_parameters(in, held->first, held->second);
      add_paths(in, held->first, held->second, paths);
    } catch (const Error&) {
      // A module whose constructor failed, or whose methods are the program's own.
    }
  }
  return paths;
}

}  // namespace

void name_steps(Session& in) {
  const std::unordered_map<const Object*, std::string> paths = name_modules(in, in.modules_of_variables_);
  for (Index i = 0; i < in.sources.size(); ++i) {
    const Instance* module = in.modules_[i];
    if (module == nullptr) continue;
    const auto path = paths.find(module);
    in.sources[i].module = path == paths.end() ? module->cls->name : path->second;
  }
  // What is written into a variable's tensor is the variable, whatever else it is called.
  for (const auto& [step, before] : in.overwritten_) {
    std::vector<std::string>& names = in.sources[step].names;
    for (const std::string& name : in.sources[before].names) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  std::unordered_map<std::string, Index> counts;
  std::vector<Step>& steps = in.trace.steps;
  std::vector<std::string> names(steps.size());  // as they are before they are counted
  for (Index i = 0; i < steps.size(); ++i) {
    if (!steps[i].contributions.empty()) {
      const Contribution& way = steps[i].contributions[0];
      names[i] = "grad." + names[steps[way.step].inputs[way.operand]];
    } else if (!in.sources[i].names.empty()) {
      names[i] = in.sources[i].names[0];
    } else {
      const std::string_view field = steps[i].attributes.word("field", "");
      names[i] = field == "written" || field == "numbers" ? field : steps[i].operation->name;
    }
    const auto sum = std::find_if(in.grad_sums_.begin(), in.grad_sums_.end(),
                                  [i](const auto& each) { return each.first == i; });
    if (sum != in.grad_sums_.end()) names[i] = "grad." + names[sum->second];
    const Index count = ++counts[names[i]];
    steps[i].name = count == 1 ? names[i] : names[i] + " (" + std::to_string(count) + ")";
  }
}

}  // namespace headsup::python
