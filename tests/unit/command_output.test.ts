/** What the command writes to a terminal and into a course; the tests of the packed command run without a terminal. */
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import english from "../../web/locales/en.json";
import korean from "../../web/locales/ko.json";
import { emphasis, failureOf, MistakesError, UsageError } from "../../web/src/command/io.js";
import { runOptionsOf } from "../../web/src/command/options.js";
import { carriedBy, packedCourse, packedPage, refuseSameIds } from "../../web/src/command/pack.js";
import { lessonOf } from "../../web/src/lesson_file/lesson_of.js";
import { shownLesson } from "../../web/src/lesson_file/read_lesson.js";

test("text is bold in a terminal, and plain where colours are off", () => {
  expect(emphasis(true, {})("name")).toBe("\u001b[1mname\u001b[22m");
  expect(emphasis(true, { NO_COLOR: "" })("name")).toContain("\u001b");
  expect(emphasis(true, { NO_COLOR: "1" })("name")).toBe("name");
  expect(emphasis(true, { TERM: "dumb" })("name")).toBe("name");
  expect(emphasis(false, {})("name")).toBe("name");
});

test("npz is written to files and pipes, but not to a terminal", () => {
  expect(() => runOptionsOf(["x.json", "--format", "npz"], true)).toThrow(UsageError);
  expect(runOptionsOf(["x.json", "--format", "npz", "--out", "x"], true)).toMatchObject({
    format: "npz",
    out: "x",
  });
  expect(runOptionsOf(["x.json", "--out", "x.npz"], true).format).toBe("npz");
  expect(runOptionsOf(["x.json", "--format", "npz"], false).format).toBe("npz");
});

test("mistakes that have been printed end without another line", () => {
  expect(failureOf(new MistakesError())).toEqual({ exitCode: 1 });
});

const AS_IT_IS = { completion: undefined, masteryScore: undefined };

test.each([
  ["course.zip", "imsmanifest.xml", "<adlcp:masteryscore>80</adlcp:masteryscore>"],
  ["course-2004.zip", "imsmanifest.xml", "<imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure>"],
  ["course-cmi5.zip", "cmi5.xml", 'masteryScore="0.8"'],
])("%s takes what completes its lessons and which score passes", (course, manifest, score) => {
  const bytes = readFileSync(inRoot("dist", course));
  const settings = { completion: "answered", masteryScore: 0.8 };
  const files = unzipSync(packedCourse(bytes, course, [], settings));
  const text = (name: string): string => new TextDecoder().decode(files[name]);
  expect(text(manifest).split(score)).toHaveLength(6);
  const pages = Object.keys(files).filter((name) => /^(?!index).*\.html$/.test(name));
  expect(pages).toHaveLength(5);
  for (const page of pages) expect(text(page)).toContain(' data-completion="answered"');
});

test.each([
  ["course.zip", ["imsmanifest.xml"]],
  ["course-cmi5.zip", ["cmi5.xml"]],
])("the lists of a packed %s have the lessons in the order given", (course, manifests) => {
  const lessons = ["first", "second", "third"].map((stem) => {
    const text = JSON.stringify({ title: { en: stem }, spec: { lesson: "masked-multi-head" } });
    const lesson = shownLesson(lessonOf(text, stem, undefined)) ?? expect.fail("not a lesson");
    return { name: `${stem}.json`, text, lesson, title: stem };
  });
  const files = unzipSync(packedCourse(readFileSync(inRoot("dist", course)), course, lessons, AS_IT_IS));
  for (const name of ["index.html", ...manifests]) {
    const list = new TextDecoder().decode(files[name]);
    const places = [...lessons.map(({ title }) => title), "masked-multi-head"].map((stem) =>
      list.search(new RegExp(`[-:"]${stem}["?.]`)),
    );
    expect(places, name).not.toContain(-1);
    // The page lists them before all lessons, a manifest before the lesson that they are based on.
    expect(places, name).toEqual(places.toSorted((a, b) => a - b));
  }
});

const SENTENCES = [english, korean].map(({ lessonFile }) => lessonFile as never);
const titled = (name: string, fields: object) => ({
  name,
  text: JSON.stringify({ title: { en: "<Two> words" }, spec: { lesson: "multi-head" }, ...fields }),
});

test.each(SENTENCES)(
  "lessons with one id, or one title without an id, are refused by both their names",
  (words) => {
    const refused = (...fields: object[]) =>
      refuseSameIds(
        fields.map((one, i) => titled(`${i}.json`, one)),
        words,
      );
    expect(() => refused({ id: "a" }, { id: "b" }, {}, { title: { en: "Other" } })).not.toThrow();
    for (const fields of [{ id: "mine" }, {}]) {
      const both = /^1\.json: .*0\.json.*/;
      expect(() => refused(fields, fields)).toThrow(both);
      expect(() => refused(fields, fields)).toThrow("id" in fields ? "mine" : "<Two> words");
    }
  },
);

test.each(["heads-up.html", "course.zip"])(
  "the lessons that a packed %s already carries are known",
  (target) => {
    const { name, text } = titled("first.json", { id: "mine" });
    const lesson = shownLesson(lessonOf(text, name, undefined)) ?? expect.fail("not a lesson");
    const isArchive = target.endsWith(".zip");
    const bytes = readFileSync(inRoot("dist", target));
    expect(carriedBy(bytes, isArchive)).toEqual([]);
    const packed = isArchive
      ? packedCourse(bytes, target, [{ name, text, lesson, title: "" }], AS_IT_IS)
      : packedPage(bytes, target, [{ name, text, lesson, title: "" }]);
    const carried = carriedBy(
      typeof packed === "string" ? new TextEncoder().encode(packed) : packed,
      isArchive,
    );
    expect(carried.map((one) => [one.name, JSON.parse(one.text)])).toEqual([[name, JSON.parse(text)]]);
  },
);

test("a title with characters that XML forbids leaves the course's list readable", () => {
  const title = "A & B\u0001 <\ud83d>";
  const text = JSON.stringify({ title: { en: title }, spec: { lesson: "masked-multi-head" } });
  const lesson = shownLesson(lessonOf(text, "own", undefined)) ?? expect.fail("not a lesson");
  const own = [{ name: "own.json", text, lesson, title }];
  const packed = packedCourse(readFileSync(inRoot("dist/course.zip")), "course.zip", own, AS_IT_IS);
  const manifest = new TextDecoder().decode(unzipSync(packed)["imsmanifest.xml"]);
  expect(manifest).toContain("<title>A &amp; B\ufffd &lt;\ufffd&gt;</title>");
});
