/** A lesson from a file: the resulting lesson, and every mistake with its place and message. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countedIn } from "../../web/src/course/progress.js";
import { MOST_BYTES } from "../../web/src/lesson_file/json_text.js";
import { lessonOf } from "../../web/src/lesson_file/lesson_of.js";
import { fileProblemText, type WrongLesson } from "../../web/src/lesson_file/problem.js";
import type { OwnLesson, ReadLesson } from "../../web/src/lesson_file/read_lesson.js";
import { judge } from "../../web/src/lessons/questions/judge.js";
import { questionsOf } from "../../web/src/lessons/questions/questions.js";
import { HeadsUpError } from "../../web/src/module/errors.js";
import type { Core } from "../../web/src/module/page_entry.js";
import type { LessonSpec, Trace } from "../../web/src/module/types.js";
import type { Question } from "../../web/src/operations/question.js";
import type { WholeWords } from "../../web/src/words/words.js";
import { hu } from "./core.js";
import { locales } from "./locales.js";

/** Converts the package's errors to the source's HeadsUpError, which is a separate class. */
function run(spec: LessonSpec): Trace {
  try {
    return hu.run(spec) as Trace;
  } catch (error) {
    const { code, message, details } = error as HeadsUpError;
    throw new HeadsUpError(code, message, details);
  }
}
const read = (content: string | Uint8Array): ReadLesson => lessonOf(content, "lesson.json", { ...hu, run });
const exampleText = readFileSync(new URL("../../examples/own-lesson/lesson.json", import.meta.url), "utf8");

function good(content: string | Uint8Array): OwnLesson {
  const lesson = read(content);
  if ("problems" in lesson) throw new Error(lesson.problems.map(({ message }) => message).join("\n"));
  if ("code" in lesson) throw new Error("a program");
  return lesson;
}

const found = (content: string | Uint8Array): WrongLesson["problems"] => {
  const lesson = read(content);
  return "problems" in lesson ? lesson.problems : [];
};
/** One text per problem, such as `12 spec.lesson unknown-value`. */
const problems = (content: string | Uint8Array): string[] =>
  found(content).map(({ line, code, details }) => [line, details["field"], code].filter(Boolean).join(" "));

/** A change of the example: the value at a path such as `steps[6].exercises[0].id`; without one, the path is deleted. */
type Edit = readonly [path: string, value?: unknown];

function changed(...edits: readonly Edit[]): string {
  const file = JSON.parse(exampleText);
  for (const [path, value] of edits) {
    const keys = path.match(/[^.[\]]+/g) ?? [];
    const last = keys.pop() ?? "";
    let at = file;
    for (const key of keys) at = at[key];
    if (value === undefined) delete at[last];
    else at[last] = value;
  }
  return JSON.stringify(file, null, 2);
}
/** The field and the code of each problem. */
const broken = (...edits: readonly Edit[]): string[] =>
  problems(changed(...edits)).map((text) => text.replace(/^\d+ /, ""));

