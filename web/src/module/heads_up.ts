/** What `load()` gives: the bare module's functions, and those that take weights by other names or from a file. */
import type {
  BareModule,
  MultiHeadOptions as BareMultiHeadOptions,
  MultiHeadCall,
  MultiHeadResult,
  Operations,
} from "./bare.js";
import { withStep } from "./cells.js";
import { HeadsUpError, refuseType } from "./errors.js";
import { ModuleLayer, type MultiHeadAttention, type MultiHeadOptions } from "./multi_head.js";
import { classScriptOf } from "./py_torch/class_form/class_script.js";
import { scriptOf } from "./py_torch/script.js";
import { READABLE } from "./readable.js";
import type { BareTraining } from "./training/bare.js";
import { trainingScript } from "./training/script.js";
import { createTrainer, settled } from "./training/trainer.js";
import type { TaskName, Trainer, TrainingSpec, TrainingTask } from "./training/types.js";
import type { LessonSpec, LessonTrace, Trace } from "./types.js";
import { inferSpec } from "./weights/infer_spec.js";
import { attentionWeights, lessonWeights } from "./weights/state_dict.js";
import { namedTensors, type WeightsInput } from "./weights/weights_input.js";

/** Functions that need no `this`: `const { pad, paddingMask } = await load()` works. */
export interface HeadsUp extends Operations {
  /** Multi-head attention in one call; returns every intermediate. docs/weights.md lists the names that weights may have. */
  multiHeadAttention(weights: WeightsInput, options: MultiHeadCall): MultiHeadResult;
  /** A layer that keeps its weights in the module until `dispose()` or garbage collection. */
  createMultiHeadAttention(options: MultiHeadOptions): MultiHeadAttention;
  /**
   * Every named tensor of a lesson. Weights that are not given are drawn from the seed; where they are those of `like`, an
   * earlier trace, its arrays are reused instead of copied. Sizes that the spec leaves out are taken from the weights.
   */
  run(spec: LessonSpec, weights?: WeightsInput, like?: Trace): LessonTrace;
  /**
   * A PyTorch script that makes the tensors of the lesson's trace and prints them by name. In the form "class" it defines the
   * lesson's classes instead, calls them with the same weights, and prints the last tensor. With "readable" the weights are
   * those of `readableWeights`, made by their formula.
   */
  toPyTorch(spec: LessonSpec, form?: ScriptForm, weights?: typeof READABLE): string;
  /** The examples of a built-in task. */
  trainingTask(name: TaskName): TrainingTask;
  /** A small decoder language model in training, step by step as PyTorch trains it. */
  createTrainer(spec: TrainingSpec): Trainer;
  /** A PyTorch script that trains the same model and prints the loss of each step (default 200); the rows are in it. */
  trainingScript(spec: TrainingSpec, steps?: number): string;
}

export type ScriptForm = "steps" | "class";

/** The functions that come unchanged from the bare module; a test compares them with the module. */
export const OPERATIONS = [
  ...(["pad", "paddingMask", "causalMask", "combineMasks", "maskedFill"] as const),
  ...(["keyPaddingMask", "subsequentMask", "invertMask"] as const),
  ...(["embedding", "positionalEncoding", "linear", "splitHeads", "mergeHeads", "unsqueeze"] as const),
  ...(["softmax", "add", "gelu", "relu", "layerNorm", "scaledDotProductAttention"] as const),
  ...(["randn", "settle", "readableWeights", "explain"] as const),
] satisfies readonly (keyof Operations)[];

const SCRIPTS: Readonly<Record<ScriptForm, (spec: Required<LessonSpec>, readable: boolean) => string>> = {
  steps: scriptOf,
  class: classScriptOf,
};

/** The script of that form; refuses `unknown-value` for any other. */
function scriptIn(form: string, spec: Required<LessonSpec>, weights: string | undefined): string {
  if (weights !== undefined && weights !== READABLE) refuseType("weights", weights, READABLE);
  if (typeof form !== "string") refuseType("form", form, Object.keys(SCRIPTS).join(", "));
  if (Object.hasOwn(SCRIPTS, form)) return SCRIPTS[form as ScriptForm](spec, weights === READABLE);
  const wants = Object.keys(SCRIPTS).join(", ");
  const facts = { field: "form", got: form, wants };
  throw new HeadsUpError("unknown-value", `form: got "${form}", wants one of ${wants}`, facts);
}

/** `training` gives training's module, or throws why it could not be loaded. */
export function headsUp(module: BareModule, training: () => BareTraining): HeadsUp {
  const operations = Object.fromEntries(
    OPERATIONS.map((name) => [name, module[name]]),
  ) as unknown as Operations;
  const forgotten = new FinalizationRegistry<{ delete(): void }>((layer) => layer.delete());
  return Object.freeze({
    ...operations,
    multiHeadAttention: (weights: WeightsInput, options: MultiHeadCall) =>
      module.multiHeadAttention(attentionWeights(namedTensors(weights)), options),
    createMultiHeadAttention(options: MultiHeadOptions): MultiHeadAttention {
      if (!options?.weights) return new ModuleLayer(module, forgotten, options as BareMultiHeadOptions);
      const weights = attentionWeights(namedTensors(options.weights));
      return new ModuleLayer(module, forgotten, { ...options, weights });
    },
    run(spec: LessonSpec, weights: WeightsInput = {}, like?: Trace) {
      const given = lessonWeights(namedTensors(weights));
      const whole = Object.keys(given).length === 0 ? spec : inferSpec(spec, given);
      return withStep(module.run(whole, given, like));
    },
    toPyTorch: (spec: LessonSpec, form: ScriptForm = "steps", weights?: typeof READABLE) =>
      scriptIn(form, module.settle(spec), weights),
    trainingTask: (name: TaskName) => training().trainingTask(name),
    createTrainer: (spec: TrainingSpec) => createTrainer(training(), spec),
    trainingScript(spec: TrainingSpec, steps = 200) {
      if (!Number.isSafeInteger(steps) || steps < 0) refuseType("steps", steps, "integer");
      return trainingScript(settled(training(), spec), steps);
    },
  });
}
