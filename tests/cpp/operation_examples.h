#pragma once
// What is read from the table of operations: the calls that tests make of each (see Operation::examples), and a document.

#include <string>
#include <utility>
#include <vector>

#include "operations/operation.h"

namespace headsup::tests {

/// An operand of a call.
struct ExampleOperand {
  char numbers = 'n';      ///< n normal ones, p positive, i whole numbers below `below`, b bits
  std::int64_t below = 0;  ///< for i
  Shape shape = {};

  DType dtype() const {
    return numbers == 'b' ? DType::boolean : numbers == 'i' ? DType::int64 : DType::float32;
  }
};

/// One call.
struct Example {
  std::string text = {};  ///< as the table has it
  std::vector<ExampleOperand> operands = {};
  Attributes attributes = {};
  std::vector<std::pair<std::string, std::string>> literals = {};  ///< the attributes as Python writes them
};

/// Throws std::runtime_error, with the operation's name, where they cannot be read.
std::vector<Example> examples_of(const Operation& operation);

/// docs/operations.md.
std::string operations_document();

}  // namespace headsup::tests
