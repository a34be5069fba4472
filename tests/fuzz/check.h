#pragma once
// Checks that hold for all bytes. One that fails ends the program, which the fuzzer then reports.

#include <functional>

#include "bytes.h"
#include "headsup/trace/trace.h"

namespace headsup::fuzz {

/// Ends the program with `what` unless `holds`.
void expect(bool holds, const char* what);

/// Whether `action` is refused. Any other exception ends the program.
bool is_refused(const std::function<void()>& action);

/// The numbers fill the shape.
template <class T>
void check_tensor(const Tensor<T>& tensor) {
  expect(tensor.data.size() == element_count(tensor.shape), "the numbers do not fill the shape");
}

/// Explains a cell of every step, which `bytes` choose: each term that is a cell has that cell's value, and recomputing
/// the cell from its terms gives its value.
void check_trace(const Trace& trace, Bytes& bytes);

}  // namespace headsup::fuzz
