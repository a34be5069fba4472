/** The generated glue; web/src/module/glue.ts types what it gives. */
declare module "#glue" {
  export default function createModule(options: { wasmBinary: ArrayBuffer | Uint8Array }): Promise<unknown>;
}

/** The assembled cpp/fast/fused_tile.wat, in base64. */
declare module "#fused_tile" {
  const bytes: string;
  export default bytes;
}
