/**
 * Passes any text to the reader of lesson files: it is refused with problems that have a place and words, or the lesson can be
 * written and read again, and its data run.
 */
import assert from "node:assert/strict";
import example from "../../../examples/own-lesson/lesson.json";
import { carrierElement } from "../../../web/src/lesson_file/carried.js";
import { lessonOf } from "../../../web/src/lesson_file/lesson_of.js";
import type { OwnLesson, OwnProgram } from "../../../web/src/lesson_file/read_lesson.js";
import { questionsOf } from "../../../web/src/lessons/questions/questions.js";
import type { Words } from "../../../web/src/words/words.js";
import { Bytes } from "./bytes.js";
import { hu, isSmall, settled } from "./core.js";
import { checkWords } from "./words.js";

const NAMES = [
  "id title spec steps tokens mode allow $schema __proto__ constructor",
  "ko en pt-BR step words exercises what why note kind ask answers right",
  "reason text truth tolerance slips answer row take given name index lesson",
  "sequences target numHeads dModel mask feedForward layerNorm 5 -1",
].flatMap((names) => names.split(" "));
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, 1, 2, 3, -1, 0.5, 1e300, 2 ** 53, "", "x", "x".repeat(2001), [], {}],
  ...[[[]], [[1, 2]]],
  ..."choice number cell largest smallest shape scores scores_shape attention q ids".split(" "),
  ..."multi-head masked-multi-head encoder-decoder transformer-block -inf pre learn none".split(" "),
  ...[{ en: "one" }, { en: "one", ko: "하나" }, { name: "attention", index: [0, 0, 0, 0] }],
  ...[{ kind: "number" }, { name: "q", index: [0] }, { answer: 0, reason: { en: "one", ko: "하나" } }],
  { text: { en: "", ko: "" } },
];

type Node = Record<string, unknown> | unknown[];
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** A node of the file, and a key in it. */
function placeIn(bytes: Bytes, node: Node): [Node, string] {
  const keys = Object.keys(node);
  const key = keys.length === 0 || bytes.oneIn(6) ? bytes.pick(NAMES) : bytes.pick(keys);
  const inner = Object.hasOwn(node, key) ? Reflect.get(node, key) : undefined;
  return isNode(inner) && !bytes.oneIn(4) ? placeIn(bytes, inner) : [node, key];
}

/** The example with up to four changes. */
function changedExample(bytes: Bytes): unknown {
  const file: Node = structuredClone(example);
  for (let changes = bytes.below(5); changes > 0; changes--) {
    const [node, key] = placeIn(bytes, file);
    const value = bytes.oneIn(6) ? bytes.text() : structuredClone(bytes.pick(VALUES));
    if (bytes.oneIn(4)) Reflect.deleteProperty(node, key);
    // An earlier change may have replaced the list's constructor, which splice calls.
    else if (Array.isArray(node) && node.constructor === Array && bytes.coin())
      node.splice(bytes.below(3), bytes.below(3), value);
    else Object.defineProperty(node, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return file;
}

/** A lesson's content as plain values. */
function described(lesson: OwnLesson | OwnProgram, isRun: boolean): unknown {
  if ("code" in lesson) return { ...lesson, title: lesson.title("ko") };
  const { id, spec, mode, allow, labels } = lesson;
  const own = ["ko", "en"].map((code) => [
    lesson.title(code),
    lesson.over({ language: { code } } as Words).own,
  ]);
  if (!isRun) return { id, spec, mode, allow, labels, own };
  const trace = hu.run(spec);
  const steps = lesson.steps(trace).map((step) => {
    const builtIn = questionsOf(hu, trace, step);
    return [step.id, step.questions?.(trace, builtIn) ?? builtIn];
  });
  assert(steps.length > 0, "a lesson without steps");
  return { id, spec, mode, allow, labels, own, steps };
}

function checkText(text: string): void {
  const form = lessonOf(text, "lesson.json", undefined);
  const spec = "spec" in form ? settled(form.spec) : undefined;
  const isRun = spec !== undefined && isSmall(spec);
  const runner = isRun || ("spec" in form && spec === undefined) ? hu : undefined;
  const read = lessonOf(text, "lesson.json", runner);
  if ("problems" in read) {
    assert(read.problems.length > 0, "refused without a reason");
    for (const problem of read.problems) {
      assert.equal(typeof problem.details["field"], "string");
      checkWords(problem);
    }
    return;
  }
  const again = lessonOf(JSON.stringify(JSON.parse(text)), "lesson.json", runner);
  assert(!("problems" in again), "what is written is refused");
  assert.deepEqual(described(again, isRun), described(read, isRun), "what is written is read the same");
  checkCarried(text);
}

/** Checks that nothing in the file ends the script element in which a page carries it. */
function checkCarried(text: string): void {
  const [, inside = "", ...more] = carrierElement({ name: "lesson.json", text }).split(/<\/?script[^>]*>/i);
  assert.deepEqual(more, ["\n"], "the file ends the element that carries it");
  assert.deepEqual(JSON.parse(inside), JSON.parse(text));
}

export function fuzz(data: Uint8Array): void {
  const bytes = new Bytes(data);
  checkText(bytes.coin() ? bytes.restAsText() : JSON.stringify(changedExample(bytes)));
}
