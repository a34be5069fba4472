// Prints the table of operations as JSON, from which tests/fixtures/make_operations.py makes its fixtures; with --document as
// docs/operations.md.
#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "operation_examples.h"
#include "operations/table.h"

using namespace headsup;
using Json = nlohmann::ordered_json;

namespace {

Json json_of(const tests::Example& example) {
  Json operands = Json::array();
  for (const auto& [numbers, below, shape] : example.operands)
    operands.push_back({{"numbers", std::string(1, numbers)}, {"below", below}, {"shape", shape}});
  return {{"text", example.text}, {"operands", operands}, {"attributes", Json(example.literals)}};
}

Json json_of(const Operation& operation) {
  Json examples = Json::array();
  // Numbers that were drawn or given have none: nothing computes them.
  if (operation.forward != nullptr) {
    for (const tests::Example& example : tests::examples_of(operation)) examples.push_back(json_of(example));
  }
  Json derivatives = Json::array();
  for (Index i = 0; i < std::size(operation.derivatives); ++i) {
    if (operation.derivatives[i].gradient != nullptr) derivatives.push_back(i);
  }
  return {{"name", operation.name},
          {"parameters", operation.parameters},
          {"formula", operation.formula},
          {"derivatives", derivatives},
          {"pytorch", operation.pytorch == nullptr ? Json() : Json(operation.pytorch)},
          {"examples", examples}};
}

}  // namespace

int main(int count, char** arguments) {
  if (count > 1 && std::string_view(arguments[1]) == "--document") {
    std::fputs(tests::operations_document().c_str(), stdout);
    return 0;
  }
  Json table = Json::array();
  for (const Operation* operation : all_operations()) table.push_back(json_of(*operation));
  std::puts(table.dump(1).c_str());
  return 0;
}
