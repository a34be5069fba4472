/** The launch of a lesson by an LMS. */
import type { Launch } from "../../web/src/course/cmi5/launch.js";

export const LAUNCH: Launch = {
  endpoint: "https://lms.example/lrs/",
  actor: { objectType: "Agent", mbox: "mailto:kim@lms.example" },
  activityId: "https://lms.example/activities/3",
  registration: "760e3480-ba55-4991-94b0-01820dbd23a2",
  fetch: "https://lms.example/token",
};
