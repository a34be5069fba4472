#pragma once
// The tile that suits the JavaScript engine.

namespace headsup::bindings {

/// Gives layers the fastest tile that the engine has: the fused one where it accepts relaxed SIMD, the scalar splat tile in
/// WebKit, and the portable kernel's own otherwise. Lessons and single operations never use it: their numbers are the same
/// in every engine.
void use_engine_tile();

}  // namespace headsup::bindings
