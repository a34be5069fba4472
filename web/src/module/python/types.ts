/** The types of programs in Python: what `runPython` takes and returns. */
import type { Nested, TensorIn } from "../tensor_input.js";
import type { Op } from "../types.js";

interface NumbersOf {
  float32: Float32Array;
  float64: Float64Array;
  /** Whole numbers, exact up to 2⁵³. */
  int64: Float64Array;
  int32: Float64Array;
  uint8: Float64Array;
  bool: Uint8Array;
}
export type ProgramDType = keyof NumbersOf;

/** A row-major tensor of a program, copied. Checking `dtype` narrows the type of `data`. */
export type ProgramTensor<D extends ProgramDType = ProgramDType> = {
  [K in D]: { readonly shape: readonly number[]; readonly dtype: K; readonly data: NumbersOf[K] };
}[D];

/** What a program is given: numbers in nested lists, or a tensor of its dtype, which is float32 if it says none. */
export type ProgramInput = (TensorIn & { readonly dtype?: ProgramDType }) | readonly Nested[];

/** What a program may use. One that needs more ends with an error of the type "LimitError". */
export interface ProgramLimits {
  /** Expressions and statements evaluated, and items iterated over. Default 20 million. */
  readonly operations?: number;
  /** Memory in units of 8 bytes: a number of a list is two, a tensor's float a half. Default 32 million. */
  readonly elements?: number;
  /** Calls within one another, at most 400. Default 200. */
  readonly depth?: number;
}

export interface ProgramOptions {
  /** Tensors by name that exist before the first line. */
  readonly inputs?: Readonly<Record<string, ProgramInput>> | null;
  readonly limits?: ProgramLimits | null;
}

/** A function that is running, and where in it. */
export interface SourceFrame {
  /** "<module>" for the program itself. */
  readonly function: string;
  readonly line: number;
  /** As in SourcePlace. */
  readonly cell?: number;
}

/** A piece of a program's text. Lines count from 1, columns from 0 in UTF-16 units, as in a string of JavaScript. */
export interface SourcePlace {
  /** 0 where there is no place. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  /** After the last character. */
  readonly endColumn: number;
  /** In a notebook: the cell, counted from 1 among all its cells; lines count within it. */
  readonly cell?: number;
  /** The program's functions that are running, outermost first. None for a SyntaxError. */
  readonly frames: readonly SourceFrame[];
}

/** A loop of a program in a turn, counted from 0, or a call of one of its functions, with its number among all calls. */
export type ProgramAround = Omit<SourcePlace, "frames"> &
  ({ readonly turn: number; readonly call?: never } | { readonly call: number; readonly turn?: never });

/** One tensor of a program: what an operation made, named as the program names it. */
export type ProgramStep = ProgramTensor & {
  readonly name: string;
  readonly op: Op | (string & {});
  readonly inputs: readonly string[];
  /** A letter for each axis; "" where none is known. */
  readonly axes: readonly string[];
  /** The expression that asked for it. */
  readonly source: SourcePlace;
  /** The program's loops and calls that are running, outermost first. Steps at the same place share one list. */
  readonly around: readonly ProgramAround[];
  /** Within the forward of an nn.Module: the innermost one, as the program reaches it, "model.blocks.0.att", or its class. */
  readonly module?: string;
  /** The calls that returned it, of the program's functions and by the program of a library's, and which of their tensors it was. 0: a call that runs no Python. */
  readonly returned?: readonly { readonly call: number; readonly item: number }[];
};

/** Every tensor of a program, in the order of execution. */
export interface ProgramTrace {
  /** What was run: enough to run it again. */
  readonly program: {
    readonly source: string;
    readonly inputs?: Readonly<Record<string, ProgramTensor>>;
    readonly limits?: Required<ProgramLimits>;
  };
  readonly steps: readonly ProgramStep[];
}

/** The error that ended a program, as Python reports it. */
export interface ProgramError extends SourcePlace {
  /** "NameError" */
  readonly type: string;
  /** Without the type, and without the hint. */
  readonly message: string;
  /** "Did you mean: 'value'?", or another sentence. */
  readonly hint?: string;
  /** The operation on tensors that refused what it was given ("matmul"), if one did. */
  readonly op?: Op | (string & {});
  /** The names of the steps that it was given. */
  readonly inputs?: readonly string[];
}

/** What a program can do wrong without an error (docs/python.md). */
export type HintRule =
  | "softmax-axis"
  | "softmax-twice"
  | "softmax-before-loss"
  | "scale-d-model"
  | "scale-missing"
  | "heads-view"
  | "heads-join"
  | "mask-added"
  | "mask-weak"
  | "mask-upside-down"
  | "mask-hides-self"
  | "mask-shows-next"
  | "mask-batch"
  | "padding-upside-down"
  | "padding-queries"
  | "row-hidden"
  | "targets-not-shifted"
  | "dropout-on";

/** Something that a program does wrong without an error, as its steps prove. */
export interface ProgramHint {
  readonly rule: HintRule;
  /** The step that it is about; the step's source is the place in the program. */
  readonly step: string;
  /** What happens, with the real numbers, and what to write instead. */
  readonly message: string;
  /** At most four numbers that prove it. */
  readonly cells: readonly { readonly step: string; readonly index: readonly number[] }[];
  /** The other numbers of the message, by name. */
  readonly values: Readonly<Record<string, number>>;
}

/** What a program did; after an error, what it did before. Plain data. */
export interface ProgramResult {
  readonly trace: ProgramTrace;
  /** What print() printed. */
  readonly stdout: string;
  /** The module's names at the end: tensors, and the repr of everything else. */
  readonly variables: Readonly<Record<string, ProgramTensor | string>>;
  readonly error: ProgramError | null;
  /** What it does wrong without an error, in the order of their steps. */
  readonly hints: readonly ProgramHint[];
}
