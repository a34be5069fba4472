/** What learners wrote in their own words, in localStorage; forgotten together with the answers. */
import { WHY_POINTS, type WhyPoint } from "../lessons/questions/whys.js";
import type { LessonName } from "../module/types.js";
import { asObject, keepPractice, keptPractice } from "./kept_answers.js";

/** An answer to the "why?" of a lesson. */
export interface KeptWhy {
  readonly text: string;
  /** The points of the model answer that the learner found in it. */
  readonly points: readonly WhyPoint[];
  /** Number of times it was compared with the model answer. */
  readonly tries: number;
}

const NOTHING: KeptWhy = { text: "", points: [], tries: 0 };

/** Stored text is not trusted. */
export function keptWhy(lesson: LessonName): KeptWhy {
  const { text, points, tries } = asObject(asObject(keptPractice()["whys"])[lesson]);
  if (typeof text !== "string") return NOTHING;
  const said = WHY_POINTS.filter((point) => Array.isArray(points) && points.includes(point));
  return { text, points: said, tries: Number.isInteger(tries) ? Number(tries) : 0 };
}

export function keepWhy(lesson: LessonName, why: KeptWhy): void {
  const kept = keptPractice();
  keepPractice({ ...kept, whys: { ...asObject(kept["whys"]), [lesson]: why } });
}
