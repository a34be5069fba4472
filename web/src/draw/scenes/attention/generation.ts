/**
 * Generating with a KV cache, token by token. A new token makes one row of q, k and v. Its k and v are appended to the cache,
 * whose rows are not computed again; its query is multiplied with every cached key, which gives one new row of scores,
 * attention and values. The multiplications that the cache saves are counted below. All numbers are those of the causal run on the whole sentence.
 */
import { lerp, linearPhase, phase } from "../../../timeline/easing.js";
import { emptyPlace } from "../../marks/marks.js";
import { type MatrixSpec, matrix } from "../../marks/matrix.js";
import type { Operand } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { Point } from "../../point.js";
import type { Scene, SceneInput } from "../../scene.js";
import { hasStep, stepOf } from "../../tensor_view.js";
import type { Theme } from "../../theme.js";
import { type DrawnSlice, pickedIndex } from "../../thin.js";
import { rowBox } from "../pace/row_box.js";
import { countMarks, type Multiplications } from "./generation_count.js";
import { type GenerationLayout, layoutOf, rowOf, type Tables, tablesOf, upTo } from "./generation_layout.js";

const GENERATE = { from: 0.03, to: 0.97 } as const;
/** Within a token: q, k and v are projected, the scores are computed, softmax, the average of the values. */
const MOMENT = { project: 0.2, score: 0.46, softmax: 0.62, average: 0.86 } as const;
/** The tokens that are shown at an even pace, and the share of time they take if there are more. */
const SLOW = { tokens: 4, share: 0.76 } as const;
/** The second token's progress at t = ½, the still of reduced motion: its row of attention is complete. */
const HALFWAY = 0.8;

interface Generating {
  readonly tables: Tables;
  readonly layout: GenerationLayout;
  readonly theme: Theme;
  /** The newest token, -1 before the first, and its progress, 0…1. */
  readonly token: number;
  readonly within: number;
}

export const generation: Scene = (input, t) => {
  const { theme } = input;
  const tables = tablesOf(input);
  const layout = layoutOf(input, tables);
  const { token, within } = newestToken(t, tables.values.rows.size);
  const generating = { tables, layout, theme, token, within };
  return [
    ...tableMarks(generating),
    ...newRow(generating),
    ...countMarks(countOf(input, generating), layout.count, layout.labelSize, theme, input.terms),
  ];
};

/** The newest token at t: the first ones at an even pace, the rest in one run. */
function newestToken(t: number, count: number): { readonly token: number; readonly within: number } {
  const slowTokens = Math.min(count, SLOW.tokens);
  const each = (count > slowTokens ? SLOW.share : 1) / Math.max(slowTokens, 1);
  const halfTime = (Math.min(1, count - 1) + HALFWAY) * each;
  const elapsed =
    t < 0.5
      ? linearPhase(t, GENERATE.from, 0.5) * halfTime
      : lerp(halfTime, 1, linearPhase(t, 0.5, GENERATE.to));
  if (t <= GENERATE.from || count === 0) return { token: -1, within: 0 };
  if (elapsed >= 1) return { token: count - 1, within: 1 };
  if (elapsed < slowTokens * each) return { token: Math.floor(elapsed / each), within: (elapsed / each) % 1 };
  const fastTokens = ((elapsed - SLOW.share) / (1 - SLOW.share)) * (count - slowTokens);
  return { token: Math.min(count - 1, slowTokens + Math.floor(fastTokens)), within: fastTokens % 1 };
}

