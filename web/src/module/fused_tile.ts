/**
 * The kernel's tile for engines with relaxed SIMD (cpp/fast/fused_tile.wat): handed to the module where the engine has
 * it, it makes layers faster. What a lesson or a single operation computes never uses it: those numbers are the same in
 * every engine.
 */
import tile from "#fused_tile";
import type { RawModule } from "./glue.js";
import { decoded } from "./load.js";

export function useFusedTile(module: RawModule): void {
  const bytes = decoded(tile);
  // An engine without relaxed SIMD refuses it, and the module stays with its own.
  if (!WebAssembly.validate(bytes)) return;
  const parts = Object.values(module.asm);
  const memory = parts.find((part) => part instanceof WebAssembly.Memory);
  const table = parts.find((part) => part instanceof WebAssembly.Table);
  if (!memory || !table) throw new Error("the module keeps its memory or its table of functions to itself");
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { core: { memory } });
  table.set(module._heads_up_tile(), exports["tile"]);
}
