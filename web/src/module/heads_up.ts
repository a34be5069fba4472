/** What `load()` returns: the bare module's functions, and functions that take weights under other names or from a file. */
import type {
  BareModule,
  BareMultiHeadAttention,
  MultiHeadOptions as BareMultiHeadOptions,
  Forward,
  MultiHeadCall,
  MultiHeadResult,
  Operations,
} from "./bare.js";
import { withStep } from "./cells.js";
import { DESIGNED, type WrittenWeights, writtenIn } from "./designed.js";
import { IN_RANGE, refuse, refuseType } from "./errors.js";
import { classScriptOf } from "./py_torch/class_script.js";
import { scriptOf } from "./py_torch/script.js";
import type { BarePython, ProgramExplanation } from "./python/bare.js";
import type { ProgramOptions, ProgramResult, ProgramTrace } from "./python/types.js";
import type { BareTraining } from "./training/bare.js";
import { trainingScript } from "./training/script.js";
import { createTrainer, settledSpec } from "./training/trainer.js";
import type { TaskName, Trainer, TrainingSpec, TrainingTask } from "./training/types.js";
import type {
  Explanation,
  LessonSpec,
  LessonTrace,
  MemoryUse,
  RunOptions,
  StepName,
  Trace,
} from "./types.js";
import { namedTensors, type WeightsInput } from "./weights/read_weights.js";
import { attentionWeights, inferSpec, lessonWeights } from "./weights/state_dict.js";

/** The module. Its functions do not use `this`, so `const { pad, paddingMask } = await load()` works. */
export interface HeadsUp extends Operations {
  /** Multi-head attention in one call; returns every intermediate. docs/weights.md lists the accepted names of weights. */
  multiHeadAttention(weights: WeightsInput, options: MultiHeadCall): MultiHeadResult;
  /**
   * Creates a layer that keeps its weights in the module until `dispose()`, or until it is garbage-collected, which may be late.
   */
  createMultiHeadAttention(options: MultiHeadOptions): MultiHeadAttention;
  /**
   * Runs a lesson and returns all its tensors by name. Weights that are not given are drawn from the seed. Sizes missing from
   * the spec are taken from the weights. `changes` among the options are numbers set by hand.
   */
  run(spec: LessonSpec, weights?: WeightsInput, options?: RunOptions): LessonTrace;
  /**
   * A PyTorch script that computes the tensors of the lesson's trace and prints them by name. With the form "class" it instead
   * defines the lesson's classes, calls them with the same weights, and prints the last tensor. With "designed" its weights
   * are those of `designedWeights`, number by number.
   */
  toPyTorch(spec: LessonSpec, form?: ScriptForm, weights?: typeof DESIGNED): string;
  /** The examples of a built-in task. */
  trainingTask(name: TaskName): TrainingTask;
  /** Creates a small decoder language model that is trained step by step, with the same numbers as in PyTorch. */
  createTrainer(spec: TrainingSpec): Trainer;
  /** A PyTorch script that trains the same model for `steps` steps (default 200) and prints each loss. It contains the data. */
  trainingScript(spec: TrainingSpec, steps?: number): string;
  /**
   * Runs a program in the subset of Python and PyTorch that notebooks on attention are written in, or the code cells of a
   * notebook if the source is the text of an .ipynb file. What is wrong in a program is its result's `error`.
   */
  runPython(source: string, options?: ProgramOptions | null): ProgramResult;
  /** Explains how one number was computed: the cell at `index` of the step `name`, of a lesson or of a program. */
  explain(trace: Trace, name: StepName | (string & {}), index: readonly number[]): Explanation;
  explain(trace: ProgramTrace, name: string, index: readonly number[]): ProgramExplanation;
  /** How much memory the modules use together. */
  memory(): MemoryUse;
  /**
   * Frees every layer, trainer and trace. What is called on them afterwards is refused with `disposed`; the module stays
   * usable.
   */
  dispose(): void;
  /** The version of the package. */
  readonly version: string;
}