/** The keys, values and rows of the result so far, and empty places for the tokens to come. */
function tableMarks({ tables: { k, v, values }, layout, theme, token, within }: Generating): Mark[] {
  const { cell, labelSize } = layout;
  const size = Math.max(token + 1, 1);
  const shownBetween = (from: number, to: number): number => (token < 0 ? 0 : phase(within, from, to));
  const appended = shownBetween(MOMENT.project * 0.5, MOMENT.project);
  const isCacheRead = (from: number, to: number): boolean => within > from && within < to;
  /** Boxes the newest row, or the whole cache while it is read. */
  const table = (
    operand: Operand,
    at: Point,
    newest: number,
    isWholeRead = false,
    look: Partial<MatrixSpec> = {},
  ) => {
    const box = rowBox(at, cell, isWholeRead ? 0 : token, operand.cols.size, theme, isWholeRead ? 1 : newest);
    return [
      ...emptyRows(at, layout, operand, theme, token + (newest > 0 ? 1 : 0)),
      ...matrix({
        ...{ ...operand, ...at, cell, theme, labelSize, labels: "columns", rows: upTo(operand.rows, size) },
        ...{ shown: (row) => (row < token ? 1 : newest), ...look },
      }),
      ...(newest > 0 && within < 1 ? [isWholeRead ? { ...box, height: size * cell.height + 2 } : box] : []),
    ];
  };
  return [
    ...table(k, layout.k, appended, isCacheRead(MOMENT.project, MOMENT.score), { labels: "all" }),
    ...table(v, layout.v, appended, isCacheRead(MOMENT.softmax, MOMENT.average)),
    ...table(values, layout.values, shownBetween(MOMENT.softmax, MOMENT.average)),
  ];
}

/** Dashed outlines for the rows of later tokens. */
function emptyRows(
  { x, y }: Point,
  { cell }: GenerationLayout,
  operand: DrawnSlice,
  theme: Theme,
  from: number,
): Mark[] {
  const first = Math.max(0, from);
  const inset = cell.height < 10 ? 0.5 : 2;
  return Array.from({ length: Math.max(0, operand.rows.size - first) }, (_, i) => {
    const at = { x: x + inset, y: y + (first + i) * cell.height + inset };
    const width = operand.cols.size * cell.width - 2 * inset;
    return emptyPlace({ ...at, width, height: Math.max(0.5, cell.height - 2 * inset) }, theme.hairline);
  });
}

/** The newest token's query, its scores and its weights, one for each token so far. */
function newRow({ tables: { q, scores, attention }, layout, theme, token, within }: Generating): Mark[] {
  const { labelSize, strip, cell } = layout;
  const newest = Math.max(token, 0);
  const size = newest + 1;
  const attentionShown = token < 0 ? 0 : phase(within, MOMENT.score, MOMENT.softmax);
  const queryShown = token < 0 ? 0 : phase(within, 0, MOMENT.project * 0.5);
  /** Cells appear one after another, a key at a time. */
  const cellByCell = (from: number, to: number) => (_: number, col: number) =>
    token < 0 ? 0 : phase(linearPhase(within, from, to) * size, col, col + 1);
  const row = (operand: typeof q, place: Point, width: number, more: Partial<MatrixSpec>): Mark[] =>
    matrix({
      ...{ title: operand.title, scale: operand.scale, theme, labelSize, labels: "columns" },
      ...{ ...place, cell: { width, height: strip.height } },
      ...{ ...rowOf(operand, newest, operand === q ? operand.cols.size : size), ...more },
    });
  return [
    ...row(q, layout.q, cell.width, { shown: () => queryShown, labels: "names" }),
    ...row(scores, layout.scores, strip.width, { shown: cellByCell(MOMENT.project, MOMENT.score) }),
    ...row(attention, layout.attention, strip.width, { shown: () => attentionShown }),
  ];
}

/** The input for the count of multiplications so far. */
function countOf({ trace }: SceneInput, { tables, token, within }: Generating): Multiplications {
  const { values } = tables;
  const total = values.rows.total ?? values.rows.size;
  const [width = 1, dModel = 1] = hasStep(trace, "w_q.weight") ? stepOf(trace, "w_q.weight").shape : [];
  const parts = [MOMENT.project, MOMENT.score, MOMENT.average].filter((moment) => within >= moment).length;
  return {
    ...{ dModel, width, parts: token < 0 ? 0 : parts },
    tokens: token < 0 ? 0 : pickedIndex(token, values.rows.size, total) + 1,
    total,
  };
}
