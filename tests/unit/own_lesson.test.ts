/** A lesson from a file: the resulting lesson, and every mistake with its place and message. */
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { load } from "../../dist/package/index.node.js";
import { countedIn } from "../../web/src/course/progress.js";
import { fileProblemText } from "../../web/src/lesson_file/file_problem_text.js";
import { MOST_BYTES } from "../../web/src/lesson_file/json_text.js";
import { lessonOf } from "../../web/src/lesson_file/lesson_of.js";
import type { WrongLesson } from "../../web/src/lesson_file/problem.js";
import type { OwnLesson } from "../../web/src/lesson_file/read_lesson.js";
import { judge } from "../../web/src/lessons/questions/judge.js";
import { questionsOf } from "../../web/src/lessons/questions/questions.js";
import { HeadsUpError } from "../../web/src/module/errors.js";
import type { Core } from "../../web/src/module/page_entry.js";
import type { LessonSpec, Trace } from "../../web/src/module/types.js";
import type { Question } from "../../web/src/operations/question.js";
import type { WholeWords, Words } from "../../web/src/words/words.js";

const hu = await load();
/** Converts the package's errors to the source's HeadsUpError, which is a separate class. */
function run(spec: LessonSpec): Trace {
  try {
    return hu.run(spec) as Trace;
  } catch (error) {
    const { code, message, details } = error as HeadsUpError;
    throw new HeadsUpError(code, message, details);
  }
}
const read = (content: string | Uint8Array): OwnLesson | WrongLesson =>
  lessonOf(content, "lesson.json", { ...hu, run });
const exampleText = readFileSync(new URL("../../examples/own-lesson/lesson.json", import.meta.url), "utf8");

const folder = new URL("../../web/locales/", import.meta.url);
const locales = readdirSync(folder).map((file): [language: string, words: Record<string, unknown>] => [
  file.slice(0, -".json".length),
  JSON.parse(readFileSync(new URL(file, folder), "utf8")),
]);

function good(content: string | Uint8Array): OwnLesson {
  const lesson = read(content);
  if ("problems" in lesson) throw new Error(lesson.problems.map(({ message }) => message).join("\n"));
  return lesson;
}

/** One text per problem, such as `12 spec.lesson unknown-value`. */
function problems(content: string | Uint8Array): string[] {
  const wrong = read(content);
  return "problems" in wrong
    ? wrong.problems.map(({ line, code, details }) =>
        [line, details["field"], code].filter(Boolean).join(" "),
      )
    : [];
}

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
      ...["why_pad", "ids_shape", "nobody_looks", "paint_causal", "may_look", "pad_wins", "masked_becomes"],
      ...["most_of_cat", "share_of_i", "sums_to_one", "pad_row"],
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
    const { own } = lesson.over(plain as unknown as Words);
    expect(lesson.over(plain as unknown as Words)).toBe(lesson.over(plain as unknown as Words));
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

/** A valid lesson file with one change. */
function changed(change: (file: Record<string, never>) => void): string {
  const file = JSON.parse(exampleText);
  change(file);
  return JSON.stringify(file, null, 2);
}
// biome-ignore lint/suspicious/noExplicitAny: what is tested is files of every wrong type
const broken = (change: (file: any) => void): string[] => problems(changed(change));

test.each<[field: string, change: Parameters<typeof broken>[0], wants: string]>([
  ["spec", (f) => delete f.spec, "object"],
  ["title", (f) => delete f.title, "object"],
  ["steps[6].exercises[0].ask", (f) => delete f.steps[6].exercises[0].ask, "object"],
  [
    "steps[0].step",
    (f) => {
      f.steps[0] = {};
    },
    "string",
  ],
])("a missing %s says what it wants", (field, change, wants) => {
  const wrong = read(changed(change));
  const found =
    "problems" in wrong ? wrong.problems.find((one) => one.details["field"] === field) : undefined;
  expect(found).toMatchObject({ code: "file-missing", details: { wants } });
});

