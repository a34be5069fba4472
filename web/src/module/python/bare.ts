/**
 * The types of the bare module of the interpreter, which is what Embind exports (cpp/bindings/python.cpp).
 * `heads-up-attention/heads-up-python.js` exports it unchanged; `runPython` of `load()` is the same function.
 */
import type { HeadsUpError } from "../errors.js";
import type { Explanation, MemoryUse } from "../types.js";
import type { ProgramOptions, ProgramResult, ProgramTrace } from "./types.js";

/** How one number of a program was computed; op and terms as in a lesson's explanation. */
export type ProgramExplanation = Omit<Explanation, "op"> & { readonly op: string };

/** Which numbers some cells of a step were made from. Positions are places in a step's `data`. */
export interface ProgramReads {
  /** The step's inputs, each once. Cell i read the numbers at `positions` from `starts[i]` to before `starts[i + 1]`, in `explain`'s order. */
  readonly inputs: readonly {
    readonly name: string;
    readonly starts: Int32Array;
    readonly positions: Int32Array;
  }[];
  /** 1 for each cell that is a copy of the one number that it was made from. */
  readonly moved: Int32Array;
}

export interface BarePython {
  /**
   * Runs a program in Python, or the code cells of a notebook if the source is the text of an .ipynb file. What is wrong in a
   * program is its result's `error`; only wrong arguments are refused.
   */
  runPython(source: string, options?: ProgramOptions | null): ProgramResult;
  /** Explains how one number was computed: the cell at `index` of the step `name`. */
  explain(trace: ProgramTrace, name: string, index: readonly number[]): ProgramExplanation;
  /** Explains many cells of the step `name` in one call, those at `positions`: of what `explain` says of each, only the places of its terms. */
  reads(trace: ProgramTrace, name: string, positions: readonly number[]): ProgramReads;
  /** How much memory the module uses. */
  memory(): MemoryUse;
  /** Frees every trace; what is explained of one afterwards is refused with `disposed`. */
  dispose(): void;
  /** The version of the package. */
  readonly version: string;
  /** The error class of every refusal. */
  readonly HeadsUpError: typeof HeadsUpError;
}