describe("the example", () => {
  const lesson = good(exampleText);
  const trace = run(lesson.spec);
  const steps = lesson.steps(trace);
  const askedQuestions = steps.flatMap((step) => {
    const builtIn = questionsOf(hu, trace, step);
    return (step.questions?.(trace, builtIn) ?? builtIn).map((question) => ({ step, question }));
  });
  const questionNamed = (key: string): Question => {
    const found = askedQuestions.find(({ question }) => question.key === key)?.question;
    if (!found) throw new Error(`no question ${key}`);
    return found;
  };

  test("shows its steps in its order, under its own name", () => {
    expect(steps.map(({ id }) => id)).toEqual([
      ...["ids", "padding_mask", "nopeak_mask", "mask", "scores", "masked_scores", "attention", "values"],
    ]);
    expect(new Set(steps.map((step) => step.lesson))).toEqual(new Set(["who-attends-to-whom"]));
  });

  test("asks the built-in questions that it names, and its own", () => {
    expect(askedQuestions.map(({ question }) => question.key)).toEqual([
      ...["why_pad", "longer_joins", "nobody_looks", "paint_causal", "may_look", "pad_wins", "mask_dropped"],
      ...["most_of_cat", "share_of_i", "says_so", "pad_row"],
    ]);
  });

  test("is scored in a course by the questions that it asks, and by no others", () => {
    const { questions } = countedIn(hu as unknown as Core, trace, steps);
    expect(questions).toEqual(askedQuestions.map(({ step, question }) => `${step.id}.${question.key}`));
  });

  test("takes its answers from the trace, so they change with the data, and omits questions without an answer", () => {
    expect(questionNamed("pad_wins")).toMatchObject({ kind: "cell", answer: 3, facts: { answer: "[pad]" } });
    expect(questionNamed("most_of_cat")).toMatchObject({
      answer: 1,
      lit: { name: "attention", index: [0, 0, 1, 1] },
    });
    expect(questionNamed("share_of_i")).toMatchObject({ kind: "number", answer: 1 });
    const other = run({ ...lesson.spec, seed: 11 });
    const attention = lesson.steps(other).find(({ id }) => id === "attention");
    expect(attention?.questions?.(other, [])[0]).toMatchObject({ key: "most_of_cat", answer: 0 });
    const short = run({ ...lesson.spec, sequences: [[1]] });
    const alone = lesson.steps(short).find(({ id }) => id === "attention");
    expect(alone?.questions?.(short, []).map(({ key }) => key)).toEqual(["share_of_i"]);
  });

  test.each(locales)("explains why each foreseen answer is wrong, in %s", (language, plain) => {
    const { own } = lesson.over(plain);
    expect(lesson.over(plain)).toBe(lesson.over(plain));
    expect(own?.title).toBe(JSON.parse(exampleText).title[language]);
    const ofFile = askedQuestions.filter(({ question }) => own?.asks[question.key]);
    expect(ofFile.length).toBeGreaterThan(0);
    for (const { question } of ofFile) {
      expect(own?.asks[question.key]?.ask, question.key).toMatch(/\S[?]/);
      const wrong = question.kind === "choice" ? question.options.map((_, at) => at) : [];
      const slips = question.kind === "number" || question.kind === "cell" ? question.slips : [];
      for (const answer of [...wrong, ...slips.map((slip) => slip.answer)]) {
        const verdict = judge(question, question.kind === "number" ? String(answer) : answer);
        const reasons = verdict?.reasons ?? [];
        expect(reasons.length > 0, `${question.key} ${answer}`).toBe(verdict?.right === false);
        for (const { key } of reasons) expect(own?.reasons[key], `${question.key} ${answer}`).toMatch(/\S/);
      }
    }
  });
});

test.each<[path: string, value: unknown, wants: string]>([
  ["spec", undefined, "object"],
  ["title", undefined, "object"],
  ["steps[6].exercises[0].ask", undefined, "object"],
  ["steps[0].step", undefined, "string"],
])("a missing %s says what it wants", (path, value, wants) => {
  const missing = found(changed([path, value])).find(({ details }) => details["field"] === path);
  expect(missing).toMatchObject({ code: "file-missing", details: { wants } });
});

test("a placeholder without a value is refused with its place, except in code", () => {
  const wrong = changed(
    ["steps[2].words.ko.what", "{heads} `{x}` {haeds}"],
    ["steps[2].words.en.what", "{seed|{haeds}"],
    ["steps[6].exercises[0].ask.en", "{dK}?"],
  );
  expect(found(wrong).map(({ details }) => details)).toEqual([
    { field: "steps[2].words.ko.what", got: "{haeds}", wants: expect.stringContaining("{dModel}") },
    { field: "steps[2].words.en.what", got: "{haeds}", wants: expect.stringContaining("{dModel}") },
    { field: "steps[6].exercises[0].ask.en", got: "{dK}", wants: "{answer}" },
  ]);
});

test("plural forms are refused, in code too if the name has a value there", () => {
  const got = broken(
    ["steps[2].words.en.what", "`{x|x > 0}` `{seed|one|many}`"],
    ["steps[2].words.en.title", "{haeds|one|many}"],
    ["steps[6].exercises[0].why", { ko: "{answer}", en: "{answer|one head|many heads}" }],
  );
  expect(got).toEqual([
    "steps[2].words.en.title file-bad-placeholder",
    "steps[2].words.en.what file-bad-placeholder",
    "steps[6].exercises[0].why.en file-bad-placeholder",
  ]);
});

