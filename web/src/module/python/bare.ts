/**
 * The types of the bare module of the interpreter, which is what Embind exports (cpp/bindings/python.cpp).
 * `heads-up-attention/heads-up-python.js` exports it unchanged; `runPython` of `load()` is the same function.
 */
import type { HeadsUpError } from "../errors.js";
import type { Explanation, MemoryUse } from "../types.js";
import type { ProgramOptions, ProgramResult, ProgramTrace } from "./types.js";

/** How one number of a program was computed; op and terms as in a lesson's explanation. */
export type ProgramExplanation = Omit<Explanation, "op"> & { readonly op: string };

export interface BarePython {
  /**
   * Runs a program in Python, or the code cells of a notebook if the source is the text of an .ipynb file. What is wrong in a
   * program is its result's `error`; only wrong arguments are refused.
   */
  runPython(source: string, options?: ProgramOptions | null): ProgramResult;
  /** Explains how one number was computed: the cell at `index` of the step `name`. */
  explain(trace: ProgramTrace, name: string, index: readonly number[]): ProgramExplanation;
  /** How much memory the module uses. */
  memory(): MemoryUse;
  /** Frees every trace; what is explained of one afterwards is refused with `disposed`. */
  dispose(): void;
  /** The version of the package. */
  readonly version: string;
  /** The error class of every refusal. */
  readonly HeadsUpError: typeof HeadsUpError;
}
