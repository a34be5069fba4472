#pragma once
// From the names of a learner's state_dict to those of a lesson. web/src/module/weights/names.ts has the same names; a
// test compares the two.

#include <string>
#include <string_view>

#include "headsup/lesson/state_dict.h"

namespace headsup {

/// Whether a lesson can have a parameter of this name: "embedding.weight", "w_q.weight", "w_q.bias" … "norm_2.bias".
bool is_parameter(std::string_view name);

/// The lessons' name of a parameter, "w_q.bias" for "layers.0.attention.query.bias"; "packed.weight" and "packed.bias"
/// for what holds w_q, w_k and w_v, one under the other; "" for what is none of them.
std::string lesson_name(std::string_view name);

/// The same tensors as `run` and `multi_head_attention` call them:
///
///   run(spec, lesson_weights(read_weights("trained.safetensors")));
///
/// A packed in_proj_weight (3D, D) becomes w_q, w_k and w_v (D, D), and nn.Linear in a feed-forward layer (F, D) the
/// Conv1d of the lesson (F, D, 1). Refuses `unknown-weight` for a name that means no parameter, `contradiction` for two
/// names that mean the same one, and `shape-mismatch` for a packed tensor that cannot be cut in three.
StateDict lesson_weights(const StateDict& weights);

}  // namespace headsup
