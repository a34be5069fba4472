/** The questions: for any lesson, each has one right answer that the trace confirms, and words for every answer. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { grouped } from "../../web/src/lessons/groups.js";
import { lessonNamed, openingSpec } from "../../web/src/lessons/lessons.js";
import { lessonNames } from "../../web/src/lessons/opening.js";
import { testItems } from "../../web/src/lessons/practice/test.js";
import { judge, parseNumber, parseShape } from "../../web/src/lessons/questions/judge.js";
import { nearestRound, questionsOf } from "../../web/src/lessons/questions/questions.js";
import { tensorsFor } from "../../web/src/module/designed.js";
import type { Core } from "../../web/src/module/page_entry.js";
import { range } from "../../web/src/module/shape.js";
import type { LessonName, LessonSpec, Trace } from "../../web/src/module/types.js";
import { pickOf } from "../../web/src/operations/pick.js";
import type { Answer, Detail, Question, QuestionKind } from "../../web/src/operations/question.js";
import { openingLesson } from "../../web/src/store/lesson_runner.js";
import { solve } from "../question_solver.js";
import { essential, sampled } from "../sampled.js";
import { hu } from "./core.js";
import { locales, placeholdersOf } from "./locales.js";

const run = (spec: LessonSpec): Trace => hu.run(spec) as Trace;

interface QuestionWords {
  readonly asks: Readonly<Record<string, { readonly ask: string; readonly right: string }>>;
  readonly reasons: Readonly<Record<string, string>>;
  readonly options: Readonly<Record<string, string>>;
}
const words = locales.map(([language, all]): [string, QuestionWords] => [language, all.questions]);

function questionsIn(trace: Trace, round = 0): { step: string; chapter: string; question: Question }[] {
  return lessonNamed(trace.spec.lesson)
    .steps(trace)
    .flatMap((step) =>
      questionsOf(hu, trace, step, () => round).map((question) => ({
        step: step.id,
        chapter: step.chapter,
        question,
      })),
    );
}
const opening = lessonNames.map((name): [LessonName, Trace] => [name, run(openingSpec(name))]);

/** With the data that the page opens a lesson with. */
const shown = lessonNames.flatMap((name) =>
  ["en", "ko"].map((lang): [string, Trace] => {
    const { spec, weights } = openingLesson(name, lang);
    return [
      `${name}, as the page opens it (${lang})`,
      hu.run(spec, tensorsFor(hu, spec, weights?.tensors)) as Trace,
    ];
  }),
);
const all = [...opening, ...shown];

/** Parameters and given data are drawn or copied, not computed. */
const NOT_COMPUTED = ["normal", "uniform", "given", "constant"];

essential.each<[string, Trace]>(all)(
  "at least four of five computing steps ask a question: %s",
  (_, trace) => {
    const computed = grouped(lessonNamed(trace.spec.lesson).steps(trace)).filter(
      (step) => !NOT_COMPUTED.includes(step.stage(trace).op),
    );
    const asked = computed.filter((step) => questionsOf(hu, trace, step).length > 0);
    expect(asked.length / computed.length).toBeGreaterThanOrEqual(0.8);
  },
);

essential("a later round is about the sentence and the head on the stage, if one is", () => {
  const trace = run(openingSpec("masked-multi-head"));
  const askedAt = (id: string, batch: number): Question => {
    const step = lessonNamed("masked-multi-head")
      .steps(trace)
      .find((candidate) => candidate.id === id);
    const [asked] = step ? questionsOf(hu, trace, step) : [];
    if (!step || !asked) throw new Error(`${id} asks nothing`);
    const nearest = nearestRound(hu, trace, step, asked, 0, { batch, head: 0 });
    expect(nearest).toMatchObject({ key: asked.key, place: asked.place });
    return nearest;
  };
  for (const batch of range(5)) expect(askedAt("embedding", batch).focus).toEqual({ batch });
  expect(askedAt("masked_scores", 0).focus).toEqual({ batch: 0, head: 0 });
});

