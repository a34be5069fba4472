/** The address that students open: a Tin Can launch of the lesson, in which all students are anonymous. */
import { ANONYMOUS } from "../xapi/launch.js";
import { lessonIri } from "../xapi/statement.js";
import type { ClassPlan } from "./form.js";

/** `page` is the address of the classroom page, which is in the folder of the lessons; `registration` is the class's id. */
export function studentLink(page: string, plan: ClassPlan, registration: string): string {
  const { endpoint, write, lesson, step } = plan;
  const link = new URL(`${lesson}.html`, page);
  link.search = new URLSearchParams({
    ...{ endpoint, auth: write, activity_id: lessonIri(lesson), registration, actor: ANONYMOUS },
    // Students predict before they see the step's result.
    ...(step ? { step, t: "0" } : {}),
  }).toString();
  return link.href;
}
