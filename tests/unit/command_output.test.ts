/** What the command writes to a terminal and into a course; the tests of the packed command run without a terminal. */
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { inRoot } from "../../scripts/lib/paths.mjs";
import { failureOf, MistakesError, UsageError } from "../../web/src/command/failure.js";
import { runOptionsOf } from "../../web/src/command/options.js";
import { emphasis } from "../../web/src/command/output.js";
import { packedCourse } from "../../web/src/command/packed.js";
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

test.each([
  ["course.zip", ["imsmanifest.xml"]],
  ["course-cmi5.zip", ["cmi5.xml", "tincan.xml"]],
])("the lists of a packed %s have the lessons in the order given", (course, manifests) => {
  const lessons = ["first", "second", "third"].map((stem) => {
    const text = JSON.stringify({ title: { en: stem }, spec: { lesson: "masked-multi-head" } });
    const lesson = shownLesson(lessonOf(text, stem, undefined)) ?? expect.fail("not a lesson");
    return { name: `${stem}.json`, text, lesson, title: stem };
  });
  const files = unzipSync(packedCourse(readFileSync(inRoot("dist", course)), course, lessons));
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