const [FIRST_ID, LATER_ID] = ["steps[0].exercises[0].id", "steps[6].exercises[0].id"] as const;
test.each<[taken: string, edits: Edit[], wants: string[]]>([
  ["in another step", [[LATER_ID, "why_pad"]], [LATER_ID]],
  [
    "as the default of another exercise, in a later step",
    [[LATER_ID], [FIRST_ID, "attention_1"]],
    [FIRST_ID],
  ],
  [
    "as the name of a built-in question, even of a step that the file leaves out",
    [
      [FIRST_ID, "words_swapped"],
      [LATER_ID, "score"],
    ],
    [FIRST_ID, LATER_ID],
  ],
])("the id of an exercise is refused that is taken %s", (_taken, edits, wants) => {
  expect(broken(...edits)).toEqual(wants.map((place) => `${place} file-twice`));
});

test("names of exercises that a course could not keep are refused, with how long they may be", () => {
  const [{ id: _, ...exercise }] = JSON.parse(exampleText).steps[6].exercises;
  const withExercises = (count: number): string => {
    const idOf = (i: number): string => `${i}_${"a".repeat(50)}`.slice(0, 50);
    const all = Array.from({ length: count }, (_, i) => ({ ...exercise, id: idOf(i) }));
    return changed(["steps[6].exercises", all]);
  };
  expect(problems(withExercises(40))).toEqual([]);
  expect(found(withExercises(80))).toMatchObject([
    { code: "file-names-too-long", details: { field: "steps", max: "3500" } },
  ]);
});

test.each(["12345678901234567890", "-9007199254740993", "1.50"])(
  "%s is quoted as the file writes it",
  (got) => {
    const wrong = found(exampleText.replace('"seed": 24', `"seed": ${got}`));
    expect(wrong).toMatchObject([{ details: { field: "spec.seed", got } }]);
  },
);

test("a built-in question of a step that has none is refused without an empty list", () => {
  const whole = good(changed(["steps"]));
  const trace = run(whole.spec);
  const bare = whole.steps(trace).find((step) => questionsOf(hu, trace, step).length === 0);
  expect(bare).toBeDefined();
  expect(broken(["steps", [{ step: bare?.id, exercises: ["shape"] }]])).toEqual([
    "steps[0].exercises[0] file-no-exercises",
  ]);
});

describe("the encoding of a file", () => {
  test.each<[encoding: string, bytes: Uint8Array]>([
    ["CP949", Buffer.from([...Buffer.from('{ "title": { "ko": "'), 0xc7, 0xd1, ...Buffer.from('" } }')])],
    ["UTF-16", Buffer.from(`\ufeff${exampleText}`, "utf16le")],
  ])("%s is refused", (_encoding, bytes) => {
    expect(problems(bytes)).toEqual(["file-encoding"]);
  });

  test("UTF-8 may have a byte order mark", () => {
    expect(good(Buffer.from(`\ufeff${exampleText}`)).title("ko")).toBe("어느 단어가 어느 단어를 볼까요");
  });

  test("a file that is cut within a character is too large, not in another encoding", () => {
    const cut = Buffer.from("가".repeat(MOST_BYTES)).subarray(0, MOST_BYTES + 1);
    expect(cut.toString().endsWith("가")).toBe(false);
    expect(problems(cut)).toEqual(["file-too-large"]);
  });
});

