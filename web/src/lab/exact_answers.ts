/** Whether a model completes the prompts of held-out rows without a mistake: as exact_answers in cpp/training/tasks/tasks.cpp. */
import type { Tokens, Trainer, TrainingTask } from "../module/training/types.js";

/** A sentence has more than one good continuation. */
export const hasAnswers = ({ name }: Pick<TrainingTask, "name">): boolean => !name.startsWith("sentences");

/** Writes the most probable token each time. */
export function isExact(trainer: Pick<Trainer, "generate">, task: TrainingTask, at: number): boolean {
  const row = task.heldOut[at] ?? [];
  const padding = row.indexOf(task.padId);
  const answer = padding < 0 ? row : row.slice(0, padding);
  const prompt = answer.slice(0, task.promptLengths[at]);
  const written = trainer.generate(prompt, answer.length - prompt.length, { temperature: 0 });
  const whole = [...prompt, ...written];
  return task.name === "brackets" ? isBalanced(whole) : whole.every((id, i) => id === answer[i]);
}

/** Whether every bracket is closed by its own kind; an odd id opens, the next one closes. */
function isBalanced(row: Tokens): boolean {
  const open: number[] = [];
  for (const id of row) {
    if (id % 2 === 1) open.push(id);
    else if (id - 1 !== open.pop()) return false;
  }
  return open.length === 0;
}
