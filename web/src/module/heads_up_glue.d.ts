/** The generated glue; bare.ts types what it gives. */
declare module "#glue" {
  export default function createModule(options?: object): Promise<unknown>;
}
/** That of training; training/bare.ts types what it gives. */
declare module "#training-glue" {
  export default function createModule(options?: object): Promise<unknown>;
}
