#pragma once
// Checks that hold for all bytes. One that fails ends the program, which the fuzzer then reports.

#include <functional>

#include "bytes.h"
#include "headsup/graph/trace.h"

namespace headsup::fuzz {

/// Ends the program with `what` unless `holds`.
void expect(bool holds, const char* what);

/// Whether `action` is refused. Any other exception ends the program.
bool is_refused(const std::function<void()>& action);

/// Every number can be read.
inline void check_tensor(const Tensor& tensor) {
  if (!tensor.empty()) static_cast<void>(tensor.at_position(tensor.count() - 1));
}

/// Explains a cell of every step, which `bytes` choose: each term that is a cell has that cell's value, and recomputing
/// the cell from its terms gives its value.
void check_trace(const Trace& trace, Bytes& bytes);

}  // namespace headsup::fuzz
