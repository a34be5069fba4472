/** `train`: trains a model, prints its losses, and writes its weights. */
import type { HeadsUp } from "../module/heads_up.js";
import { load } from "../module/index.node.js";
import { modelBytes, sampleOf } from "../module/training/model_file.js";
import { TASKS, type TaskName, type Trainer, type TrainingSpec } from "../module/training/types.js";
import { InputError, isPlainName, parsedJson, write } from "./io.js";
import type { TrainOptions } from "./options.js";

const isTask = (source: string): source is TaskName => TASKS.some((task) => task === source);

/** The spec of a task, a file or standard input; the core checks it. */
async function trainingSpecFrom(options: TrainOptions): Promise<TrainingSpec> {
  const { spec: source, seed, tiedHead, dropout } = options;
  if (!isTask(source) && isPlainName(source))
    throw new InputError(`task: got ${source}, wants one of ${TASKS.join(", ")}, or a file`);
  const spec: TrainingSpec = isTask(source) ? { task: source } : await parsedJson(source);
  const given = Object.entries({ seed, tiedHead, dropout }).filter(([, value]) => value !== undefined);
  return { ...spec, ...Object.fromEntries(given) };
}

export async function train(options: TrainOptions): Promise<void> {
  const { steps, every, torch, weights, out } = options;
  const given = await trainingSpecFrom(options);
  const hu = await load();
  if (torch) return write(hu.trainingScript(given, steps), out);
  const trainer = hu.createTrainer(given);
  const losses = trainer.step(steps);
  if (weights !== undefined) await write(modelFile(hu, trainer), weights);
  await write(lossLines(losses, every), out);
}

function modelFile(hu: HeadsUp, trainer: Trainer): Uint8Array {
  const { spec, steps } = trainer;
  const task = spec.task ? hu.trainingTask(spec.task) : undefined;
  const tokens = sampleOf(task ?? { ...spec, heldOut: [] });
  return modelBytes(trainer.weights(), { spec, steps, tokens, symbols: task?.symbols });
}

/** The number and the loss of the first step, of every `every`th step, and of the last. */
function lossLines(losses: Float32Array, every: number): string {
  const isShown = (step: number) => step === 1 || step === losses.length || step % every === 0;
  return Array.from(losses, (loss, i) => ({ loss, step: i + 1 }))
    .filter(({ step }) => isShown(step))
    .map(({ loss, step }) => `${String(step).padStart(6)}  ${loss.toFixed(6)}\n`)
    .join("");
}
