#pragma once
// Writing a trace to a file: for NumPy, and as JSON.

#include <cstdint>
#include <string>
#include <vector>

#include "headsup/graph/trace.h"

namespace headsup {

/// The steps as an uncompressed .npz archive, `numpy.load(path)["scores"]`: float32 as '<f4', int32 as '<i4', bool as
/// '|b1'. A member "spec.json" without a spec, {}, marks it as a trace: readers of weights take its parameters alone. The same
/// trace gives the same bytes.
std::vector<std::uint8_t> to_npz(const Trace& trace);

/// Writes `to_npz(trace)`. Refuses `bad-file` where the path cannot be written.
void write_npz(const Trace& trace, const std::string& path);

/// {"steps": [{"name", "op", "inputs", "axes", "shape", "dtype", "data"}, …]} on one line. A float32 is the shortest
/// text that reads back as it; NaN and the infinities are the strings "nan", "inf" and "-inf".
std::string to_json(const Trace& trace);

}  // namespace headsup
