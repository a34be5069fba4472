#pragma once
// Translates the names of a state_dict into those of a lesson. web/src/module/weights/names.ts has the same names; a test
// compares the two.

#include <string>
#include <string_view>

#include "headsup/lesson/state_dict.h"

namespace headsup {

/// Whether a lesson can have a parameter of this name: "embedding.weight", "w_q.weight", "w_q.bias" … "norm_2.bias".
bool is_parameter(std::string_view name);

/// The lessons' name of a parameter, "w_q.bias" for "layers.0.attention.query.bias"; "packed.weight" or "packed.bias" for
/// a tensor that has the rows of w_q, w_k and w_v; "" for any other name.
std::string lesson_name(std::string_view name);

/// The same tensors under the names that `run` and `multi_head_attention` take:
///
///   run(spec, lesson_weights(read_weights("trained.safetensors")));
///
/// A packed in_proj_weight (3D, D) becomes w_q, w_k and w_v (D, D), and the weight (F, D) of an nn.Linear in a feed-forward
/// layer becomes the Conv1d of the lesson (F, D, 1). Refuses `unknown-weight` for a name that means no parameter, `contradiction` for two
/// names that mean the same one, and `shape-mismatch` for a packed tensor that cannot be cut in three.
StateDict lesson_weights(const StateDict& weights);

}  // namespace headsup
