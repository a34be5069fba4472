/**
 * Groups of similar steps, such as the initialisation of eight parameters. A lesson shows a group as one step in which the
 * reader chooses a member. A fold is a group of steps that an earlier lesson has shown; choosing a member opens it. Every member
 * keeps its own name, words and address.
 */
import type { Known, LessonStep } from "./lesson.js";

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

/** Begins the id of a fold; that of its first step follows. */
const FOLD = /^fold_/;

/**
 * Folds each run of known steps into one step, which shows what they come to without playing. Its members are all steps in it, so
 * each is found there by its name.
 */
export function folded(steps: readonly LessonStep[], known: readonly Known[] = []): readonly LessonStep[] {
  return known.reduce((before, { first, last, shown = last, lesson, words }) => {
    const [from, to] = [indexOfStep(before, first), indexOfStep(before, last)];
    const inside = before.slice(from, to + 1);
    const [begin, end] = [inside[0], before[indexOfStep(before, shown)]];
    if (from < 0 || !begin || !end || inside.length < 2) return before;
    const fold: LessonStep = {
      ...{ id: `fold_${begin.id}`, chapter: begin.chapter, words },
      names: { ...begin.names, lesson: String(lesson), count: String(inside.length) },
      stage: (trace) => end.stage(trace),
      questions: () => [],
      members: inside.flatMap(membersOf),
      folded: inside,
    };
    return before.toSpliced(from, inside.length, fold);
  }, steps);
}

/** The number of a step among all steps of the lesson, or the first and the last number of a fold. */
export function numberOf(steps: readonly LessonStep[], index: number): string {
  const from = stepCount(steps.slice(0, index)) + 1;
  const count = steps[index]?.folded?.length ?? 1;
  return count > 1 ? `${from}–${from + count - 1}` : String(from);
}

/** How many steps there are, with those that are folded. */
export const stepCount = (steps: readonly LessonStep[]): number =>
  steps.reduce((count, step) => count + (step.folded?.length ?? 1), 0);

/** The index of a step, or of its group or fold; -1 if there is none. A fold that is open is where its first step is. */
export function indexOfStep(steps: readonly LessonStep[], id: string): number {
  const exact = steps.findIndex((step) => step.id === id);
  if (exact >= 0) return exact;
  const member = id.replace(FOLD, "");
  return steps.findIndex((step) => membersOf(step).some((one) => one.id === member));
}

/** The steps with this member chosen in its group, and its fold open; the same array if nothing changes. */
export function withMember(folds: readonly LessonStep[], id: string): readonly LessonStep[] {
  const fold = folds[indexOfStep(folds, id)];
  const steps =
    fold?.folded && fold.id !== id ? folds.toSpliced(folds.indexOf(fold), 1, ...fold.folded) : folds;
  const place = indexOfStep(steps, id);
  const { members } = steps[place] ?? {};
  const chosen = members?.find((member) => member.id === id);
  if (!chosen || !members || steps[place]?.id === id) return steps;
  return steps.with(place, { ...chosen, members });
}
