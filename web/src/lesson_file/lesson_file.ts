/**
 * The schema of a lesson file (JSON), from which the types, the check and the JSON Schema for editors
 * (web/public/lesson.schema.json) are derived. Editors show the descriptions beside the fields.
 */
import * as v from "valibot";
import { lessonNames } from "../lessons/opening.js";
import { ALLOWANCES, MODES } from "../lessons/rules.js";
import type { LessonSpec } from "../module/types.js";
import { type Field, SPEC_ABOUT, SPEC_FIELDS } from "../spec/fields.js";
import { LANGUAGES } from "../words/words.js";

const LONGEST = 2000;

/** valibot's names of types, as keys of the locales (`errors.types`). */
const KINDS: Readonly<Record<string, string>> = { Array: "list", Object: "object" };

/** `("a" | Object)` → `"a" | object`. Literals stay in quotes: "number" is a kind of exercise, number is a type. */
export const wantsOf = (expected: string | null): string =>
  (expected ?? "")
    .replace(/^\((.*)\)$/, "$1")
    .split(" | ")
    .map((word) => KINDS[word] ?? word)
    .join(" | ");

/** A strict object. Its message says what a missing field wants; that of an unknown field lists the known ones. */
const fields = <const E extends v.ObjectEntries>(entries: E) =>
  v.strictObject(entries, ({ expected }) =>
    expected === "never"
      ? Object.keys(entries).join(", ")
      : wantsOf(entries[expected?.slice(1, -1) ?? ""]?.expects ?? ""),
  );
const described = <const S extends v.GenericSchema>(schema: S, text: string) =>
  v.pipe(schema, v.description(text));

const mapped = <K extends string, T, U>(entries: Readonly<Record<K, T>>, make: (value: T, name: K) => U) =>
  Object.fromEntries(
    (Object.entries(entries) as [K, T][]).map(([name, value]) => [name, make(value, name)]),
  ) as Record<K, U>;

/** A message is the code of a problem and, after a blank, what the place wants. */
const longest = (most: number) => v.maxLength<string, number, string>(most, "file-too-long");
const FEW = "file-too-few";
/** A text that has more than blanks. */
const text = v.pipe(v.string(), v.regex(/\S/, "file-empty-text"), longest(LONGEST));
const language = v.pipe(
  v.string(),
  v.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, `file-bad-key ${LANGUAGES.join(", ")}`),
);
/** A text by language. */
const texts = v.pipe(v.record(language, text), v.minEntries(1, FEW));
const integer = v.pipe(v.number(), v.integer("wrong-type integer"));
const place = v.pipe(integer, v.minValue(0, "wrong-type ≥ 0"));
const id = v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9_-]{0,59}$/, "wrong-type a-z, 0-9, -, _"));

/** The schema of a spec field; range checks happen in the core. */
function schemaOf(field: Field): v.GenericSchema {
  if ("parts" in field) return fields(mapped(field.parts, (part) => v.optional(schemaOf(part))));
  switch (field.type) {
    case "rows":
      return v.array(v.array(integer));
    case "integer":
      return integer;
    case "fill":
      return v.union([v.number(), v.literal("-inf")]);
    case "flag":
      return v.boolean();
    default:
      return v.picklist(field.type === "lesson" ? lessonNames : (field.choices ?? []));
  }
}

const specFields = mapped(SPEC_ABOUT, (about, name) => {
  const field: Field = SPEC_FIELDS[name];
  const schema = field.nullable ? v.nullable(schemaOf(field)) : schemaOf(field);
  return described(name === "lesson" ? schema : v.optional(schema), about);
});
const spec = fields(specFields) as unknown as v.GenericSchema<LessonSpec>;

/** `cell` is a number of the trace; `row` is a row of numbers, whose index leaves out the last axis. */
const cell = fields({
  name: described(v.string(), 'A tensor of the trace, such as "attention"; see docs/lesson-spec.md.'),
  index: described(v.array(place), "One place for each axis, from 0: [sentence, head, query, key]."),
});
const row = fields({
  name: described(v.string(), 'A tensor of the trace, such as "attention".'),
  index: described(v.array(place), "All places but the last: [sentence, head, query]."),
});
const number = v.union([v.number(), cell]);
const asked = {
  id: described(v.optional(id), "Its name in the event heads-up-answer; default: the step and its place."),
  ask: described(texts, "The question, in every language of the title. `Code` stands in backticks."),
  why: described(v.optional(texts), "Said with the right answer. {answer} stands for it in number and cell."),
};