export type ScriptForm = "steps" | "class";

/** The functions that are taken unchanged from the bare module; a test compares the list with the module. */
export const OPERATIONS = [
  ...(["pad", "paddingMask", "causalMask", "combineMasks", "maskedFill"] as const),
  ...(["keyPaddingMask", "subsequentMask", "invertMask"] as const),
  ...(["embedding", "positionalEncoding", "linear", "splitHeads", "mergeHeads", "unsqueeze"] as const),
  ...(["softmax", "gelu", "relu", "layerNorm", "ndtr", "half", "scaledDotProductAttention"] as const),
  ...(["add", "sub", "mul", "div", "sqrt", "sum"] as const),
  ...(["softmaxRow", "layerNormRow", "dotProduct", "sinusoid", "cacheCounts"] as const),
  ...(["randn", "settle", "designedWeights"] as const),
] satisfies readonly (keyof Operations)[];

const SCRIPTS: Readonly<
  Record<ScriptForm, (spec: Required<LessonSpec>, written?: WrittenWeights) => string>
> = {
  steps: scriptOf,
  class: classScriptOf,
};

/** The script in a given form; refuses any other form with `unknown-value`. */
function scriptIn(form: string, spec: Required<LessonSpec>, written: WrittenWeights | undefined): string {
  if (typeof form !== "string") refuseType("form", form, Object.keys(SCRIPTS).join(", "));
  if (Object.hasOwn(SCRIPTS, form)) return SCRIPTS[form as ScriptForm](spec, written);
  const facts = { field: "form", got: form, wants: Object.keys(SCRIPTS).join(", ") };
  return refuse("unknown-value", facts, '{field}: got "{got}", wants one of {wants}');
}

type Call = (...args: never[]) => unknown;

/** The functions, which refuse more arguments than they have. */
function exact<Functions extends Readonly<Record<string, Call>>>(
  most: Readonly<Record<keyof Functions, number>>,
  functions: Functions,
): Functions {
  const all = Object.entries(functions).map(([name, call]) => {
    const checked: Call = (...args) => {
      if (args.slice(most[name]).some((argument) => argument !== undefined))
        refuse("wrong-type", {
          field: name,
          got: `${args.length} arguments`,
          wants: `at most ${most[name]}`,
        });
      return call(...args);
    };
    return [name, checked];
  });
  return Object.fromEntries(all) as Functions;
}

/** Whether a trace is a program's. One that cannot be read is refused like a lesson's. */
function isOfProgram(trace: unknown): boolean {
  try {
    return "program" in Object(trace);
  } catch {
    return false;
  }
}