describe("the languages of a file", () => {
  const titled = (...languages: string[]): string[] =>
    problems(
      JSON.stringify({
        title: Object.fromEntries(languages.map((language) => [language, "x"])),
        spec: { lesson: "multi-head" },
      }),
    );

  test.each([[["ko"]], [["en", "ko-KR"]], [["de"]]])("%j are shown to some reader", (languages) => {
    expect(titled(...languages)).toEqual([]);
  });

  test.each([
    [["kr", "en"], "kr"],
    [["ko", "de"], "de"],
    [["ko", "ko-KR"], "ko-KR"],
  ])("of %j nobody would see %s", (languages, unseen) => {
    expect(titled(...languages)).toEqual([`1 title.${unseen} file-unseen-language`]);
  });

  test("a text in a language that the file does not have is refused, and other texts need not have it", () => {
    expect(broken(["title.kr", "x"], ["steps[2].words.ko"])).toEqual([
      "title.kr file-unseen-language",
      "steps[2].words.ko file-language",
    ]);
  });

  test("a title in thousands of such languages is reported language by language, up to the limit of 100", () => {
    const tags = Array.from({ length: 20_000 }, (_, i) => `xx-${String(i).padStart(5, "0")}`);
    const words = { en: { what: "x" } };
    const text = JSON.stringify({
      title: Object.fromEntries(["en", ...tags].map((language) => [language, "x"])),
      spec: { lesson: "multi-head" },
      steps: ["ids", "q", "k", "v", "scores", "attention"].map((step) => ({ step, words })),
    });
    const got = problems(text);
    expect(got).toHaveLength(100);
    expect(new Set(got.map((line) => line.split(" ").at(-1)))).toEqual(new Set(["file-unseen-language"]));
  });
});

describe.each([
  {
    lang: "en",
    quoted: 'spec.seed: got "4", wants a number without quotes.',
    unquoted: "tokens.1: got 1, wants a text in double quotes.",
    step: "steps[1]: got 7, wants a text in double quotes | an object.",
    fill: 'spec.maskFill: got "-1", wants a number without quotes | "-inf".',
    kind: 'steps[6].exercises[0].kind: missing. Wants: "choice" | "number" | "cell".',
    take: "steps[6].exercises[0].take: got small, wants one of these: largest, smallest.",
    language: "title.kr: nobody would see the texts in this language. The page has: en, ko.",
  },
  {
    lang: "ko",
    quoted: 'spec.seed: 받은 값은 "4", 필요한 것은 따옴표 없이 쓴 수입니다.',
    unquoted: "tokens.1: 받은 값은 1, 필요한 것은 큰따옴표로 감싼 문자열입니다.",
    step: "steps[1]: 받은 값은 7, 필요한 것은 큰따옴표로 감싼 문자열 | 객체입니다.",
    fill: 'spec.maskFill: 받은 값은 "-1", 필요한 것은 따옴표 없이 쓴 수 | "-inf"입니다.',
    kind: 'steps[6].exercises[0].kind: 꼭 있어야 하는데 없습니다. 필요한 것: "choice" | "number" | "cell".',
    take: "steps[6].exercises[0].take: 받은 값은 small입니다. 다음 중 하나여야 합니다: largest, smallest.",
    language: "title.kr: 이 언어로 쓴 말은 아무에게도 보이지 않습니다. 페이지의 언어: en, ko.",
  },
])("a mistake in $lang", ({ lang, ...sentences }) => {
  const words: WholeWords = Object.fromEntries(locales)[lang];
  const said = (text: string): string[] => found(text).map((problem) => fileProblemText(words, problem));
  const edits: Readonly<Record<keyof typeof sentences, readonly Edit[]>> = {
    quoted: [["spec.seed", "4"]],
    unquoted: [["tokens.1", 1]],
    step: [["steps[1]", 7]],
    fill: [["spec.maskFill", "-1"]],
    kind: [["steps[6].exercises[0].kind"]],
    take: [["steps[6].exercises[0].take", "small"]],
    language: [
      ["title", { en: "x", kr: "x" }],
      ["steps", ["ids"]],
    ],
  };

  test.each(Object.entries(sentences))("quotes what JSON quotes: %s", (name, sentence) => {
    expect(said(changed(...edits[name as keyof typeof sentences]))).toEqual([sentence]);
  });

  test("keeps the quotes of a long text", () => {
    const long = changed(["spec.seed", "4".repeat(100)]);
    expect(said(long)).toEqual([sentences.quoted.replace("4", `${"4".repeat(60)}…`)]);
  });
});