test("a placeholder without a value is refused with its place, except in code", () => {
  const wrong = read(
    changed((f: ReturnType<typeof JSON.parse>) => {
      f.steps[2].words.ko.what = "{heads} `{x}` {haeds}";
      f.steps[2].words.en.what = "{seed|{haeds}";
      f.steps[6].exercises[0].ask.en = "{dK}?";
    }),
  );
  const found = "problems" in wrong ? wrong.problems.map(({ details }) => details) : [];
  expect(found).toEqual([
    { field: "steps[2].words.ko.what", got: "{haeds}", wants: expect.stringContaining("{dModel}") },
    { field: "steps[2].words.en.what", got: "{haeds}", wants: expect.stringContaining("{dModel}") },
    { field: "steps[6].exercises[0].ask.en", got: "{dK}", wants: "{answer}" },
  ]);
});

test("plural forms are refused, in code too if the name has a value there", () => {
  const got = broken((f) => {
    f.steps[2].words.en.what = "`{x|x > 0}` `{seed|one|many}`";
    f.steps[2].words.en.title = "{haeds|one|many}";
    f.steps[6].exercises[0].why = { ko: "{answer}", en: "{answer|one head|many heads}" };
  });
  expect(got.map((line) => line.replace(/^\d+ /, ""))).toEqual([
    "steps[2].words.en.title file-bad-placeholder",
    "steps[2].words.en.what file-bad-placeholder",
    "steps[6].exercises[0].why.en file-bad-placeholder",
  ]);
});

describe("the id of an exercise is refused", () => {
  test.each<[taken: string, change: Parameters<typeof broken>[0], wants: string[]]>([
    [
      "in another step",
      (f) => {
        f.steps[6].exercises[0].id = "why_pad";
      },
      ["steps[6].exercises[0].id"],
    ],
    [
      "as the default of another exercise, in a later step",
      (f) => {
        delete f.steps[6].exercises[0].id;
        f.steps[0].exercises[0].id = "attention_1";
      },
      ["steps[0].exercises[0].id"],
    ],
    [
      "as the name of a built-in question, even of a step that the file leaves out",
      (f) => {
        f.steps[0].exercises[0].id = "output_shape";
        f.steps[6].exercises[0].id = "scores_shape";
      },
      ["steps[0].exercises[0].id", "steps[6].exercises[0].id"],
    ],
  ])("that is taken %s", (_taken, change, wants) => {
    expect(broken(change).map((line) => line.replace(/^\d+ /, ""))).toEqual(
      wants.map((place) => `${place} file-twice`),
    );
  });
});

test("names of exercises that a course could not keep are refused, with how long they may be", () => {
  const withExercises = (count: number): string =>
    changed((f: ReturnType<typeof JSON.parse>) => {
      const [{ id: _, ...exercise }] = f.steps[6].exercises;
      f.steps[6].exercises = Array.from({ length: count }, (_, i) => ({
        ...exercise,
        id: `${i}_${"a".repeat(50)}`.slice(0, 50),
      }));
    });
  expect(problems(withExercises(40))).toEqual([]);
  const wrong = read(withExercises(80));
  expect("problems" in wrong && wrong.problems).toMatchObject([
    { code: "file-names-too-long", details: { field: "steps", max: "3500" } },
  ]);
});

test.each(["12345678901234567890", "-9007199254740993", "1.50"])(
  "%s is quoted as the file writes it",
  (got) => {
    const wrong = read(exampleText.replace('"seed": 24', `"seed": ${got}`));
    expect("problems" in wrong && wrong.problems).toMatchObject([{ details: { field: "spec.seed", got } }]);
  },
);