/** `training` and `python` return their modules, or throw the reason why they could not be loaded. */
export function headsUp(module: BareModule, training: () => BareTraining, python: () => BarePython): HeadsUp {
  const operations = Object.fromEntries(
    OPERATIONS.map((name) => [name, module[name]]),
  ) as unknown as Operations;
  const collected = new FinalizationRegistry<{ delete(): void }>((layer) => layer.delete());
  /** The modules that could be started. */
  const started = (): Pick<BareModule, "memory" | "dispose">[] =>
    [() => module, training, python].flatMap((loaded) => {
      try {
        return [loaded()];
      } catch {
        return [];
      }
    });
  const sum = (uses: readonly MemoryUse[], of: keyof MemoryUse): number =>
    uses.reduce((total, use) => total + use[of], 0);
  const own = {
    multiHeadAttention: (weights: WeightsInput, options: MultiHeadCall) =>
      module.multiHeadAttention(attentionWeights(namedTensors(weights)), options),
    createMultiHeadAttention(options: MultiHeadOptions): MultiHeadAttention {
      if (!options?.weights) return new ModuleLayer(module, collected, options as BareMultiHeadOptions);
      const weights = attentionWeights(namedTensors(options.weights));
      return new ModuleLayer(module, collected, { ...options, weights });
    },
    run(spec: LessonSpec, weights: WeightsInput = {}, options?: RunOptions) {
      const given = lessonWeights(namedTensors(weights));
      const whole = Object.keys(given).length === 0 ? spec : inferSpec(spec, given);
      return withStep(module.run(whole, given, options));
    },
    toPyTorch(spec: LessonSpec, form: ScriptForm = "steps", weights?: typeof DESIGNED) {
      if (weights !== undefined && weights !== DESIGNED) refuseType("weights", weights, DESIGNED);
      return scriptIn(form, module.settle(spec), weights && writtenIn(module.designedWeights(spec)));
    },
    trainingTask: (name: TaskName) => training().trainingTask(name),
    createTrainer: (spec: TrainingSpec) => createTrainer(training(), spec),
    trainingScript(spec: TrainingSpec, steps = 200) {
      if (!Number.isSafeInteger(steps)) refuseType("steps", steps, "integer");
      const facts = { field: "steps", got: String(steps), min: "0", max: String(Number.MAX_SAFE_INTEGER) };
      if (steps < 0) refuse("out-of-range", facts, IN_RANGE);
      return trainingScript(settledSpec(training(), spec), steps);
    },
    runPython: (source: string, options?: ProgramOptions | null) => python().runPython(source, options),
    explain: ((trace: never, name: string, index: readonly number[]) => {
      return (isOfProgram(trace) ? python() : module).explain(trace, name, index);
    }) as HeadsUp["explain"],
    memory(): MemoryUse {
      const uses = started().map((one) => one.memory());
      return { used: sum(uses, "used"), reserved: sum(uses, "reserved") };
    },
    dispose(): void {
      for (const one of started()) one.dispose();
    },
  };
  const most = {
    ...{ multiHeadAttention: 2, createMultiHeadAttention: 1, run: 3, toPyTorch: 3, trainingTask: 1 },
    ...{ createTrainer: 1, trainingScript: 2, runPython: 2, explain: 3, memory: 0, dispose: 0 },
  };
  return Object.freeze({ ...operations, ...exact(most, own), version: module.version });
}

/** Options of a layer; `weights` may use any of the names in docs/weights.md, or be a file. */
export type MultiHeadOptions = BareMultiHeadOptions<WeightsInput>;

/** A layer made by `createMultiHeadAttention`. */
export interface MultiHeadAttention {
  readonly dModel: number;
  readonly numHeads: number;
  readonly forward: Forward;
  /**
   * Frees the memory of the weights; calling it again does nothing. Garbage collection frees it too, but does not see how much a layer holds:
   * call this if you make many layers.
   */
  dispose(): void;
}

export class ModuleLayer implements MultiHeadAttention {
  readonly dModel: number;
  readonly numHeads: number;
  readonly #collected: FinalizationRegistry<BareMultiHeadAttention>;
  #layer: BareMultiHeadAttention | undefined;

  /** `collected` deletes layers that are garbage-collected without having been disposed of. */
  constructor(
    module: BareModule,
    collected: FinalizationRegistry<BareMultiHeadAttention>,
    options: BareMultiHeadOptions,
  ) {
    this.#layer = module.createMultiHeadAttention(options);
    this.#collected = collected;
    collected.register(this, this.#layer, this);
    this.dModel = options.dModel;
    this.numHeads = options.numHeads;
  }

  readonly forward = ((...given: Parameters<Forward>) => {
    if (!this.#layer)
      refuse("disposed", { field: "forward" }, "{field}: got a layer that was disposed of, wants a live one");
    return this.#layer.forward(...given);
  }) as Forward;

  dispose(): void {
    if (!this.#layer) return;
    this.#collected.unregister(this);
    this.#layer.delete();
    this.#layer = undefined;
  }

  /** For `using`; in engines without Symbol.dispose this method is unused. */
  [Symbol.dispose ?? Symbol.for("Symbol.dispose")](): void {
    this.dispose();
  }
}
