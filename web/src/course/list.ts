/**
 * The list of the lessons, launched by Tin Can as the one activity of its package: passes the launch on to each lesson, under
 * the lesson's own id and with the course's beside it. A script without imports, since the list has no other.
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
