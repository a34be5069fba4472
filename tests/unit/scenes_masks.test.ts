/** The scenes of positions and of masks with 1 = ignore: inside the stage, initially empty, equal to the trace at the end. */

import { describe, expect, it } from "vitest";
import english from "../../web/locales/en.json";
import { legend } from "../../web/src/draw/marks/legend.js";
import { type CellMark, cellsShowing, type Picture, type StageStep } from "../../web/src/draw/picture.js";
import { contrast, digits, maskedBit } from "../../web/src/draw/scale.js";
import { sliceOf, stepOf, valueAt } from "../../web/src/draw/tensor_view.js";
import { contrastDark, contrastLight, dark, light, paletteOf } from "../../web/src/draw/theme.js";
import { thumbnail } from "../../web/src/draw/thumbnail.js";
import { range } from "../../web/src/module/shape.js";
import type { LessonSpec, Trace } from "../../web/src/module/types.js";
import { draw, stageStep } from "../../web/src/operations/operations.js";
import { shapedInputs } from "../../web/src/views/side/side_element.js";
import { LegendElement } from "../../web/src/views/stage/legend_element.js";
import { essential, sampled } from "../sampled.js";
import {
  cells,
  expectReadable,
  hasWindows,
  isOnStage,
  matchesNumber,
  STAGES,
  sceneOf,
  stageOf,
  texts,
} from "./picture_checks.js";
import { blockTrace } from "./traces.js";

/** The tested steps that have their own result. */
const OWN_RESULT_STEPS = [
  ...["position_table", "positions", "position_embedding", "input_sum"],
  ...["attn_pad_mask", "attn_dec_mask", "attn_mask"],
];
const NAMES = [
  ...[...OWN_RESULT_STEPS, "conventions", "masks"],
  ...["warmup_scores", "warmup_masked_scores", "masked_scores"],
];
const TIMES = [0, 0.1, 0.25, 0.4, 0.5, 0.6, 0.75, 0.9, 1];

const OPENING: Partial<LessonSpec> = {
  vocabSize: 4000,
  dModel: 8,
  sequences: [
    [3207, 3634, 197, 3986, 3790, 3620],
    [195, 3636, 53, 3865, 3626, 3712, 3790, 3620],
  ],
};
/** Larger lessons, and those with one mask, come last; `npm run walks` draws them. */
const LESSONS: Record<string, Partial<LessonSpec>> = {
  "the opening sizes": OPENING,
  "one token, one wide": { vocabSize: 2, dModel: 1, numHeads: 1, sequences: [[1]] },
  "an empty sentence": { sequences: [[], [1, 2, 3], [4]] },
  "another padId, −inf, three wide": { ...OPENING, dModel: 3, numHeads: 1, padId: 7, maskFill: "-inf" },
  "causal only": { mask: { padding: false, causal: true } },
  "128 wide": { ...OPENING, dModel: 128 },
  "512 wide, 8 heads": { ...OPENING, dModel: 512, numHeads: 8 },
  "padding only": { mask: { padding: true, causal: false } },
  "64 tokens": {
    vocabSize: 100,
    sequences: [Array.from({ length: 64 }, (_, i) => 1 + i), [5, 6]],
    dModel: 16,
  },
};

const stepsOf = (trace: Trace, names = NAMES): StageStep[] =>
  names.flatMap((name) => stageStep(trace, name) ?? []);
/** The texts of highlighted cells, inside and outside the matrices. */
const lit = (picture: Picture): (string | undefined)[] =>
  cells(picture).flatMap((c) => (c.outline === light.accent && c.text !== undefined ? [c.text] : []));

essential("different moments give different pictures", () => {
  const trace = blockTrace();
  for (const step of stepsOf(trace)) {
    const at = (t: number): Picture => draw(sceneOf(trace, step), t);
    expect(new Set([0, 0.5, 1].map((t) => JSON.stringify(at(t)))).size, step.name).toBe(3);
  }
});

