#pragma once
// A learner's weights from outside, read without JavaScript: safetensors, NumPy's .npz, and JSON. Native only; for the
// WebAssembly module web/src/module/weights reads the same files. docs/weights.md says how Python writes them.
//
//   const StateDict weights = read_weights("trained.safetensors");
//   const Trace trace = run(spec, lesson_weights(weights));            // weight_names.h
//
// What all readers share:
//   - Only float32 is taken: in another dtype they would not be the numbers that PyTorch computes with.
//   - Names stay as in the file, and so does the order of the tensors.
//   - A file has at most `Limits::cells` numbers (lesson/spec.h) and a tensor at most `kMostAxes` axes. Nothing larger is
//     allocated or inflated, whatever the file says.
//   - A file that is not as it should be is refused as `bad-file`, with the facts file, field (the tensor, or the part
//     of the file), got and wants. Nothing else is thrown but std::bad_alloc, and nothing is half read.

#include <cstdint>
#include <string>
#include <string_view>

#include "headsup/lesson/state_dict.h"

namespace headsup {

/// The weights in a file of any of the three formats. The content says which it is; the ending of the name does not
/// matter. Refuses a path that is not a regular file that can be read, and a file beyond 2 GB.
StateDict read_weights(const std::string& path);

// The same from memory. `file` is what refusals call it; the bytes are not needed after the call.

/// safetensors: dtype "F32". Tensors lie end to end and fill the file.
/// Source: https://github.com/huggingface/safetensors#format
StateDict read_safetensors(const std::uint8_t* bytes, Index size, std::string_view file);

/// numpy.savez and numpy.savez_compressed: '<f4' or '>f4', C or Fortran order. A tensor is called as its member without
/// ".npy". Objects are refused, because reading them would mean to run pickles. Of a trace with its "spec.json", as the
/// module writes it, the parameters are read.
/// Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
StateDict read_npz(const std::uint8_t* bytes, Index size, std::string_view file);

/// {"w_q.weight": [[0.5, -1], [2, "nan"]]}, nested lists as `tensor.tolist()` gives them, or
/// {"w_q.weight": {"shape": [2, 2], "data": [0.5, -1, 2, "nan"]}}. Numbers are rounded to float32 once; NaN and the
/// infinities are "nan", "inf", "-inf", or Python's NaN, Infinity, -Infinity. Of a trace, {"steps": […]}, the parameters
/// are read.
StateDict read_json(std::string_view text, std::string_view file);

}  // namespace headsup
