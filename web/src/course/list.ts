/**
 * The list of the lessons, which Tin Can launches as the only activity of its package. It passes the launch on to each lesson
 * with the lesson's id, and with the course's id in a separate parameter. It has no imports, because it is the list's only
 * script.
 */
const launch = new URLSearchParams(location.search);
const course = launch.get("activity_id");
if (course && launch.has("endpoint") && launch.has("auth"))
  for (const link of document.querySelectorAll<HTMLAnchorElement>("main ol a")) {
    const to = new URL(link.href);
    const lesson = /([^/]+)\.html$/.exec(to.pathname)?.[1] ?? "";
    for (const [name, value] of launch) to.searchParams.set(name, value);
    to.searchParams.set("activity_id", `urn:heads-up:${lesson}`);
    to.searchParams.set("course", course);
    link.href = to.href;
  }