describe.each(sampled(Object.entries(LESSONS), 5))("%s", (_name, spec) => {
  const trace = blockTrace(spec);
  it.each(stepsOf(trace).map((step) => [step.name, step] as const))(
    "%s stays on the stage with readable labels",
    (_, step) => {
      for (const stage of STAGES) expectReadable(sceneOf(trace, step, stage), TIMES);
    },
  );

  it.each(stepsOf(trace, OWN_RESULT_STEPS).map((step) => [step.name, step] as const))(
    "%s: is empty at t = 0 and complete at t = 1",
    (_, step) => {
      const [batch, kept] = [trace.spec.sequences.length - 1, step.op === "triu"];
      for (const stage of STAGES) {
        const [first, last] = [0, 1].map((t) =>
          draw(sceneOf(trace, step, { ...stage, focus: { batch, head: 0 } }), t),
        ) as [Picture, Picture];
        const own = (picture: Picture): CellMark[] => cells(picture).filter((c) => c.ref?.name === step.name);
        // triu starts from a matrix of ones, so the ones that it keeps are drawn from the beginning.
        const before = own(first).map((c) => valueAt(step, c.ref?.index ?? []));
        expect(before.filter((value) => !kept || value === 0)).toEqual([]);
        expect(cells(last).filter((c) => c.ref === undefined || c.outline)).toEqual([]);
        const text = (value: number): string => (step.dtype === "float32" ? digits(value) : String(value));
        const faults = own(last).filter(
          (cell) =>
            !isOnStage(cell, trace) || !matchesNumber(cell, text(valueAt(step, cell.ref?.index ?? []))),
        );
        expect(faults).toEqual([]);
        const slice =
          step.op === "position_ids"
            ? sliceOf(step, { batch, head: 0 }, 0, 1)
            : sliceOf(step, { batch, head: 0 });
        const shown = new Set(own(last).map((c) => c.ref?.index.join()));
        if (hasWindows(last)) expect(shown.size).toBeGreaterThan(0);
        else expect(shown.size).toBe(slice.rows.size * slice.cols.size);
      }
    },
  );

  it("exactly the cells that a mask hides are hatched, in both conventions", () => {
    for (const step of stepsOf(trace, ["attn_pad_mask", "attn_dec_mask", "attn_mask", "masks"])) {
      const source = step.op === "unsqueeze" ? stepOf(trace, "attn_mask") : step;
      const picture = draw(sceneOf(trace, step), 1);
      // There are thousands of cells: a single expect for all of them is several times faster than one each.
      const of = (name: string) => (cell: CellMark) => cell.ref?.name === name;
      const isHidden = (cell: CellMark): boolean => valueAt(source, cell.ref?.index ?? []) === 1;
      const large = cells(picture).filter(of(source.name));
      expect(large.length, step.name).toBeGreaterThan(0);
      expect(
        large.filter((cell) => (cell.hatch !== undefined) !== isHidden(cell)),
        step.name,
      ).toEqual([]);
      const small = cells(thumbnail(sceneOf(trace, step, { width: 64, height: 40 }))).filter(of(step.name));
      const wrong = small.filter((cell) => (cell.fill === light.blank) !== isHidden(cell));
      if (step === source) expect(wrong).toEqual([]);
      const [open, hidden] = cells({
        marks: legend(step, trace, light, 0, 0, 200),
        width: 200,
        height: 20,
      });
      expect([open?.text, hidden?.text, open?.hatch]).toEqual(["0", "1", undefined]);
      expect(hidden?.hatch).toBe(light.hatch);
    }
  });
});

