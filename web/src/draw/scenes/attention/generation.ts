/**
 * Generating with a KV cache, token by token. A new token makes one row of q, k and v. Its k and v are appended to the cache,
 * whose rows are not computed again; its query meets every cached key, and one new row of scores, attention and values
 * follows. Below stands what the cache saves. All numbers are those of the causal run on the whole sentence.
 */
import { lerp, linearPhase, phase } from "../../../timeline/easing.js";
import { emptyPlace } from "../../marks/marks.js";
import { type MatrixSpec, matrix } from "../../marks/matrix.js";
import type { Operand } from "../../operand.js";
import type { Mark } from "../../picture.js";
import type { Place } from "../../place.js";
import type { Scene, SceneInput } from "../../scene.js";
import { hasStep, stepOf } from "../../tensor_view.js";
import type { Theme } from "../../theme.js";
import { type DrawnSlice, picked } from "../../thin.js";
import { rowBox } from "../pace/row_box.js";
import { countMarks, type Multiplications } from "./generation_count.js";
import { type GenerationLayout, layoutOf, rowOf, type Tables, tablesOf, upTo } from "./generation_layout.js";

const GENERATE = { from: 0.03, to: 0.97 } as const;
/** Within a token: its q, k and v are projected, its query meets the keys, softmax, the average of the values. */
const MOMENT = { project: 0.2, score: 0.46, soften: 0.62, average: 0.86 } as const;
/** The tokens that are shown at an even pace, and the share of time they take if there are more. */
const SLOW = { tokens: 4, share: 0.76 } as const;
/** Where the second token stands halfway, in the still of reduced motion: its row of attention is there. */
const HALFWAY = 0.8;

interface Generating {
  readonly tables: Tables;
  readonly layout: GenerationLayout;
  readonly theme: Theme;
  /** The newest token, -1 before the first, and how far it has come, 0…1. */
  readonly token: number;
  readonly within: number;
}

export const generation: Scene = (input, t) => {
  const { theme } = input;
  const tables = tablesOf(input);
  const layout = layoutOf(input, tables);
  const { token, within } = now(t, tables.values.rows.size);
  const generating = { tables, layout, theme, token, within };
  return [
    ...tableMarks(generating),
    ...newRow(generating),
    ...countMarks(countOf(input, generating), layout.count, layout.labelSize, theme),
  ];
};

/** The newest token at t: the first ones at an even pace, the rest in one run. */
function now(t: number, count: number): { readonly token: number; readonly within: number } {
  const even = Math.min(count, SLOW.tokens);
  const each = (count > even ? SLOW.share : 1) / Math.max(even, 1);
  const half = (Math.min(1, count - 1) + HALFWAY) * each;
  const time =
    t < 0.5 ? linearPhase(t, GENERATE.from, 0.5) * half : lerp(half, 1, linearPhase(t, 0.5, GENERATE.to));
  if (t <= GENERATE.from || count === 0) return { token: -1, within: 0 };
  if (time >= 1) return { token: count - 1, within: 1 };
  if (time < even * each) return { token: Math.floor(time / each), within: (time / each) % 1 };
  const rest = ((time - SLOW.share) / (1 - SLOW.share)) * (count - even);
  return { token: Math.min(count - 1, even + Math.floor(rest)), within: rest % 1 };
}

/** The keys, values and rows of the result so far, and empty places for the tokens to come. */
function tableMarks({ tables: { k, v, values }, layout, theme, token, within }: Generating): Mark[] {
  const { cell, labelSize } = layout;
  const size = Math.max(token + 1, 1);
  const appeared = (from: number, to: number): number => (token < 0 ? 0 : phase(within, from, to));
  const appended = appeared(MOMENT.project * 0.5, MOMENT.project);
  const isRead = (from: number, to: number): boolean => within > from && within < to;
  /** The newest row is in a box, or while a cache is read all of it. */
  const table = (own: Operand, at: Place, newest: number, read = false, look: Partial<MatrixSpec> = {}) => {
    const box = rowBox(at, cell, read ? 0 : token, own.cols.size, theme, read ? 1 : newest);
    return [
      ...places(at, layout, own, theme, token + (newest > 0 ? 1 : 0)),
      ...matrix({
        ...{ ...own, ...at, cell, theme, labelSize, labels: "columns", rows: upTo(own.rows, size) },
        ...{ shown: (row) => (row < token ? 1 : newest), ...look },
      }),
      ...(newest > 0 && within < 1 ? [read ? { ...box, height: size * cell.height + 2 } : box] : []),
    ];
  };
  return [
    ...table(k, layout.k, appended, isRead(MOMENT.project, MOMENT.score), { labels: "all" }),
    ...table(v, layout.v, appended, isRead(MOMENT.soften, MOMENT.average)),
    ...table(values, layout.values, appeared(MOMENT.soften, MOMENT.average)),
  ];
}

/** Dashed outlines where the rows of later tokens will stand. */
function places(
  { x, y }: Place,
  { cell }: GenerationLayout,
  own: DrawnSlice,
  theme: Theme,
  from: number,
): Mark[] {
  const first = Math.max(0, from);
  const inset = cell.height < 10 ? 0.5 : 2;
  return Array.from({ length: Math.max(0, own.rows.size - first) }, (_, i) => {
    const at = { x: x + inset, y: y + (first + i) * cell.height + inset };
    const width = own.cols.size * cell.width - 2 * inset;
    return emptyPlace({ ...at, width, height: Math.max(0.5, cell.height - 2 * inset) }, theme.hairline);
  });
}

/** The newest token's query, its scores and its weights, one for each token so far. */
function newRow({ tables: { q, scores, attention }, layout, theme, token, within }: Generating): Mark[] {
  const { labelSize, strip, cell } = layout;
  const at = Math.max(token, 0);
  const size = at + 1;
  const softened = token < 0 ? 0 : phase(within, MOMENT.score, MOMENT.soften);
  const asked = token < 0 ? 0 : phase(within, 0, MOMENT.project * 0.5);
  /** The cells come one after another: a key at a time. */
  const each = (from: number, to: number) => (_: number, col: number) =>
    token < 0 ? 0 : phase(linearPhase(within, from, to) * size, col, col + 1);
  const row = (own: typeof q, place: Place, width: number, more: Partial<MatrixSpec>): Mark[] =>
    matrix({
      ...{ title: own.title, scale: own.scale, theme, labelSize, labels: "columns" },
      ...{ ...place, cell: { width, height: strip.height } },
      ...{ ...rowOf(own, at, own === q ? own.cols.size : size), ...more },
    });
  return [
    ...row(q, layout.q, cell.width, { shown: () => asked, labels: "names" }),
    ...row(scores, layout.scores, strip.width, { shown: each(MOMENT.project, MOMENT.score) }),
    ...row(attention, layout.attention, strip.width, { shown: () => softened }),
  ];
}

/** What this token has multiplied so far, with the cache and without. */
function countOf({ trace }: SceneInput, { tables, token, within }: Generating): Multiplications {
  const { values } = tables;
  const total = values.rows.total ?? values.rows.size;
  const [width = 1, dModel = 1] = hasStep(trace, "w_q.weight") ? stepOf(trace, "w_q.weight").shape : [];
  const parts = [MOMENT.project, MOMENT.score, MOMENT.average].filter((moment) => within >= moment).length;
  return {
    ...{ dModel, width, parts: token < 0 ? 0 : parts },
    tokens: token < 0 ? 0 : picked(token, values.rows.size, total) + 1,
    total,
  };
}