/** Every wrong answer that a question has a reason for, with the key of that reason and what only its sentence says. */
function slipsOf(question: Question): [answer: Answer, reason: string, detail?: Detail][] {
  switch (question.kind) {
    case "shape":
      return question.slips.map(({ answer, reason }) => [answer.join(" "), reason]);
    case "number":
      return question.slips.map(({ answer, reason }) => [String(answer), reason]);
    case "cell":
      return question.slips.map((slip) => [slip.answer, slip.reason, slip]);
    case "choice":
      return question.options.flatMap((option, at): [Answer, string, Detail][] =>
        option.reason === undefined ? [] : [[at, option.reason, option]],
      );
    case "mask":
      return question.answer.flatMap((row, i) =>
        row.map((_, j): [Answer, string] => {
          const painted = question.answer.map((bits, r) =>
            bits.map((bit, c) => (r === i && c === j ? !bit : bit)),
          );
          return [painted, question.reasons[i]?.[j] ?? ""];
        }),
      );
  }
}

/** The faults of a question; empty if there are none. */
function faultsOf(trace: Trace, step: string, question: Question): string[] {
  const faults: string[] = [];
  const name = `${trace.spec.lesson} ${step} ${question.key}`;
  const answer = solve(trace, question);
  if (judge(question, answer)?.right !== true)
    faults.push(`${name}: the trace says ${JSON.stringify(answer)}`);
  for (const [slip, reason] of slipsOf(question)) {
    const verdict = judge(question, slip);
    if (verdict?.right !== false || verdict.reasons[0]?.key !== reason)
      faults.push(`${name}: ${JSON.stringify(slip)} should be wrong for ${reason}`);
  }
  for (const unfinished of unfinishedAnswers(question))
    if (judge(question, unfinished)?.right !== false) faults.push(`${name}: ${unfinished} should be wrong`);
  if (question.kind === "choice") {
    const looks = question.options.map(({ code, word }) => code ?? word);
    if (new Set(looks).size !== looks.length) faults.push(`${name}: options look alike`);
    if (question.options.filter(({ reason }) => reason === undefined).length !== 1)
      faults.push(`${name}: not one right option`);
  }
  return [...faults, ...missingWords(name, question)];
}

/** What the learner has before the last step of the calculation, and 0: within the tolerance they would be right by luck. */
function unfinishedAnswers({ key, facts }: Question): string[] {
  if (key === "score") return [facts["dot"] ?? "", "0"];
  return key === "softmax_of_two" ? [facts["power"] ?? "", "0"] : [];
}

function missingWords(name: string, question: Question): string[] {
  const known = Object.keys({ ...question.facts, ...question.words });
  const missing = (text: string | undefined, facts: readonly string[]): boolean =>
    text === undefined || placeholdersOf(text).some((placeholder) => !facts.includes(placeholder));
  return words.flatMap(([language, said]) => {
    const faults: string[] = [];
    const { ask, right } = said.asks[question.key] ?? {};
    if (missing(ask, known) || missing(right, known)) faults.push(`${name}: ${language} has no words for it`);
    for (const [, reason, { facts, words: tokens } = {}] of slipsOf(question))
      if (
        missing(
          said.reasons[reason],
          question.kind === "mask" ? ["query", "key"] : [...known, ...Object.keys({ ...facts, ...tokens })],
        )
      )
        faults.push(`${name}: ${language} has no words for ${reason}`);
    if (question.kind === "choice")
      for (const { word, words: tokens } of question.options)
        if (
          word !== undefined &&
          !question.key.startsWith("picture_") &&
          missing(said.options[word], [...known, ...Object.keys({ ...tokens })])
        )
          faults.push(`${name}: ${language} has no ${word}`);
    return faults;
  });
}