describe("a mistake is reported with its place", () => {
  const own = "steps[6].exercises[0]";
  const reason = { ko: "가", en: "a" };

  test.each<[what: string, path: string, value: unknown, code: string, place?: string]>([
    ["an unknown lesson", "spec.lesson", "gpt", "unknown-value"],
    ["a text in place of a number", "spec.seed", "7", "wrong-type"],
    ["a fractional id", "spec.sequences[1][2]", 0.5, "wrong-type"],
    ["an unknown field", "spec.head", 2, "file-unknown-field"],
    ["no spec", "spec", undefined, "file-missing"],
    ["no title", "title", undefined, "file-missing"],
    ["no language", "title", {}, "file-too-few"],
    ["an empty text", "title.ko", "", "file-empty-text"],
    ["a text of blanks alone", "title.ko", " \u3000", "file-empty-text"],
    ["the id of a built-in lesson", "id", "multi-head", "file-twice"],
    ["a long text", "title.ko", "가".repeat(2001), "file-too-long"],
    ["an invalid language tag", "title.Korean", "x", "file-bad-key"],
    ["an invalid token id", "tokens.cat", "cat", "file-bad-key"],
    ["a missing language", "steps[2].words.ko", undefined, "file-language"],
    ["an extra language", "steps[2].words.de", {}, "file-more-languages"],
    ["no steps", "steps", [], "file-too-few"],
    ["a step that is a number", "steps[1]", 7, "wrong-type"],
    ["an unknown step", "steps[1]", "nowhere", "unknown-value"],
    ["a step of another trace", "steps[1].step", "ff_1", "unknown-value"],
    ["a duplicate step", "steps[1].step", "ids", "file-twice"],
    ["unknown words", "steps[1].words.en.titel", "x", "file-unknown-field"],
    ["an unknown question", "steps[0].exercises[1]", "ids_color", "unknown-value"],
    ["an unknown kind", `${own}.kind`, "chioce", "unknown-value"],
    ["no kind", `${own}.kind`, undefined, "file-missing"],
    ["an id with invalid characters", `${own}.id`, "a b", "wrong-type"],
    ["a duplicate id", `${own}.id`, "share_of_i", "file-twice", "steps[6].exercises[1].id"],
    [
      "an unknown tensor",
      `${own}.row`,
      { name: "weights", index: [0, 0, 1] },
      "unknown-value",
      `${own}.row.name`,
    ],
    [
      "too many indices",
      `${own}.row`,
      { name: "attention", index: [0, 0, 1, 1] },
      "bad-index",
      `${own}.row.index`,
    ],
    ["a row outside", `${own}.row`, { name: "attention", index: [0, 1, 0] }, "bad-index", `${own}.row.index`],
    [
      "a negative index",
      `${own}.row`,
      { name: "attention", index: [0, 0, -1] },
      "wrong-type",
      `${own}.row.index[2]`,
    ],
    ["a row with two largest numbers", `${own}.row`, { name: "mask", index: [0, 1] }, "file-tie"],
    [
      "a slip that is right",
      `${own}.slips`,
      [{ answer: 1, reason }],
      "file-slip-is-right",
      `${own}.slips[0].answer`,
    ],
    ["a number that is right", "steps[6].exercises[1].slips[0].answer", 1.004, "file-slip-is-right"],
    [
      "a missing reason",
      "steps[0].exercises[0].answers[0].reason",
      undefined,
      "file-no-reason",
      "steps[0].exercises[0].answers[0]",
    ],
    [
      "two right answers",
      "steps[0].exercises[0].answers[0].right",
      true,
      "file-one-right",
      "steps[0].exercises[0].answers",
    ],
    [
      "a single answer",
      "steps[0].exercises[0].answers.length",
      1,
      "file-too-few",
      "steps[0].exercises[0].answers",
    ],
    ["heads that do not divide dModel", "spec.numHeads", 3, "heads-do-not-divide"],
    ["an id outside the vocabulary", "spec.sequences[0][1]", 8, "id-out-of-vocabulary"],
    ["an unknown mode", "mode", "exam", "unknown-value"],
  ])("%s", (_what, path, value, code, place = path) => {
    expect(broken([path, value])).toEqual([`${place} ${code}`]);
  });

  test("a lesson's name as the title, without an id", () => {
    expect(broken(["id"], ["title.ko", "multi-head"])).toEqual(["title.ko file-twice"]);
  });

  test("an answer that is NaN", () => {
    const step = JSON.parse(exampleText).steps[6];
    const asked = [{ ...step, exercises: [step.exercises[1]] }];
    const spec = [
      ["spec.maskFill", "-inf"],
      ["spec.sequences", [[], [4]]],
      ["spec.mask.causal", false],
    ] as const;
    expect(broken(...spec, ["steps", asked])).toEqual(["steps[0].exercises[0].truth file-no-number"]);
  });

  test("what is missing has the line of the object that lacks it", () => {
    expect(problems(changed(["spec"]))).toEqual(["1 spec file-missing"]);
    expect(problems("[]")).toEqual(["1 wrong-type"]);
  });

  test("reports all mistakes at once, in line order", () => {
    const text = changed(
      ["mode", "exam"],
      ["title.ko", ""],
      ["steps[3].exercises[0].kind", "essay"],
      ["spec.seed", null],
    );
    const codes = [
      "title.ko file-empty-text",
      "spec.seed wrong-type",
      "steps[3].exercises[0].kind unknown-value",
    ];
    const got = problems(text);
    expect(got.map((line) => line.replace(/^\d+ /, ""))).toEqual([...codes, "mode unknown-value"]);
    expect(text.split("\n")[Number.parseInt(got.at(-1) ?? "", 10) - 1]).toContain('"mode": "exam"');
  });
});

