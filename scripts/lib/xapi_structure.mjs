/**
 * The course's structure for an LMS with a Learning Record Store: cmi5.xml (Quartz, 1st edition) and tincan.xml, in one
 * package.
 */

/** @typedef {import("./course.mjs").Lesson} Lesson */
/** @typedef {import("./course.mjs").Texts} Texts */

import { escaped } from "./escaped.mjs";

/** The same ids as in web/src/course/xapi/statement.ts; a test compares them.  @param {string} lesson */
const iri = (lesson) => `urn:heads-up:${encodeURIComponent(lesson)}`;
const COURSE = iri("course");

/** Half of the questions. Without a mastery score, cmi5 reports no score; an LMS can change it. */
const MASTERY_SCORE = 0.5;

/** @param {string} name  @param {Texts} texts */
const inLanguages = (name, texts) =>
  `<${name}>${texts.map(({ lang, text }) => `<langstring lang="${lang}">${escaped(text)}</langstring>`).join("")}</${name}>`;

/** @param {Texts} title @param {Texts} description  @param {readonly Lesson[]} lessons */
export const cmi5Structure = (title, description, lessons) => `<?xml version="1.0" encoding="UTF-8"?>
<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="${COURSE}">
    ${inLanguages("title", title)}
    ${inLanguages("description", description)}
  </course>${lessons
    .map(
      ({ name, titles, summaries }) => `
  <au id="${iri(name)}" moveOn="Completed" masteryScore="${MASTERY_SCORE}" launchMethod="AnyWindow" activityType="http://adlnet.gov/expapi/activities/lesson">
    ${inLanguages("title", titles)}
    ${inLanguages("description", summaries)}
    <url>${name}.html</url>
  </au>`,
    )
    .join("")}
</courseStructure>
`;

/** @param {string} name  @param {Texts} texts */
const withLanguage = (name, texts) =>
  texts.map(({ lang, text }) => `<${name} lang="${lang}">${escaped(text)}</${name}>`).join("\n      ");

/**
 * A Tin Can package has only one activity to launch: the list of the lessons, which passes the launch on to them.
 * @param {Texts} title @param {Texts} description  @param {readonly Lesson[]} lessons
 */
export const tinCanStructure = (title, description, lessons) => `<?xml version="1.0" encoding="UTF-8"?>
<tincan xmlns="http://projecttincan.com/tincan.xsd">
  <activities>
    <activity id="${COURSE}" type="http://adlnet.gov/expapi/activities/course">
      ${withLanguage("name", title)}
      ${withLanguage("description", description)}
      <launch lang="en">index.html</launch>
    </activity>${lessons
      .map(
        ({ name, titles, summaries }) => `
    <activity id="${iri(name)}" type="http://adlnet.gov/expapi/activities/lesson">
      ${withLanguage("name", titles)}
      ${withLanguage("description", summaries)}
    </activity>`,
      )
      .join("")}
  </activities>
</tincan>
`;