test("a built-in question of a step that has none is refused without an empty list", () => {
  const whole = good(changed((f) => delete f.steps));
  const trace = run(whole.spec);
  const bare = whole.steps(trace).find((step) => questionsOf(hu, trace, step).length === 0);
  expect(bare).toBeDefined();
  expect(
    broken((f) => {
      f.steps = [{ step: bare?.id, exercises: ["shape"] }];
    }),
  ).toEqual([expect.stringMatching(/^\d+ steps\[0\]\.exercises\[0\] file-no-exercises$/)]);
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
    expect(
      broken((f) => {
        f.title.kr = "x";
        delete f.steps[2].words.ko;
      }).map((line) => line.replace(/^\d+ /, "")),
    ).toEqual(["title.kr file-unseen-language", "steps[2].words.ko file-language"]);
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
  const words = Object.fromEntries(locales)[lang] as unknown as WholeWords;
  const said = (text: string): string[] => {
    const wrong = read(text);
    return "problems" in wrong ? wrong.problems.map((problem) => fileProblemText(words, problem)) : [];
  };
  const changes: Readonly<Record<keyof typeof sentences, Parameters<typeof broken>[0]>> = {
    quoted: (f) => {
      f.spec.seed = "4";
    },
    unquoted: (f) => {
      f.tokens[1] = 1;
    },
    step: (f) => {
      f.steps[1] = 7;
    },
    fill: (f) => {
      f.spec.maskFill = "-1";
    },
    kind: (f) => delete f.steps[6].exercises[0].kind,
    take: (f) => {
      f.steps[6].exercises[0].take = "small";
    },
    language: (f) => {
      f.title = { en: "x", kr: "x" };
      f.steps = ["ids"];
    },
  };

  test.each(Object.entries(sentences))("quotes what JSON quotes: %s", (name, sentence) => {
    expect(said(changed(changes[name as keyof typeof sentences]))).toEqual([sentence]);
  });

  test("keeps the quotes of a long text", () => {
    const long = changed((f: ReturnType<typeof JSON.parse>) => {
      f.spec.seed = "4".repeat(100);
    });
    expect(said(long)).toEqual([sentences.quoted.replace("4", `${"4".repeat(60)}…`)]);
  });
});

