/** The generated glue; bare.ts types what it gives. */
declare module "#glue" {
  export default function createModule(options?: object): Promise<unknown>;
}
