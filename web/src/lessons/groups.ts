/**
 * Groups of similar steps, such as the initialisation of eight parameters. A lesson shows a group as one step in which the
 * reader chooses a member. Every member keeps its own name, words and address.
 */
import type { LessonStep } from "./lesson.js";

/** All members of a step's group in order; a step without a group is its only member. */
export const membersOf = (step: LessonStep): readonly LessonStep[] => step.members ?? [step];

/** Joins neighbours with the same `group` into one step: the first of them, with all of them as members. */
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

/** The index of a step or of its group; -1 if there is none. */
export const indexOfStep = (steps: readonly LessonStep[], id: string): number =>
  steps.findIndex((step) => membersOf(step).some((member) => member.id === id));

/** The steps with this member chosen in its group; the same array if nothing changes. */
export function withMember(steps: readonly LessonStep[], id: string): readonly LessonStep[] {
  const place = indexOfStep(steps, id);
  const { members } = steps[place] ?? {};
  const chosen = members?.find((member) => member.id === id);
  if (!chosen || !members || steps[place]?.id === id) return steps;
  return steps.with(place, { ...chosen, members });
}
