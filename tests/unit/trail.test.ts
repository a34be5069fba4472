/** The trail as data: what becomes an entry, and which files are accepted. */
import { describe, expect, test } from "vitest";
import { mergedProgress, NO_PROGRESS, withStep } from "../../web/src/page/progress.js";
import {
  keptTrailOf,
  LONGEST_FILE,
  LONGEST_TRAIL,
  type TrailEntry,
  trailOf,
  trailText,
  VERSION,
  withChangeContinued,
  withEntry,
  withVisit,
} from "../../web/src/page/trail/trail.js";

const place = { lesson: "multi-head", step: "q", address: "?lesson=multi-head&step=q&seed=7" } as const;
const visit: TrailEntry = { kind: "visit", at: 1000, ...place };
const change: TrailEntry = {
  kind: "change",
  at: 2000,
  ...place,
  changes: [{ field: "seed", from: "42", to: "7" }],
};
const answer: TrailEntry = { kind: "answer", at: 3000, right: false, ...place };
const ALL = [visit, change, answer];
const at = (step: string, index: number) => ({ step, index, total: 9 });
const PROGRESS = withStep(NO_PROGRESS, "multi-head", at("q", 1));

describe("an entry", () => {
  test("is not added by a visit to the current place", () => {
    expect(withVisit([change], visit)).toEqual([change]);
    expect(withVisit([], visit)).toEqual([visit]);
  });

  test("is replaced while its change continues, and removed if nothing changed in the end", () => {
    const more = { ...change, changes: [{ field: "seed", from: "42", to: "71" }] };
    expect(withChangeContinued([visit, change], more)).toEqual([visit, more]);
    expect(withChangeContinued([visit, change], { ...change, changes: [] })).toEqual([visit]);
    expect(withChangeContinued([visit, answer], more)).toEqual([visit, answer, more]);
  });

  test("beyond the limit pushes out the oldest", () => {
    const many = Array.from({ length: LONGEST_TRAIL + 5 }, (_, at) => ({ ...visit, at }));
    const trail = many.reduce<readonly TrailEntry[]>(withEntry, []);
    expect(trail).toHaveLength(LONGEST_TRAIL);
    expect(trail[0]?.at).toBe(5);
  });
});

describe("a file", () => {
  test("is read as it was saved, with the progress", () => {
    expect(trailOf(trailText(ALL, PROGRESS))).toEqual({ trail: ALL, progress: PROGRESS });
    expect(keptTrailOf(trailText(ALL, NO_PROGRESS))).toEqual(ALL);
  });

  test("with progress that is nested too deeply to be written is read without it", () => {
    const nested = `${"[".repeat(300_000)}${"]".repeat(300_000)}`;
    const text = trailText(ALL, NO_PROGRESS).replace('"lessons": {}', `"lessons": ${nested}`);
    expect(trailOf(text)).toEqual({ trail: ALL, progress: NO_PROGRESS });
  });

  test("of a newer version is reported as such", () => {
    const newer = trailText(ALL, PROGRESS).replace(`"version": ${VERSION}`, '"version": 7');
    expect(trailOf(newer)).toEqual({ refused: "newer", got: "7", wants: String(VERSION) });
  });

  test("that is too long is refused", () => {
    expect(trailOf(" ".repeat(LONGEST_FILE + 1))).toMatchObject({ refused: "tooLong" });
  });

  const file = (more: object): string =>
    JSON.stringify({ format: "heads-up-trail", version: VERSION, entries: [], ...more });

  test.each([
    ["nothing", ""],
    ["no JSON", "<svg onload=alert(1)>"],
    ["null", "null"],
    ["a list", "[]"],
    ["another format", '{"format":"heads-up-weights","version":1,"entries":[]}'],
    ["an older version than the first", file({ version: 0 })],
    ["a version that is no number", file({ version: "1" })],
    ["entries that are no list", file({ entries: { length: 3 } })],
  ])("that is not a trail is refused: %s", (_, text) => {
    expect(trailOf(text)).toMatchObject({ refused: "noTrail" });
    expect(keptTrailOf(text)).toEqual([]);
  });

  test.each<[string, object]>([
    ["null", { at: undefined }],
    ["a kind there is not", { kind: "script" }],
    ["no time", { at: "now" }],
    ["a time beyond all calendars", { at: 1e300 }],
    ["another page's address", { address: "https://example.org/?lesson=multi-head" }],
    ["an address that is a script", { address: "javascript:alert(1)" }],
    ["an endless address", { address: `?tokens=${"1,".repeat(50_000)}` }],
    ["a lesson there is not", { lesson: "__proto__" }],
    ["a step that is none", { step: 3 }],
    ["a change without changes", { kind: "change" }],
    ["a change of what is no field", { kind: "change", changes: [{ field: 1, from: "", to: "" }] }],
    ["a thousand changes", { kind: "change", changes: Array(1000).fill(change.changes?.[0]) }],
  ])("with an invalid entry, %s, is refused as a whole, naming the entry", (_, wrong) => {
    expect(trailOf(file({ entries: [visit, { ...visit, ...wrong }] }))).toEqual({
      refused: "badEntry",
      got: "2",
    });
  });

  test("drops anything that is not part of an entry", () => {
    const read = trailOf(file({ entries: [{ ...answer, html: "<b>", right: "yes" }], more: 1 }));
    const { right: _, ...bare } = answer;
    expect(read).toEqual({ trail: [bare], progress: NO_PROGRESS });
  });
});

test("merges progress from another device", () => {
  const own = withStep(withStep(NO_PROGRESS, "multi-head", at("ids", 0)), "encoder-decoder", at("q", 1));
  expect(mergedProgress(own, PROGRESS)).toEqual({
    latest: "multi-head",
    lessons: {
      "multi-head": { seen: ["ids", "q"], last: "q" },
      "encoder-decoder": { seen: ["q"], last: "q" },
    },
  });
  expect(mergedProgress(own, NO_PROGRESS)).toEqual(own);
});
