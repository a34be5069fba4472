/**
 * Whether a model completes the prompts of held-out rows without a mistake, like exact_answers in
 * cpp/training/tasks/tasks.cpp.
 */
import type { Tokens, Trainer, TrainingTask } from "../module/training/types.js";

/** Whether the prompts of a task have one right answer; a sentence has several good continuations. */
export const hasAnswers = ({ name }: Pick<TrainingTask, "name">): boolean => !name.startsWith("sentences");

/** Whether the answer to one held-out row is right if the most probable token is chosen each time. */
export function isExact(trainer: Pick<Trainer, "generate">, task: TrainingTask, at: number): boolean {
  const row = task.heldOut[at] ?? [];
  const padding = row.indexOf(task.padId);
  const answer = padding < 0 ? row : row.slice(0, padding);
  const prompt = answer.slice(0, task.promptLengths[at]);
  const written = trainer.generate(prompt, answer.length - prompt.length, { temperature: 0 });
  const whole = [...prompt, ...written];
  return task.name === "brackets" ? isBalanced(whole) : whole.every((id, i) => id === answer[i]);
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