/** What would happen, or why: the other questions ask for a calculation, a place or a shape. */
/** Of two sentences, two residual sums, two norms. */
const MAY_REPEAT = ["longer_joins", "layer_silent", "norm_doubled"];
const IDEAS = [
  ...["looks_at", "head_looks_at", "removed_key", "mask_dropped", "zero_fill", "root_left_out"],
  ...[
    "roles_swapped",
    "source_asks",
    "role_of_query",
    "role_of_key",
    "role_of_value",
    "fits",
    "changes_value",
    "says_so",
  ],
  ...[
    "heads_differ",
    "look_lost",
    "what_arrives",
    "columns_off",
    "head_off",
    "heads_behind",
    "merged_unmoved",
  ],
  ...["wrong_view_token", "wrong_axis", "norm_doubled", "layer_silent", "ids_are_names", "words_swapped"],
  ...[
    "places_swapped",
    "same_place",
    "picture_later_hidden",
    "picture_padding_hidden",
    "picture_both_hidden",
  ],
  ...[
    "inverted_count",
    "generation_rows",
    "same_token",
    "same_token_places",
    "position_wise",
    "padding_share",
  ],
  ...["embedding_padding", "full_row_even", "full_row_nan", "largest_score"],
];

describe("the lessons as they open", () => {
  essential.each<[string, Trace]>(all)(
    "ask what would happen or why in at least half of their questions: %s",
    (_, trace) => {
      const keys = keysIn(trace);
      const ideas = keys.filter((key) => IDEAS.includes(key));
      expect(ideas.length / keys.length, keys.join(" ")).toBeGreaterThanOrEqual(0.5);
    },
  );

  essential.each<[string, Trace]>(all)("ask no question twice with the same words: %s", (_, trace) => {
    const repeated = keysIn(trace).filter((key, i, all) => all.indexOf(key) !== i);
    expect(repeated.filter((key) => !MAY_REPEAT.includes(key))).toEqual([]);
  });

  essential("have at least forty questions, at least two in every chapter", () => {
    const asked = opening.flatMap(([, trace]) => questionsIn(trace));
    expect(asked.length).toBeGreaterThanOrEqual(40);
    expect(new Set(asked.map(({ question }) => question.key)).size).toBeGreaterThanOrEqual(40);
    for (const [name, trace] of opening) {
      const chapters = lessonNamed(name)
        .steps(trace)
        .map(({ chapter }) => chapter);
      for (const chapter of new Set(chapters))
        expect(
          questionsIn(trace).filter((one) => one.chapter === chapter).length,
          `${name} ${chapter}`,
        ).toBeGreaterThanOrEqual(chapters.filter((other) => other === chapter).length > 1 ? 2 : 1);
    }
  });

  essential("have questions of every kind", () => {
    const kinds = new Set(
      opening.flatMap(([, trace]) => questionsIn(trace)).map(({ question }) => question.kind),
    );
    const every: QuestionKind[] = ["cell", "choice", "mask", "number", "shape"];
    expect([...kinds].sort()).toEqual(every);
  });

  essential("are the same after a reload, and different in another round", () => {
    for (const [name, trace] of opening) {
      expect(questionsIn(run(openingSpec(name)))).toEqual(questionsIn(trace));
      expect(questionsIn(trace, 1)).not.toEqual(questionsIn(trace));
    }
  });

  essential("have unique names within a step", () => {
    for (const [, trace] of opening) {
      const names = questionsIn(trace).map(({ step, question }) => `${step}.${question.key}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

const lengths = fc
  .array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 4 })
  .filter((lengths) => Math.max(...lengths) > 0);
const sentences = lengths.chain((drawnLengths) =>
  fc.tuple(
    ...drawnLengths.map((length) =>
      fc.array(fc.integer({ min: 0, max: 11 }), { minLength: length, maxLength: length }),
    ),
  ),
);
const specs: fc.Arbitrary<LessonSpec> = fc
  .record({
    lesson: fc.constantFrom(...lessonNames),
    sequences: sentences,
    heads: fc.constantFrom(1, 2, 4),
    size: fc.constantFrom(1, 2, 4),
    seed: fc.integer({ min: 0, max: 1000 }),
    padId: fc.constantFrom(0, 11),
    padding: fc.boolean(),
    causal: fc.boolean(),
    maskFill: fc.constantFrom<number | "-inf">(-1e12, "-inf", -5),
    layerNorm: fc.constantFrom<"pre" | "post" | null>(null, "pre", "post"),
    activation: fc.constantFrom<"gelu" | "relu">("gelu", "relu"),
    bias: fc.boolean(),
  })
  .map(({ heads, size, padding, causal, layerNorm, activation, ...rest }): LessonSpec => {
    const spec = { ...rest, vocabSize: 12, dModel: 2 * heads * size };
    const block = { layerNorm, feedForward: { dFf: 4, activation } };
    const own: Readonly<Record<LessonName, Partial<LessonSpec>>> = {
      "masked-self-attention": { numHeads: 1, dAttention: 2 * size, mask: { padding, causal } },
      "multi-head": { numHeads: heads, mask: null },
      "masked-multi-head": { numHeads: heads, mask: { padding, causal } },
      // In reverse order, so that the two lengths differ where they can.
      "encoder-decoder": { numHeads: heads, mask: { padding }, target: rest.sequences.map(() => [3, 1, 2]) },
      "transformer-block": { numHeads: heads, mask: { padding, causal }, ...block },
    };
    return { ...spec, ...own[rest.lesson] };
  });

describe("any lesson", () => {
  test.each(sampled([60, 300]))(
    "has one right answer to each question, confirmed by the trace, and a reason in every language (%d lessons)",
    (numRuns) => {
      fc.assert(
        fc.property(specs, fc.nat(3), (spec, round) => {
          const trace = run(spec);
          const faults = questionsIn(trace, round).flatMap(({ step, question }) =>
            faultsOf(trace, step, question),
          );
          expect(faults).toEqual([]);
        }),
        { numRuns, seed: 42, endOnFailure: true },
      );
    },
    60_000,
  );

  essential(
    "including one token, only padding, one head, and the tutorial's own sizes",
    () => {
      const small = { dModel: 4, numHeads: 1, vocabSize: 12 };
      const odd: LessonSpec[] = lessonNames.flatMap((lesson): LessonSpec[] => [
        { lesson, ...small, sequences: [[5]], ...(lesson === "encoder-decoder" ? { target: [[1]] } : {}) },
        {
          ...{
            lesson,
            ...small,
            sequences: [
              [0, 0],
              [1, 2],
            ],
            maskFill: "-inf",
            mask: { padding: true },
          },
          ...(lesson === "encoder-decoder" ? { target: [[1], [2]] } : {}),
        },
        { lesson },
      ]);
      for (const spec of odd) {
        const trace = run(spec);
        expect(questionsIn(trace).flatMap(({ step, question }) => faultsOf(trace, step, question))).toEqual(
          [],
        );
      }
    },
    30_000,
  );

  essential("asks about rows without an open key, filled with a number or with −∞", () => {
    for (const [maskFill, key] of [
      [-1e12, "full_row_even"],
      ["-inf", "full_row_nan"],
    ] as const) {
      const spec: LessonSpec = { lesson: "masked-multi-head", sequences: [[], [1, 2]], maskFill };
      expect(questionsIn(run(spec)).map(({ question }) => question.key)).toContain(key);
    }
  });
});

/** The questions of this key in several rounds; fails if there are none. */
function asked(trace: Trace, key: string): Question[] {
  const all = range(40).flatMap((round) => questionsIn(trace, round).map(({ question }) => question));
  const found = all.filter((question) => question.key === key);
  expect(found.length, key).toBeGreaterThan(0);
  return found;
}
const keysIn = (trace: Trace): string[] => questionsIn(trace).map(({ question }) => question.key);
const reasonsOf = (question: Question): string[] => slipsOf(question).map(([, reason]) => reason);

describe("a question is left out where a wrong option would be right, or its reason untrue", () => {
  essential.each<[string, Trace]>(all)(
    "every round of a lesson as it opens has one right answer: %s",
    (_, trace) => {
      const faults = range(12).flatMap((round) =>
        questionsIn(trace, round).flatMap(({ step, question }) => faultsOf(trace, step, question)),
      );
      expect(faults).toEqual([]);
    },
  );

  const withPadding: LessonSpec = {
    ...openingSpec("multi-head"),
    sequences: [
      [5, 6],
      [7, 8, 9, 3],
    ],
  };
  const withTable = (rowOf: (id: number) => readonly number[]): Trace => {
    const table = range(run(withPadding).spec.vocabSize).flatMap((id) => rowOf(id));
    return hu.run(withPadding, {
      "embedding.weight": { shape: [table.length / 8, 8], data: table },
    }) as Trace;
  };
  essential("the row of padding, if it is all zeros or repeats the row before it", () => {
    expect(keysIn(run(withPadding))).toContain("embedding_padding");
    const zeros = withTable((id) => range(8).map(() => (id === 0 ? 0 : 1)));
    expect(keysIn(zeros)).not.toContain("embedding_padding");
    const same = withTable(() => range(8).map((i) => i % 2));
    expect(keysIn(same)).not.toContain("embedding_padding");
    const first = run({ ...openingSpec("multi-head"), sequences: [[], [7]] });
    expect(keysIn(first)).not.toContain("embedding_padding");
  });

  const positions = (dModel: number, length: number): Trace =>
    run({
      ...openingSpec("transformer-block"),
      ...{ dModel, numHeads: 1, sequences: [range(length).map((i) => i + 1)] },
    });
  essential("the slowest column, if a fast one is back where it began", () => {
    expect(keysIn(positions(8, 20))).toContain("slowest_column");
    for (const dModel of [6, 8]) expect(keysIn(positions(dModel, 21))).not.toContain("slowest_column");
  });
  essential("the slowest column offers the last column of an odd number of columns", () => {
    for (const question of asked(positions(7, 6), "slowest_column"))
      expect(question.kind === "cell" && question.cells.map(({ head }) => head)).toEqual([
        "0",
        "2",
        "4",
        "6",
      ]);
  });

  essential("what is left without a head, if there is one head", () => {
    const spec = openingSpec("multi-head");
    for (const key of ["head_off", "columns_off", "heads_differ"]) {
      expect(keysIn(run({ ...spec, numHeads: 1 })), key).not.toContain(key);
      expect(keysIn(run(spec)), key).toContain(key);
    }
  });
});

describe("reasons that fit the lesson", () => {
  essential("ReLU is compared with the real GELU, and keeps all positive numbers", () => {
    const spec = openingSpec("transformer-block");
    const trace = run({ ...spec, feedForward: { ...spec.feedForward, activation: "relu" } });
    for (const question of asked(trace, "relu_below_zero")) {
      const options = question.kind === "choice" ? question.options : [];
      const code = options.find(({ reason }) => reason === "that_is_gelu")?.code;
      const [gelu = 0] = hu.gelu([parseNumber(question.facts["before"] ?? "")[0] ?? 0]).data;
      expect(Math.abs((parseNumber(code ?? "")[0] ?? 0) - gelu)).toBeLessThan(0.01);
      expect(reasonsOf(question)).toContain("relu_keeps_positive");
      expect(reasonsOf(question)).not.toContain("not_the_same");
    }
  });

  essential("a row of NaN is not said to add up to 1", () => {
    const trace = run({ lesson: "masked-multi-head", sequences: [[], [1, 2]], maskFill: "-inf" });
    for (const question of asked(trace, "full_row_nan")) {
      expect(reasonsOf(question)).toContain("nan_not_zero");
      expect(reasonsOf(question)).not.toContain("row_sums_to_one");
    }
  });

  essential("a query is padding by the target's tokens, a key by the source's", () => {
    const trace = run({
      ...openingSpec("encoder-decoder"),
      mask: { padding: true, causal: true },
      ...{
        sequences: [
          [5, 6, 7],
          [8, 9],
        ],
        target: [
          [1, 2],
          [3, 4, 6],
        ],
      },
    });
    for (const question of asked(trace, "paint_both")) {
      if (question.kind !== "mask") continue;
      const isFirst = question.facts["sentence"] === "1";
      // Of the source the second sentence ends with padding, of the target the first.
      expect(question.reasons[2]?.[0]).toBe(isFirst ? "cell_padded_query" : "cell_open");
      expect(question.reasons[2]?.[2]).toBe(isFirst ? "cell_padded_query" : "cell_padding");
    }
  });
});

describe("the words", () => {
  essential("are all used", () => {
    const traces = [
      ...all.map(([, trace]) => trace),
      run({ lesson: "masked-multi-head", sequences: [[], [1, 2]] }),
      run({ lesson: "masked-multi-head", sequences: [[], [1, 2]], maskFill: "-inf" }),
      run({
        lesson: "transformer-block",
        sequences: [[1, 2, 3], [4]],
        dModel: 8,
        layerNorm: "pre",
        feedForward: { dFf: 32, activation: "relu" },
      }),
      run({ lesson: "encoder-decoder", mask: { padding: true } }),
      run({ lesson: "masked-multi-head", mask: { padding: false, causal: true } }),
    ];
    const asked = traces.flatMap((trace) => [0, 1, 2, 3, 4, 5].flatMap((round) => questionsIn(trace, round)));
    const tested = (["pre", "post"] as const).flatMap((sitting) => testItems(hu as unknown as Core, sitting));
    const questions = [...asked, ...tested].map(({ question }) => question);
    for (const { id, question } of tested) expect(missingWords(id, question)).toEqual([]);
    const keys = new Set(questions.map(({ key }) => key));
    const reasons = new Set(questions.flatMap((question) => slipsOf(question).map(([, reason]) => reason)));
    const general = ["other_shape", "other_axes", "other_number", "other_cell"];
    for (const [language, said] of words) {
      expect(
        Object.keys(said.asks).filter((key) => !keys.has(key)),
        language,
      ).toEqual([]);
      expect(
        Object.keys(said.reasons).filter((key) => !reasons.has(key) && !general.includes(key)),
        language,
      ).toEqual([]);
    }
  });
});

describe("typed answers", () => {
  essential.each([
    "(5, 2, 10)",
    "[5,2,10]",
    "5x2x10",
    "5 × 2 × 10",
    "5 2 10",
    "torch.Size([5, 2, 10])",
    "(5, 2, 10,)",
    "５,２,１０",
  ])("%s is a shape", (text) => expect(parseShape(text)).toEqual([5, 2, 10]));
  essential.each(["", "five", "5.5", "(5, -2)", "1e400", "B, L", "5;2"])("%s is not a shape", (text) =>
    expect(parseShape(text)).toBeUndefined(),
  );
  essential.each([
    ["1/2", 0.5],
    ["0.5", 0.5],
    [".5", 0.5],
    ["0,5", 0.5],
    ["\u22120.5", -0.5],
    ["-1/4", -0.25],
    ["2e2", 200],
    ["7", 7],
  ])("%s is %d", (text, value) => expect(parseNumber(text)[0]).toBe(value));
  essential("32,000 may be grouped, or a decimal comma", () =>
    expect(parseNumber("32,000")).toEqual([32, 32000]),
  );
  essential.each(["", "half", "1/0", "1e400", "1/2/3", "--1", "NaN", "0x10"])("%s is not a number", (text) =>
    expect(parseNumber(text)).toEqual([]),
  );
});

essential("random picks are evenly spread and repeatable", () => {
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < 4000; i++) {
    const at = pickOf(`name ${i}`).below(4);
    counts[at] = (counts[at] ?? 0) + 1;
    expect(pickOf(`name ${i}`).below(4)).toBe(at);
  }
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