test.each<[what: string, text: string, wants: string[]]>([
  [
    "a name that every object has",
    '{\n  "title": {},\n  "constructor": 1\n}',
    ["3 constructor file-bad-key"],
  ],
  ["a name that comes twice", '{\n  "title": {},\n  "title": {} }', ["3 title file-twice"]],
  [
    "names that come twice in one object, and may be in others",
    '{ "title": { "en": "x",\n "en": "y" }, "spec": { "lesson": "multi-head", "lesson": "multi-head" },\n "id": "en" }',
    ["2 title.en file-twice", "2 spec.lesson file-twice"],
  ],
  [
    "a list of tokens",
    '{ "title": { "en": "x" }, "spec": { "lesson": "multi-head" },\n "tokens": ["[pad]", "the"] }',
    ["2 tokens wrong-type"],
  ],
  ["the name of a prototype", '{ "tokens": {\n  "__proto__": "cat" } }', ["2 tokens.__proto__ file-bad-key"]],
  ["a comma forgotten", '{\n  "title": {}\n  "spec": {}\n}', ["3 json-comma"]],
  ["a comma too many", '{\n  "spec": { "seed": 1, }\n}', ["2 json-name"]],
  ["a value forgotten", '{\n  "title":\n}', ["3 json-value"]],
  ["an end too early", '{\n  "title":\n', ["3 json-ended"]],
  ["a colon forgotten", '{\n  "title" {}\n}', ["2 json-colon"]],
  ["a brace forgotten", '{\n  "title": {\n', ["3 json-brace"]],
  ["a bracket forgotten", '{ "steps": [1\n', ["2 json-bracket"]],
  ["a quotation mark forgotten", '{\n  "title: {}\n}', ["2 json-quote"]],
  ["a comment", '{\n  // mine\n  "title": {}\n}', ["2 json-comment"]],
  ["something after it", "{}\n{}", ["2 json-end"]],
  ["single quotes", "{\n  'title': {}\n}", ["2 json-symbol"]],
  [
    "two mistakes",
    '{\n  "title": {}\n  "spec": { "seed": }\n  "mode": "locked"\n}',
    ["3 json-comma", "4 json-comma"],
  ],
  ["words, one per line", "a\n".repeat(100_000), ["1 json-symbol"]],
  ["words in one line", `[${"1 ".repeat(100_000)}`, ["1 json-comma"]],
  [
    "no commas, on many lines",
    `[\n${"1\n".repeat(100_000)}]`,
    ["3 json-comma", "4 json-comma", "5 json-comma", "6 json-comma", "7 json-comma"],
  ],
  ["nothing", "", ["file-empty"]],
  ["brackets without end", "[".repeat(200_000), ["json-too-deep"]],
  ["a web page", "<!doctype html><title>404</title>", ["file-is-a-page"]],
  ["far too much", `"${"x".repeat(1_000_001)}"`, ["file-too-large"]],
])("JSON with %s", (_what, text, wants) => {
  expect(problems(text)).toEqual(wants);
});

