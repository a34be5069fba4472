/** The course's manifests for SCORM 1.2 and SCORM 2004, third edition: one item for each lesson. */

/** @typedef {import("./course.mjs").Lesson} Lesson */

import { escaped } from "./escaped.mjs";

const COURSE = "Heads Up";

const NAMESPACES_12 = `xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd
    http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd"`;

const NAMESPACES_2004 = `xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
  xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
  xmlns:imsss="http://www.imsglobal.org/xsd/imsss"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="http://www.imsglobal.org/xsd/imscp_v1p1 imscp_v1p1.xsd
    http://www.adlnet.org/xsd/adlcp_v1p3 adlcp_v1p3.xsd
    http://www.imsglobal.org/xsd/imsss imsss_v1p0.xsd"`;

/** The page itself reports completion and score. */
const BY_CONTENT = `
        <imsss:sequencing>
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
    sequencing: { item: "", course: "" },
  });

/** @param {readonly Lesson[]} lessons  @param {readonly string[]} shared */
export const manifest2004 = (lessons, shared) =>
  manifest(lessons, shared, {
    namespaces: NAMESPACES_2004,
    version: "2004 3rd Edition",
    kind: "adlcp:scormType",
    sequencing: { item: BY_CONTENT, course: FREE },
  });