const choice = fields({
  kind: described(v.literal("choice"), "One of a few is chosen."),
  ...asked,
  answers: described(
    v.pipe(
      v.array(
        fields({
          text: texts,
          right: described(v.optional(v.literal(true)), "On exactly one of the answers."),
          reason: described(v.optional(texts), "Why it is wrong; every wrong answer has one."),
        }),
      ),
      v.minLength(2, FEW),
    ),
    "What can be chosen, in this order.",
  ),
});
const numeric = fields({
  kind: described(v.literal("number"), "A number is typed."),
  ...asked,
  truth: described(number, "What is right: a cell of the trace, computed anew for other data, or a number."),
  tolerance: described(
    v.optional(v.pipe(v.number(), v.minValue(0, "wrong-type ≥ 0"))),
    "How far off still counts; default 0.01.",
  ),
  slips: described(
    v.optional(v.array(fields({ answer: number, reason: texts }))),
    "Wrong answers that one can foresee, each with its reason.",
  ),
});
const cells = fields({
  kind: described(v.literal("cell"), "A place in a row is chosen, such as a key."),
  ...asked,
  row: described(row, "The row whose largest or smallest number is asked for."),
  take: described(v.picklist(["largest", "smallest"]), "Which of its numbers is right."),
  given: described(v.optional(row), "A row of as many numbers that stand with the places, such as scores."),
  slips: described(
    v.optional(v.array(fields({ answer: place, reason: texts }))),
    "Wrong places that one can foresee, each with its reason.",
  ),
});

const words = fields({
  title: v.optional(text),
  what: described(v.optional(text), "What happens in this step."),
  why: described(v.optional(v.pipe(v.string(), longest(LONGEST))), 'Why; "" leaves it out.'),
  noteTitle: v.optional(text),
  note: described(v.optional(v.pipe(v.string(), longest(LONGEST))), 'A note to open; "" leaves it out.'),
});
const step = fields({
  step: described(v.string(), 'The step\'s name, as in the address: "ids", "scores", "attention" …'),
  words: described(
    v.optional(v.pipe(v.record(language, words), v.minEntries(1, FEW))),
    "Own words in every language of the title; what is left out stays as it is in the lesson.",
  ),
  exercises: described(
    v.optional(v.array(v.union([v.string(), v.variant("kind", [choice, numeric, cells])]))),
    'Built-in questions by their name ("score") or kind ("number"), and own ones. Left out: all built-in ones.',
  ),
});

/** What every file has, before and after what it is about. */
const head = {
  $schema: described(v.optional(v.string()), "Where this schema is, so that an editor helps."),
  id: described(v.optional(id), "What answers are kept and told under; default: made from the title."),
  title: described(texts, "The lesson's title. Its languages are those of the whole file."),
};
const foot = {
  mode: described(v.optional(v.picklist(MODES)), "How it opens, unless the page says otherwise."),
  allow: described(
    v.optional(v.array(v.picklist([...ALLOWANCES, "none"]))),
    "What a locked lesson leaves open; default: all of these.",
  ),
};

export const lessonFile = fields({
  ...head,
  spec: described(spec, "What is computed: any field of a lesson spec (docs/lesson-spec.md)."),
  steps: described(
    v.optional(v.pipe(v.array(v.union([v.string(), step])), v.minLength(1, FEW))),
    "Which steps are shown, in this order; default: all of the lesson.",
  ),
  tokens: described(
    v.optional(
      v.record(
        v.pipe(v.string(), v.regex(/^\d{1,6}$/, "file-bad-key 0, 1, 2 …")),
        v.pipe(v.string(), v.nonEmpty("file-empty-text"), longest(40)),
      ),
    ),
    'What the ids stand for: { "5": "cat" }.',
  ),
  ...foot,
});

/** A lesson on a program: it has `code` in place of `spec`. */
export const programFile = fields({
  ...head,
  code: described(
    v.union([v.string(), v.array(v.string())]),
    "A program in Python (docs/python.md), as one text or as a list of its lines.",
  ),
  ...foot,
});

/** For editors: what a file may be. */
export const anyFile = v.union([lessonFile, programFile]);

export type ProgramFile = v.InferOutput<typeof programFile>;
export type LessonFile = v.InferOutput<typeof lessonFile>;
export type FileStep = Exclude<NonNullable<LessonFile["steps"]>[number], string>;
export type FileExercise = Exclude<NonNullable<FileStep["exercises"]>[number], string>;
export type FileCell = v.InferOutput<typeof cell>;
export type Texts = v.InferOutput<typeof texts>;
