/** The courses' manifests: what the schemas of cmi5 and SCORM require, the ids that the page uses, and the mastery scores. */
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { lessonIri } from "../../web/src/course/cmi5/statements.js";
import { lessonNames } from "../../web/src/lessons/opening.js";

const files = unzipSync(readFileSync(inRoot("dist/course-cmi5.zip")));
const text = (name: string): string => new TextDecoder().decode(files[name]);

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** Parses XML without comments, entities in attributes or mixed content, which these files do not use. */
function parsed(xml: string): Element {
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  for (const [, close, name = "", attributes = "", empty, label = ""] of xml.matchAll(
    /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"]*")*)\s*(\/?)>([^<]*)/g,
  )) {
    if (close) expect(open.pop()?.name).toBe(name);
    else {
      const pairs = [...attributes.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
      const element = { name, attributes: Object.fromEntries(pairs), children: [], text: label.trim() };
      open.at(-1)?.children.push(element);
      if (!empty) open.push(element);
    }
  }
  expect(open).toHaveLength(1);
  return root.children[0] ?? expect.fail("no element");
}
const names = ({ children }: Element): string[] => children.map(({ name }) => name);
const child = (element: Element | undefined, name: string): Element =>
  element?.children.find((one) => one.name === name) ?? expect.fail(`no ${name}`);

describe("cmi5.xml", () => {
  const structure = parsed(text("cmi5.xml"));
  const [course, ...units] = structure.children;

  test("has one course, then a unit for each lesson, in the namespace of the schema", () => {
    expect(structure.name).toBe("courseStructure");
    expect(structure.attributes).toEqual({
      xmlns: "https://w3id.org/xapi/profiles/cmi5/v1/CourseStructure.xsd",
    });
    expect(names(structure)).toEqual(["course", ...lessonNames.map(() => "au")]);
    expect(course && names(course)).toEqual(["title", "description"]);
  });

  test("has the elements of a unit in the order of the schema, and values that it allows", () => {
    for (const unit of units) {
      expect(names(unit)).toEqual(["title", "description", "url"]);
      const { id: _, masteryScore, ...others } = unit.attributes;
      expect(others).toEqual({
        ...{ moveOn: "Completed", launchMethod: "AnyWindow" },
        activityType: "http://adlnet.gov/expapi/activities/lesson",
      });
      expect(masteryScore).toMatch(/^(0(\.\d{1,4})?|1(\.0{1,4})?)$/);
    }
  });

  test("has every text in each language", () => {
    for (const unit of structure.children)
      for (const name of ["title", "description"]) {
        const texts = child(unit, name).children;
        expect(texts.map(({ name, attributes }) => [name, attributes["lang"]])).toEqual([
          ["langstring", "en"],
          ["langstring", "ko"],
        ]);
        for (const one of texts) expect(one.text).not.toBe("");
      }
  });

  test("has the ids that the page uses, each once, and pages of the package", () => {
    const ids = structure.children.map(({ attributes }) => attributes["id"]);
    expect(ids).toEqual([lessonIri("course"), ...lessonNames.map(lessonIri)]);
    expect(new Set(ids).size).toBe(ids.length);
    for (const unit of units) expect(Object.keys(files)).toContain(child(unit, "url").text);
  });
});

describe.each([
  ["course.zip", "adlcp:masteryscore", "50"],
  ["course-2004.zip", "imsss:minNormalizedMeasure", "0.5"],
])("the manifest of %s", (zip, name, score) => {
  const manifest = new TextDecoder().decode(unzipSync(readFileSync(inRoot("dist", zip)))["imsmanifest.xml"]);

  test("has the mastery score of each lesson", () => {
    const scores = [...manifest.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))];
    expect(scores.map(([, text]) => text)).toEqual(lessonNames.map(() => score));
  });

  test("names no schema, because none is in the package", () => {
    expect(manifest).not.toMatch(/schemaLocation|\.xsd/);
  });
});

test("no page of the package declares a SCORM version", () => {
  for (const name of lessonNames) {
    expect(text(`${name}.html`)).toContain(`data-lesson="${name}"`);
    expect(text(`${name}.html`)).not.toContain("data-scorm");
  }
});
