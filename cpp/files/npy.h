#pragma once
// .npy: a header, which is a Python dict of dtype, order and shape, and the numbers.
// Source: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html

#include <string>
#include <string_view>

#include "files/bytes.h"
#include "files/state_dict_builder.h"
#include "headsup/graph/trace.h"

namespace headsup::files {

/// NumPy's own `max_header_size`.
constexpr Index kLargestNpyHeader = 10'000;

/// The member of an .npz that marks it as a trace; the module writes the spec there.
constexpr const char* kSpecMember = "spec.json";

bool is_npy(std::string_view bytes);

/// Reads the tensor `name` from a whole .npy, row-major whatever its order in the file.
Tensor read_npy(ByteSpan npy, const std::string& name, const StateDictBuilder& builder);

/// The .npy of a tensor, as numpy.save writes it.
Bytes to_npy(const Tensor& tensor);

}  // namespace headsup::files
