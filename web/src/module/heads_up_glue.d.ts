/** The generated glue of the lessons' module; bare.ts has the types of its exports. */
declare module "#glue" {
  export default function createModule(options?: object): Promise<unknown>;
}
/** The generated glue of the interpreter's module; python/bare.ts has the types of its exports. */
declare module "#python-glue" {
  export default function createModule(options?: object): Promise<unknown>;
}
/** The generated glue of the training module; training/bare.ts has the types of its exports. */
declare module "#training-glue" {
  export default function createModule(options?: object): Promise<unknown>;
}