describe("what is shown", () => {
  const trace = blockTrace(OPENING);
  const shown = (name: string, t: number, batch = 0): Picture =>
    draw(sceneOf(trace, name, { focus: { batch, head: 0 } }), t);

  essential("halfway shows the computation of a position's angle, sine and cosine", () => {
    const picture = shown("position_table", 0.5);
    expect(texts(picture)).toEqual(
      expect.arrayContaining(["2 / 10000^(2/8)", "= 2 / 10.00", "= 0.20", "sin 0.20 =", "cos 0.20 ="]),
    );
    expect(lit(picture)).toEqual(["0.20", "0.98"]);
  });

  essential("waves get longer to the right, each with fewer extrema", () => {
    const waves = shown("position_table", 1).marks.flatMap((m) =>
      m.kind === "line" && m.points.length > 20 && !m.dash ? [m.points] : [],
    );
    const counts = waves.map(
      (points) =>
        points.filter(([, y], i) => {
          const [before, after] = [points[i - 1]?.[1], points[i + 1]?.[1]];
          return before !== undefined && after !== undefined && (y - before) * (after - y) < 0;
        }).length,
    );
    expect(counts).toEqual([3, 0, 0, 0]);
    expect(texts(shown("position_table", 1))).toEqual(
      expect.arrayContaining(["p / 1", "p / 10", "p / 100", "p / 1000"]),
    );
  });

  essential("the dots of a wave are the table's numbers", () => {
    const dots = shown("position_table", 1).marks.filter(
      (m) => m.kind === "rect" && m.radius === m.width / 2,
    );
    expect(dots).toHaveLength(9 * 8);
  });

  essential("tokens are counted from 1, and padding gets 0", () => {
    expect(lit(shown("positions", 0.25))).toEqual(["3207", "3207", "1"]);
    expect(lit(shown("positions", 0.5))).toEqual(["0", "0", "0"]);
    expect(texts(shown("positions", 0.25))).toContain("≠");
    expect(texts(shown("positions", 0.5))).toContain("=");
    const last = cells(shown("positions", 1)).filter((c) => c.ref?.name === "positions");
    expect(last.map((c) => Number(c.text))).toEqual([1, 2, 3, 4, 5, 6, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(last.filter((c) => c.hatch)).toHaveLength(2);
  });

  essential("padding gets position 0 even if padId is not 0", () => {
    const other = blockTrace({ ...OPENING, padId: 9 });
    const step = stepOf(other, "positions");
    const last = cells(draw(sceneOf(other, step), 1)).filter((c) => c.ref?.name === "positions");
    expect(last.filter((c) => c.hatch).map((c) => c.text)).toEqual(["0", "0"]);
    const lookup = cells(draw(sceneOf(other, "position_embedding"), 1));
    expect(lookup.filter((c) => c.ref?.name === "positions" && c.hatch).map((c) => c.text)).toEqual([
      "0",
      "0",
    ]);
  });

  essential(
    "a wide sum shows a window of neighbouring columns, which passes over the last and ends at the first",
    () => {
      const wide = blockTrace(LESSONS["128 wide"]);
      const columnsAt = (t: number): readonly number[] => {
        const shownOf = cells(draw(sceneOf(wide, "input_sum"), t));
        return [
          ...new Set(shownOf.flatMap((c) => (c.ref?.name === "embedding" ? [c.ref.index[2] ?? 0] : []))),
        ];
      };
      expect(columnsAt(0)).toEqual(range(8));
      expect(columnsAt(0.9)).toEqual(range(8).map((col) => 120 + col));
      expect(columnsAt(1)).toEqual(range(8));
    },
  );

  essential("a sum is written with its three numbers", () => {
    const [a, b, c] = ["embedding", "position_embedding", "input_sum"].map((name) =>
      digits(valueAt(stepOf(trace, name), [0, 0, 1])),
    );
    expect(lit(shown("input_sum", 0.5)).slice(-3)).toEqual([a, b, c]);
    const signs = texts(shown("input_sum", 0.5)).filter((text) => ["+", "="].includes(text));
    expect(signs.join("")).toBe("+=+=");
  });

  essential("an id is compared with padId, and the one row is copied for every query", () => {
    expect(lit(shown("attn_pad_mask", 0.5)).slice(-3)).toEqual(["0", "0", "1"].slice(-3));
    expect(texts(shown("attn_pad_mask", 0.5))).toContain("==");
    const rows = (t: number): number =>
      new Set(
        cells(shown("attn_pad_mask", t)).flatMap((c) =>
          c.ref?.name === "attn_pad_mask" ? [c.ref.index[1]] : [],
        ),
      ).size;
    expect([0.5, 0.66, 0.8, 1].map(rows)).toEqual([1, 1, 8, 8]);
  });

  essential("triu keeps the later positions", () => {
    expect(texts(shown("attn_dec_mask", 0.5))).toEqual(expect.arrayContaining(["j > 1", "j ≤ 1"]));
  });

  essential("two bits are joined by OR", () => {
    expect(texts(shown("attn_mask", 0.5))).toContain("|");
    expect(lit(shown("attn_mask", 0.5)).slice(-3)).toEqual(["0", "1", "1"]);
  });

  essential("a flipped mask has the other digits and the same hatching", () => {
    const picture = shown("conventions", 1);
    const mask = stepOf(trace, "attn_mask");
    for (let i = 0; i < 8; i++)
      for (let j = 0; j < 8; j++) {
        const both = cellsShowing(picture, { name: "attn_mask", index: [0, i, j] });
        const value = valueAt(mask, [0, i, j]);
        expect(both.map((c) => c.text).sort()).toEqual(["0", "1"]);
        expect(both.map((c) => c.hatch !== undefined)).toEqual([value === 1, value === 1]);
        // The unflipped mask is painted last, so that its arithmetic opens there.
        expect(both.at(-1)?.text).toBe(String(value));
      }
    expect(cellsShowing(shown("conventions", 0), { name: "attn_mask", index: [0, 0, 1] })).toHaveLength(1);
    expect(lit(shown("conventions", 0.5)).slice(-2)).toEqual(["1", "0"]);
  });

  essential("the shapes beside a fill are those of its code: with heads the mask has their axis", () => {
    const shapes = (name: string) =>
      shapedInputs(trace, stepOf(trace, name)).map((input) => [input.name, input.axes.join(" ")]);
    expect(shapes("masked_scores")).toEqual([
      ["scores", "B H L L"],
      ["masks", "B 1 L L"],
    ]);
    expect(shapes("warmup_masked_scores")[1]).toEqual(["attn_pad_mask", "B L L"]);
    expect(shapes("attn_mask").map(([name]) => name)).toEqual(["attn_pad_mask", "attn_dec_mask"]);
  });

  essential("no legend says what a bit means where two masks have opposite conventions", () => {
    const strings = (name: string): string => {
      const parts = { words: english, trace, step: stageStep(trace, name), theme: light };
      return Object.assign(new LegendElement(), parts).render().strings.join("");
    };
    expect(strings("attn_mask")).toContain("<canvas");
    expect(strings("conventions")).toBe("");
    // Nor is there one of padding before anything is padded.
    expect(strings("pieces")).toBe("");
  });

  essential("masked_fill hides cells whose bit is 1", () => {
    for (const [name, mask] of [
      ["warmup_masked_scores", "attn_pad_mask"],
      ["masked_scores", "attn_mask"],
    ] as const) {
      const picture = shown(name, 1);
      const source = stepOf(trace, mask);
      const own = cells(picture).filter((c) => c.ref?.name === name);
      expect(own.length).toBeGreaterThan(0);
      for (const cell of own) {
        const index = cell.ref?.index ?? [];
        expect(cell.hatch !== undefined).toBe(valueAt(source, [0, ...index.slice(-2)]) === 1);
      }
    }
  });

  essential("scores under the mask are hatched, in grey digits that stay readable", () => {
    for (const theme of [light, dark, contrastLight, contrastDark]) {
      const input = sceneOf(trace, "masked_scores", { ...STAGES[1], theme: paletteOf(theme) });
      // The last mark of a score is on top.
      const scores = new Map(
        cells(draw(input, 1)).flatMap((cell) =>
          cell.ref?.name === "scores" ? [[String(cell.ref.index), cell]] : [],
        ),
      );
      const covered = [...scores.values()].filter(({ hatch }) => hatch !== undefined);
      expect(covered.length).toBeGreaterThan(0);
      for (const { fill, textColor = fill, text, opacity, ref } of covered) {
        expect(opacity).toBe(1);
        expect(text).toBe(digits(valueAt(stepOf(trace, "scores"), ref?.index ?? [])));
        expect(contrast(fill, textColor), `${theme.name} ${fill}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  essential(
    "the scores of heads are filled where `masks` says so, those of the warm-up by the mask itself",
    () => {
      for (const t of [0, 0.25, 0.5, 1]) {
        expect(texts(shown("masked_scores", t))).toContain("masks");
        expect(texts(shown("masked_scores", t))).not.toContain("attn_mask");
        expect(texts(shown("warmup_masked_scores", t))).toContain("attn_pad_mask");
      }
      const [bit] = cellsShowing(shown("masked_scores", 1), { name: "attn_mask", index: [0, 0, 0] });
      expect(bit?.text).toBe("0");
    },
  );

  essential("the warm-up labels its input as query and key, and divides scores by a head's √d_k", () => {
    expect(texts(shown("warmup_scores", 0.5))).toEqual(
      expect.arrayContaining(["Q = input_sum", "K = input_sumᵀ"]),
    );
    expect(texts(shown("warmup_scores", 0.5)).some((text) => text.includes("√4"))).toBe(true);
  });

  essential("the masked bit is 1 for masks of what to ignore, 0 for masks of what to attend to", () => {
    const bit = (name: string): 0 | 1 | undefined => maskedBit(stageOf(trace, name));
    expect(["attn_pad_mask", "attn_dec_mask", "attn_mask", "masks", "conventions"].map(bit)).toEqual([
      1, 1, 1, 1, 1,
    ]);
    expect(["ids", "positions", "scores"].map(bit)).toEqual([undefined, undefined, undefined]);
    expect(maskedBit({ dtype: "bool", op: "not_equal" })).toBe(0);
    expect(maskedBit({ dtype: "bool", op: "unsqueeze", madeBy: "logical_and" })).toBe(0);
  });
});
