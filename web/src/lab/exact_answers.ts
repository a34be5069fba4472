/**
 * Whether a model completes the prompts of held-out rows without a mistake, like exact_answers in
 * cpp/training/tasks/tasks.cpp.
 */
import { HeadsUpError } from "../module/errors.js";
import type { Tokens, Trainer, TrainingTask } from "../module/training/types.js";

/** Whether the prompts of a task have one right answer; a sentence has several good continuations. */
export const hasAnswers = ({ name }: Pick<TrainingTask, "name">): boolean => !name.startsWith("sentences");

type Writer = Pick<Trainer, "generate">;

/** Whether the answer to one held-out row is right if the most probable token is chosen each time. */
export function isExact(trainer: Writer, task: TrainingTask, at: number): boolean {
  const row = task.heldOut[at] ?? [];
  const padding = row.indexOf(task.padId);
  const answer = padding < 0 ? row : row.slice(0, padding);
  const prompt = answer.slice(0, task.promptLengths[at]);
  const written = continued(trainer, prompt, answer.length - prompt.length);
  if (!written) return false;
  const whole = [...prompt, ...written];
  return task.name === "brackets" ? isBalanced(whole) : whole.every((id, i) => id === answer[i]);
}

/** Undefined if the model's numbers are no longer finite. */
function continued(trainer: Writer, prompt: Tokens, length: number): Tokens | undefined {
  try {
    return trainer.generate(prompt, length, { temperature: 0 });
  } catch (error) {
    if (error instanceof HeadsUpError && error.code === "out-of-range") return undefined;
    throw error;
  }
}

/** Whether every bracket is closed by one of its kind. An odd id opens, and the id after it closes. */
function isBalanced(row: Tokens): boolean {
  const open: number[] = [];
  for (const id of row) {
    if (id % 2 === 1) open.push(id);
    else if (id - 1 !== open.pop()) return false;
  }
  return open.length === 0;
}