describe("a mistake is reported with its place", () => {
  const own = (change: (exercise: Record<string, unknown>, file: Record<string, unknown>) => void) =>
    broken((file) => change(file.steps[6].exercises[0], file));

  test.each<[what: string, got: string[], wants: RegExp]>([
    [
      "an unknown lesson",
      broken((f) => {
        f.spec.lesson = "gpt";
      }),
      /^\d+ spec\.lesson unknown-value$/,
    ],
    [
      "a text in place of a number",
      broken((f) => {
        f.spec.seed = "7";
      }),
      /^\d+ spec\.seed wrong-type$/,
    ],
    [
      "a fractional id",
      broken((f) => {
        f.spec.sequences[1][2] = 0.5;
      }),
      /^\d+ spec\.sequences\[1\]\[2\] wrong-type$/,
    ],
    [
      "an unknown field",
      broken((f) => {
        f.spec.head = 2;
      }),
      /^\d+ spec\.head file-unknown-field$/,
    ],
    [
      "no spec",
      broken((f) => {
        delete f.spec;
      }),
      /^1 spec file-missing$/,
    ],
    [
      "no title",
      broken((f) => {
        delete f.title;
      }),
      /^1 title file-missing$/,
    ],
    [
      "no language",
      broken((f) => {
        f.title = {};
      }),
      /^\d+ title file-too-few$/,
    ],
    [
      "an empty text",
      broken((f) => {
        f.title.ko = "";
      }),
      /^\d+ title\.ko file-empty-text$/,
    ],
    [
      "a text of blanks alone",
      broken((f) => {
        f.title.ko = " \u3000";
      }),
      /^\d+ title\.ko file-empty-text$/,
    ],
    [
      "the id of a built-in lesson",
      broken((f) => {
        f.id = "multi-head";
      }),
      /^\d+ id file-twice$/,
    ],
    [
      "its name as the title, without an id",
      broken((f) => {
        delete f.id;
        f.title.ko = "multi-head";
      }),
      /^\d+ title\.ko file-twice$/,
    ],
    [
      "a long text",
      broken((f) => {
        f.title.ko = "가".repeat(2001);
      }),
      /^\d+ title\.ko file-too-long$/,
    ],
    [
      "an invalid language tag",
      broken((f) => {
        f.title.Korean = "x";
      }),
      /^\d+ title\.Korean file-bad-key$/,
    ],
    [
      "an invalid token id",
      broken((f) => {
        f.tokens.cat = "cat";
      }),
      /^\d+ tokens\.cat file-bad-key$/,
    ],
    [
      "a missing language",
      broken((f) => {
        delete f.steps[2].words.ko;
      }),
      /^\d+ steps\[2\]\.words\.ko file-language$/,
    ],
    [
      "an extra language",
      broken((f) => {
        f.steps[2].words.de = {};
      }),
      /^\d+ steps\[2\]\.words\.de file-more-languages$/,
    ],
    [
      "no steps",
      broken((f) => {
        f.steps = [];
      }),
      /^\d+ steps file-too-few$/,
    ],
    [
      "a step that is a number",
      broken((f) => {
        f.steps[1] = 7;
      }),
      /^\d+ steps\[1\] wrong-type$/,
    ],
    [
      "an unknown step",
      broken((f) => {
        f.steps[1] = "nowhere";
      }),
      /^\d+ steps\[1\] unknown-value$/,
    ],
    [
      "a step of another trace",
      broken((f) => {
        f.steps[1].step = "ff_1";
      }),
      /^\d+ steps\[1\]\.step unknown-value$/,
    ],
    [
      "a duplicate step",
      broken((f) => {
        f.steps[1].step = "ids";
      }),
      /^\d+ steps\[1\]\.step file-twice$/,
    ],
    [
      "unknown words",
      broken((f) => {
        f.steps[1].words.en.titel = "x";
      }),
      /^\d+ steps\[1\]\.words\.en\.titel file-unknown-field$/,
    ],
    [
      "an unknown question",
      broken((f) => {
        f.steps[0].exercises[1] = "ids_color";
      }),
      /^\d+ steps\[0\]\.exercises\[1\] unknown-value$/,
    ],
    [
      "an unknown kind",
      own((e) => {
        e["kind"] = "chioce";
      }),
      /^\d+ steps\[6\]\.exercises\[0\]\.kind unknown-value$/,
    ],
    [
      "no kind",
      own((e) => {
        delete e["kind"];
      }),
      /^\d+ steps\[6\]\.exercises\[0\]\.kind file-missing$/,
    ],
    [
      "an id with invalid characters",
      own((e) => {
        e["id"] = "a b";
      }),
      /^\d+ steps\[6\]\.exercises\[0\]\.id wrong-type$/,
    ],
    [
      "a duplicate id",
      own((e) => {
        e["id"] = "share_of_i";
      }),
      /^\d+ steps\[6\]\.exercises\[1\]\.id file-twice$/,
    ],
    [
      "an unknown tensor",
      own((e) => {
        e["row"] = { name: "weights", index: [0, 0, 1] };
      }),
      /\.row\.name unknown-value$/,
    ],
    [
      "a row with too many indices",
      own((e) => {
        e["row"] = { name: "attention", index: [0, 0, 1, 1] };
      }),
      /\.row\.index bad-index$/,
    ],
    [
      "a row outside the tensor",
      own((e) => {
        e["row"] = { name: "attention", index: [0, 1, 0] };
      }),
      /\.row\.index bad-index$/,
    ],
    [
      "a negative position",
      own((e) => {
        e["row"] = { name: "attention", index: [0, 0, -1] };
      }),
      /\.row\.index\[2\] wrong-type$/,
    ],
    [
      "a row with two largest numbers",
      own((e) => {
        e["row"] = { name: "mask", index: [0, 1] };
      }),
      /\.row file-tie$/,
    ],
    [
      "a wrong position that is the answer",
      own((e) => {
        e["slips"] = [{ answer: 1, reason: { ko: "가", en: "a" } }];
      }),
      /\.slips\[0\]\.answer file-slip-is-right$/,
    ],
    [
      "a wrong number that is the answer",
      broken((f) => {
        f.steps[6].exercises[1].slips[0].answer = 1.004;
      }),
      /\.slips\[0\]\.answer file-slip-is-right$/,
    ],
    [
      "an answer that is NaN",
      broken((f) => {
        f.spec.maskFill = "-inf";
        f.spec.sequences = [[], [4]];
        f.spec.mask.causal = false;
        f.steps = [f.steps[6]];
        f.steps[0].exercises = [f.steps[0].exercises[1]];
      }),
      /^\d+ steps\[0\]\.exercises\[0\]\.truth file-no-number$/,
    ],
    [
      "two right answers",
      broken((f) => {
        f.steps[0].exercises[0].answers[0].right = true;
      }),
      /^\d+ steps\[0\]\.exercises\[0\]\.answers file-one-right$/,
    ],
    [
      "a missing reason",
      broken((f) => {
        delete f.steps[0].exercises[0].answers[0].reason;
      }),
      /^\d+ steps\[0\]\.exercises\[0\]\.answers\[0\] file-no-reason$/,
    ],
    [
      "a single answer",
      broken((f) => {
        f.steps[0].exercises[0].answers.length = 1;
      }),
      /\.answers file-too-few$/,
    ],
    [
      "heads that do not divide dModel",
      broken((f) => {
        f.spec.numHeads = 3;
      }),
      /^\d+ spec\.numHeads heads-do-not-divide$/,
    ],
    [
      "an id outside the vocabulary",
      broken((f) => {
        f.spec.sequences[0][1] = 8;
      }),
      /^\d+ spec\.sequences\[0\]\[1\] id-out-of-vocabulary$/,
    ],
    [
      "an unknown mode",
      broken((f) => {
        f.mode = "exam";
      }),
      /^\d+ mode unknown-value$/,
    ],
    ["a list", problems("[]"), /^1 wrong-type$/],
  ])("%s", (_what, got, wants) => {
    expect(got.join("\n")).toMatch(wants);
    expect(got).toHaveLength(1);
  });

  test("reports all mistakes at once, in line order", () => {
    const got = broken((file) => {
      file.mode = "exam";
      file.title.ko = "";
      file.steps[3].exercises[0].kind = "essay";
      file.spec.seed = null;
    });
    expect(got.map((line) => line.replace(/^\d+ /, ""))).toEqual([
      ...["title.ko file-empty-text", "spec.seed wrong-type", "steps[3].exercises[0].kind unknown-value"],
      "mode unknown-value",
    ]);
    const lines = got.map((line) => Number(line.split(" ")[0]));
    const text = changed((file) => Object.assign(file, { mode: "exam" })).split("\n");
    expect(text[(lines.at(-1) ?? 0) - 1]).toContain('"mode": "exam"');
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
      else expect(got.steps(run(got.spec)).length).toBeGreaterThan(0);
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
  expect(lesson.steps(run(lesson.spec)).map(({ id }) => id)).toEqual(["ids", "attention"]);
});

test("the schema's spec has exactly the fields of a lesson spec", () => {
  const full = hu.settle({ lesson: "transformer-block" });
  const schema = JSON.parse(
    readFileSync(new URL("../../web/public/lesson.schema.json", import.meta.url), "utf8"),
  );
  expect(Object.keys(schema.properties.spec.properties).sort()).toEqual(Object.keys(full).sort());
});

test.each(locales)("every mistake has a message in %s, and no message is unused", (_language, words) => {
  const { lessonFile: said, errors } = words as {
    lessonFile: { problems: Record<string, string> };
    errors: Record<string, unknown>;
  };
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
