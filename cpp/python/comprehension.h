#pragma once
// The loops of a comprehension, as a machine that stops at each element, so that lists and generators share it.

#include "python/interpreter.h"

namespace headsup::python {

class ComprehensionRun {
 public:
  /// Evaluates the first iterable, in the scope around the comprehension.
  ComprehensionRun(Interpreter& in, const Comprehension& e);
  /// Goes on to the next element, whose variables are then set; false at the end. The activation has the comprehension's scope.
  bool step(Interpreter& in);

 private:
  const Comprehension& e_;
  std::vector<Iterator*> iterators_;  ///< by clause
  std::size_t level_ = 0;             ///< the clause that goes on next
};

}  // namespace headsup::python
