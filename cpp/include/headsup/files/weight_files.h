#pragma once
// Reading weights from files: safetensors, NumPy's .npz and JSON. Native only; for the WebAssembly module
// web/src/module/weights reads the same files. docs/weights.md says how Python writes them.
//
//   const StateDict weights = read_weights("trained.safetensors");
//   const Trace trace = run(spec, lesson_weights(weights));            // weight_names.h
//
// What all readers share:
//   - Only float32 is taken: converted numbers would not be those that PyTorch computes with.
//   - Names and the order of the tensors stay as in the file.
//   - A file has at most `Limits::cells` numbers (lesson/spec.h) and a tensor at most `kMostAxes` axes. Nothing larger is
//     allocated or inflated, whatever the file says.
//   - A malformed file is refused as `bad-file`, with the details file, field (the tensor, or the part of the file), got
//     and wants. Nothing else is thrown but std::bad_alloc.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "headsup/lesson/state_dict.h"

namespace headsup {

/// The weights in a file of any of the three formats, which is recognised by its content and not by its name. Refuses a
/// path that is not a readable regular file, and a file beyond 2 GB.
StateDict read_weights(const std::string& path);

// The same from memory. `file` is the name of the file in refusals; the bytes are not needed after the call.

/// safetensors: dtype "F32". Tensors lie end to end and fill the file.
/// Source: https://github.com/huggingface/safetensors#format
StateDict read_safetensors(std::span<const std::uint8_t> bytes, std::string_view file);

/// numpy.savez and numpy.savez_compressed: '<f4' or '>f4', C or Fortran order. A tensor has the name of its member without
/// ".npy". Arrays of objects are refused: they are pickles, which can run code. From a trace, an archive with a "spec.json"
/// as write_npz and the module write it, only the parameters are read.
/// Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
StateDict read_npz(std::span<const std::uint8_t> bytes, std::string_view file);

/// {"w_q.weight": [[0.5, -1], [2, "nan"]]}, nested lists as `tensor.tolist()` gives them, or
/// {"w_q.weight": {"shape": [2, 2], "data": [0.5, -1, 2, "nan"]}}. Numbers are rounded to float32; NaN and the
/// infinities are "nan", "inf", "-inf", or Python's NaN, Infinity, -Infinity. From a trace, {"steps": […]}, only the
/// parameters are read.
StateDict read_json(std::string_view text, std::string_view file);

}  // namespace headsup
