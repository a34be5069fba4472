/**
 * The course's manifests: for SCORM 1.2, SCORM 2004 (third edition) and cmi5 (Quartz, 1st edition), with an item for each lesson.
 * They name no XML schemas, because a manifest has to bring those that it names, and their licences do not let us
 * (docs/embed-lms.md). `pack` changes the mastery scores by pattern (web/src/command/pack.ts).
 */

/** @typedef {import("./course.mjs").Lesson} Lesson */
/** @typedef {import("./course.mjs").Texts} Texts */

import { escaped } from "./escaped.mjs";

const COURSE = "Heads Up";
/** Half of the questions. An LMS, or whoever packs the course, can change it. */
const MASTERY_SCORE = 0.5;

const NAMESPACES_12 = `xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"`;

const NAMESPACES_2004 = `xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
  xmlns:imsss="http://www.imsglobal.org/xsd/imsss"`;

/** The LMS judges by the score. */
const MASTERY_12 = `
        <adlcp:masteryscore>${100 * MASTERY_SCORE}</adlcp:masteryscore>`;
/** The page itself reports completion and score, and the LMS judges by the score. */
const BY_CONTENT = `
        <imsss:sequencing>
          <imsss:objectives>
            <imsss:primaryObjective objectiveID="score" satisfiedByMeasure="true">
              <imsss:minNormalizedMeasure>${MASTERY_SCORE}</imsss:minNormalizedMeasure>
            </imsss:primaryObjective>
          </imsss:objectives>
          <imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/>
        </imsss:sequencing>`;
/** Lessons may be taken in any order. */
const FREE = `
      <imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>`;

/**
 * @param {readonly Lesson[]} lessons
 * @param {readonly string[]} shared  the files that every lesson needs
 * @param {{ namespaces: string, version: string, kind: string, sequencing: { item: string, course: string } }} as
 */
const manifest = (
  lessons,
  shared,
  { namespaces, version, kind, sequencing },
) => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="heads-up" version="1.0"
  ${namespaces}>
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>${version}</schemaversion>
  </metadata>
  <organizations default="heads-up-course">
    <organization identifier="heads-up-course">
      <title>${COURSE}</title>${lessons
        .map(
          ({ name, title }) => `
      <item identifier="item-${name}" identifierref="page-${name}" isvisible="true">
        <title>${escaped(title)}</title>${sequencing.item}
      </item>`,
        )
        .join("")}${sequencing.course}
    </organization>
  </organizations>
  <resources>${lessons
    .map(
      ({ name }) => `
    <resource identifier="page-${name}" type="webcontent" ${kind}="sco" href="${name}.html">
      <file href="${name}.html"/>
      <dependency identifierref="shared"/>
    </resource>`,
    )
    .join("")}
    <resource identifier="shared" type="webcontent" ${kind}="asset">${shared
      .map(
        (file) => `
      <file href="${file}"/>`,
      )
      .join("")}
    </resource>
  </resources>
</manifest>
`;

/** @param {readonly Lesson[]} lessons  @param {readonly string[]} shared */
export const manifest12 = (lessons, shared) =>
  manifest(lessons, shared, {
    namespaces: NAMESPACES_12,
    version: "1.2",
    kind: "adlcp:scormtype",
    sequencing: { item: MASTERY_12, course: "" },
  });

/** @param {readonly Lesson[]} lessons  @param {readonly string[]} shared */
export const manifest2004 = (lessons, shared) =>
  manifest(lessons, shared, {
    namespaces: NAMESPACES_2004,
    version: "2004 3rd Edition",
    kind: "adlcp:scormType",
    sequencing: { item: BY_CONTENT, course: FREE },
  });

/** The same ids as in web/src/course/cmi5/statements.ts; a test compares them.  @param {string} lesson */
const iri = (lesson) => `urn:heads-up:${encodeURIComponent(lesson)}`;

/** @param {string} name  @param {Texts} texts */
const inLanguages = (name, texts) =>
  `<${name}>${texts.map(({ lang, text }) => `<langstring lang="${lang}">${escaped(text)}</langstring>`).join("")}</${name}>`;

/** @param {Texts} title @param {Texts} description  @param {readonly Lesson[]} lessons */
export const cmi5Structure = (title, description, lessons) => `<?xml version="1.0" encoding="UTF-8"?>
<courseStructure xmlns="https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd">
  <course id="${iri("course")}">
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
