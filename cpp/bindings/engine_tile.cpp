#include "bindings/engine_tile.h"

#include <emscripten/emscripten.h>

#include <cstddef>
#include <cstdint>

#include "fast/kernel.h"

namespace headsup::bindings {
namespace {

/// fused_tile.wasm; empty where no compiler for it was found.
constexpr std::uint8_t kFusedTile[] = {
#if defined(HEADSUP_FUSED_TILE)
#include "bindings/fused_tile_bytes.h"
#else
    0
#endif
};

}  // namespace

// An engine without relaxed SIMD rejects fused_tile.wasm as invalid. Then `in_webkit` is faster than the kernel's own
// tile in JavaScriptCore and slower elsewhere; only JavaScriptCore gives every Error a `line`.
EM_JS(FusedTile, heads_up_engine_tile, (const std::uint8_t* fused, std::size_t size, FusedTile in_webkit), {
  const bytes = HEAPU8.slice(fused, fused + size);
  if (!WebAssembly.validate(bytes)) return "line" in new Error() ? in_webkit : 0;
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), {core : {memory : wasmMemory}});
  const index = wasmTable.grow(1);
  wasmTable.set(index, instance.exports.tile);
  return index;
});

void use_engine_tile() {
  const FusedTile tile = heads_up_engine_tile(kFusedTile, sizeof kFusedTile, scalar_splat_tile);
  if (tile != nullptr) use_tile(tile);
}

}  // namespace headsup::bindings
