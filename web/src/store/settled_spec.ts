/** The attributes of <heads-up> and its spec say the same; what was changed last is right. */
import { openingSpec } from "../lessons/lessons.js";
import type { LessonName, LessonSpec } from "../module/types.js";

export interface Asked {
  readonly lesson: LessonName;
  readonly seed: number | undefined;
  readonly spec: LessonSpec | undefined;
}

/** What is asked for now. Where nothing changed it is the very spec that stood there. */
export function settledSpec(
  { lesson, seed, spec }: Asked,
  changed: { has(property: keyof Asked): boolean },
): LessonSpec {
  if (spec === undefined) return seed === undefined ? openingSpec(lesson) : { ...openingSpec(lesson), seed };
  if (changed.has("spec")) return spec;
  const asked = changed.has("lesson") && lesson !== spec.lesson ? openingSpec(lesson) : spec;
  const reseeded = changed.has("seed") && seed !== undefined && seed !== spec.seed;
  return reseeded ? { ...asked, seed } : asked;
}
