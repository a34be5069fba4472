/**
 * Steps that repeat one another, such as the draws of eight parameters, stand in the walk as one step with a choice among
 * them. Every one of them still has its name, words and address.
 */
import type { LessonStep } from "./lesson.js";

/** A step and those that share its place, in their order. */
export const membersOf = (step: LessonStep): readonly LessonStep[] => step.members ?? [step];

/** Neighbours with the same `group` as one step: the first of them, with all as its members. */
export function grouped(steps: readonly LessonStep[]): readonly LessonStep[] {
  const groups: LessonStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (step.group !== undefined && last?.[0]?.group === step.group) last.push(step);
    else groups.push([step]);
  }
  return groups.flatMap((members) => {
    const [first] = members;
    return first && members.length > 1 ? { ...first, members } : members;
  });
}

/** The place of a step, or of the group that it belongs to; -1 if there is none. */
export const placeOf = (steps: readonly LessonStep[], id: string): number =>
  steps.findIndex((step) => membersOf(step).some((one) => one.id === id));

/** The steps with this one chosen in its group; the same steps if it is chosen already. */
export function choosing(steps: readonly LessonStep[], id: string): readonly LessonStep[] {
  const place = placeOf(steps, id);
  const { members } = steps[place] ?? {};
  const chosen = members?.find((one) => one.id === id);
  if (!chosen || !members || steps[place]?.id === id) return steps;
  return steps.with(place, { ...chosen, members });
}