test.each([500, 1000, 1500, 2000, 2500, 3000, 3500, 4000, 5000, 6000])(
  "%i nested brackets are read or refused, though reading their values takes more stack than parsing",
  (depth) => {
    const [found] = problems("[".repeat(depth) + "]".repeat(depth));
    expect(["1 wrong-type", "json-too-deep"]).toContain(found);
  },
);

test("never throws, for any JSON", () => {
  const file = JSON.parse(exampleText);
  const paths: (readonly (string | number)[])[] = [];
  const walk = (value: unknown, path: readonly (string | number)[]): void => {
    paths.push(path);
    if (typeof value === "object" && value !== null)
      for (const [key, one] of Object.entries(value))
        walk(one, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  walk(file, []);
  fc.assert(
    fc.property(fc.constantFrom(...paths.slice(1)), fc.jsonValue(), (path, value) => {
      const other = JSON.parse(exampleText);
      let at = other;
      for (const key of path.slice(0, -1)) at = at[key];
      at[path.at(-1) ?? ""] = value;
      const got = read(JSON.stringify(other));
      if ("problems" in got) expect(got.problems.length).toBeGreaterThan(0);
      else if ("spec" in got) expect(got.steps(run(got.spec)).length).toBeGreaterThan(0);
    }),
    { numRuns: 150 },
  );
});

test("a file without steps shows its whole lesson, in the lesson's opening sizes", () => {
  const lesson = good('{ "title": { "en": "Plain" }, "spec": { "lesson": "multi-head", "seed": 3 } }');
  expect(lesson.spec).toMatchObject({ seed: 3, dModel: 8, numHeads: 2 });
  const steps = lesson.steps(run(lesson.spec));
  expect(steps).toHaveLength(28);
  expect(steps.every(({ questions }) => questions === undefined)).toBe(true);
  // Falls back to the only language of the file.
  expect(lesson.title("ko")).toBe("Plain");
});

test("the example in the documentation is valid", () => {
  const page = readFileSync(new URL("../../docs/lesson-file.md", import.meta.url), "utf8");
  const [, text = ""] = /```json\n([\s\S]*?)```/.exec(page) ?? [];
  const lesson = good(text);
  expect(lesson.steps(run(lesson.spec)).map(({ id }) => id)).toEqual(["ids", "masked_scores"]);
});

test("a file with code in place of a spec is a program, of one text or of lines", () => {
  const file = (code: unknown) => read(JSON.stringify({ title: { en: "Mine" }, code, mode: "locked" }));
  expect(file(["x = 1", "print(x)"])).toMatchObject({
    id: "Mine",
    code: "x = 1\nprint(x)\n",
    mode: "locked",
  });
  expect(file("y = 2")).toMatchObject({ code: "y = 2" });
  expect(problems('{ "title": { "en": "Mine" }, "code": 3 }')).toEqual(["1 code wrong-type"]);
  expect(problems('{ "title": { "en": "Mine" }, "code": "", "spec": {} }')).toEqual([
    "1 spec file-unknown-field",
  ]);
});

test("the schema's spec has exactly the fields of a lesson spec", () => {
  const full = hu.settle({ lesson: "transformer-block" });
  const schema = JSON.parse(
    readFileSync(new URL("../../web/public/lesson.schema.json", import.meta.url), "utf8"),
  );
  expect(Object.keys(schema.anyOf[0].properties.spec.properties).sort()).toEqual(Object.keys(full).sort());
});

test.each(locales)("every mistake has a message in %s, and no message is unused", (_language, words) => {
  const { lessonFile: said, errors } = words;
  const files = ["exercises", "fit_check", "form_check", "json_text", "lesson_file"].map(
    (name) => `lesson_file/${name}`,
  );
  const source = [...files, "views/authoring/own_lesson"]
    .map((name) => readFileSync(new URL(`../../web/src/${name}.ts`, import.meta.url), "utf8"))
    .join("\n");
  const codes = new Set(
    [...source.matchAll(/["`]((?:file|json)-[a-z-]+|wrong-type|unknown-value|bad-index)["` ]/g)].map(
      ([, code = ""]) => code,
    ),
  );
  const known = Object.keys(said.problems);
  expect([...codes].filter((code) => !known.includes(code) && !(code in errors))).toEqual([]);
  expect(known.filter((code) => !codes.has(code))).toEqual([]);
});
