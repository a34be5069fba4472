/** The generated glue; web/src/module/glue.ts types what it gives. */
declare module "#glue" {
  export default function createModule(options: { wasmBinary: ArrayBuffer | Uint8Array }): Promise<unknown>;
}
