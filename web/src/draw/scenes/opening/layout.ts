/**
 * Content and layout of the opening picture: one query at the top, a column for each shown key (weight, token, value), and the
 * output vector at the right.
 */
import type { Step, Trace } from "../../../module/types.js";
import type { CellSize } from "../../marks/cell.js";
import { tokensOf } from "../../names.js";
import { operand } from "../../operand.js";
import type { CellRef } from "../../picture.js";
import type { SceneInput, Terms } from "../../scene.js";
import { hasStep, stepOf } from "../../tensor_view.js";
import { isNarrow, labelSize, monoWidth } from "../../text.js";

/** A token of a sentence. */
export interface Word {
  /** Its position in the sentence. */
  readonly at: number;
  readonly text: string;
  readonly isPadding: boolean;
  readonly ref: CellRef;
}

export interface Key extends Word {
  readonly weight: number;
}

export type OpeningContent = ReturnType<typeof contentOf>;

/** The maximum number of columns; the smaller one is for a stage that is too narrow for all open keys. */
const MOST = 6;
const MOST_NARROW = 4;
/** The least width of the stage for each column. */
const MIN_COLUMN = 60;

const queryIds = (trace: Trace): Step => stepOf(trace, hasStep(trace, "target_ids") ? "target_ids" : "ids");

function idsOf(ids: Step, batch: number): number[] {
  const [batches = 1, length = 0] = ids.shape;
  const from = Math.min(batch, batches - 1) * length;
  return [...ids.data.slice(from, from + length)];
}

/** The query is the word in the middle of its sentence, so that it has words before and after it. */
export function queryOf(trace: Trace, batch: number): number {
  const { padId } = trace.spec;
  const at = idsOf(queryIds(trace), batch).flatMap((id, i) => (id === padId ? [] : [i]));
  return at[Math.floor(at.length / 2)] ?? 0;
}

/** The tokens of the sentence in focus. */
const wordsOf = (input: SceneInput, ids: Step): Word[] =>
  (tokensOf(input, ids.axes[1] ?? "L") ?? []).map((token) => ({
    ...token,
    ref: { name: ids.name, index: [input.focus.batch, token.at] },
  }));

export function contentOf(input: SceneInput) {
  const { trace, step, focus, width } = input;
  const [attention, value] = step.inputs.map((name) => stepOf(trace, name)) as [Step, Step];
  const weights = operand(input, attention);
  const at = queryOf(trace, focus.batch);
  const most = isNarrow(width) ? MOST_NARROW : MOST;
  const [keyIds, queryStep] = [stepOf(trace, "ids"), queryIds(trace)];
  const allKeys = wordsOf(input, keyIds).map((word) => ({ ...word, weight: weights.value(at, word.at) }));
  // Only encoder-decoder attention has a target sentence; the part around the query is shown.
  const target = queryStep === keyIds ? undefined : neighbourhood(wordsOf(input, queryStep), at, most);
  const query = (target ?? allKeys).find((word) => word.at === at) as Word;
  const room = Math.min(MOST, Math.floor(width / MIN_COLUMN));
  const kept = keptKeys(allKeys, target ? undefined : at, room, most);
  return {
    ...{ terms: input.terms, query, target, weights, keys: allKeys.filter((key) => kept.has(key.at)) },
    /** The weight of the keys that are left out. */
    restWeight: allKeys.reduce((sum, key) => sum + (kept.has(key.at) ? 0 : key.weight), 0),
    values: operand(input, value),
    result: operand(input, stepOf(trace, "values")),
  };
}

/** At most `most` neighbouring words, including the one at `at`. */
function neighbourhood(words: readonly Word[], at: number, most: number): readonly Word[] {
  const from = Math.max(0, Math.min(at - Math.floor(most / 2), words.length - most));
  return words.slice(from, from + most);
}

/** The positions of the shown keys: the query's own, the nearest masked ones, and all open ones or those with the largest weights. */
function keptKeys(row: readonly Key[], query: number | undefined, room: number, most: number) {
  const distance = (key: Key): number => Math.abs(key.at - (query ?? 0));
  const masked = row.filter(({ weight }) => weight === 0).sort((a, b) => distance(a) - distance(b));
  const attended = row.filter(({ weight }) => weight !== 0).sort((a, b) => b.weight - a.weight || 0);
  const isCut = attended.length > room;
  const shownMasked = masked.slice(0, isCut ? 1 : room - attended.length);
  const order = [...row.filter((key) => key.at === query), ...shownMasked, ...attended];
  return new Set([...new Set(order.map((key) => key.at))].slice(0, isCut ? most : room));
}

export type OpeningLayout = ReturnType<typeof layoutOf>;

const MAX_SIZE = { column: 100, word: 40, weight: 30, value: 34 } as const;
/** The most numbers of a vector that are shown. */
const MAX_NUMBERS = 4;
const MARGIN = 8;
/** The gap between the label of a row and its first cell. */
export const BESIDE = 14;
/** The fraction of a column's slot that its cells take; the rest is for the plus signs. */
const FILLED = 0.84;
/** The width of the equals sign, in columns. */
const SIGN = 0.7;
/** The gap above the values, with their weights in it. */
export const ABOVE_VALUES = 24;
/** Room for the dots below vectors that are cut. */
const UNDER_VALUES = 16;

/** The row names at the left. */
const ROWS = ["query", "weight", "key", "value"] as const;

export function layoutOf({ width, height }: CellSize, content: OpeningContent) {
  const { terms, keys, target, restWeight, values } = content;
  const size = labelSize(width);
  const unit = Math.min(1, (height - 2 * MARGIN) / 420);
  const isTall = ((MAX_SIZE.word + MAX_SIZE.weight) / 2) * unit >= 2 * (size + 1);
  /** A row's name in the reader's language, and below it the standard name if it differs and both fit. */
  const linesOf = (name: keyof Terms): readonly string[] => {
    const localized = terms?.[name] ?? name;
    return localized === name || !isTall ? [localized] : [localized, name];
  };
  const labelWidth = Math.max(...ROWS.flatMap(linesOf).map((line) => monoWidth(line, size))) + BESIDE;
  const slots = Math.max(keys.length, target?.length ?? 0) + Number(restWeight !== 0) + SIGN + 1;
  const slot = Math.min(MAX_SIZE.column, (width - 2 * MARGIN - labelWidth) / slots);
  const left = (width - slots * slot + labelWidth) / 2;
  const [cell, gap] = [slot * FILLED, slot * (1 - FILLED)];
  const columnX = (i: number): number => left + i * slot;
  const afterKeys = columnX(Math.max(keys.length, target?.length ?? 0));
  const outputX = left + (slots - 1) * slot;
  const numbers = Math.min(MAX_NUMBERS, values.cols.size);
  const [word, weight, value] = [MAX_SIZE.word * unit, MAX_SIZE.weight * unit, MAX_SIZE.value * unit];
  const heightBelow = weight + word + ABOVE_VALUES + numbers * value + UNDER_VALUES;
  const arcHeight = Math.max(36, Math.min(190, height - 2 * MARGIN - heightBelow - word));
  const queryY = Math.max(MARGIN, (height - heightBelow - arcHeight - word) / 2);
  const weightY = queryY + word + arcHeight;
  const valueY = weightY + weight + word + ABOVE_VALUES;
  return {
    ...{ labelSize: size, linesOf, cell, gap, word, weight, numbers },
    /** The left edge of each key's column, and of the result. */
    columns: keys.map((_, i) => columnX(i)),
    outputX,
    /** The left edge of a word in the middle above the keys. */
    middleX: columnX((keys.length - 1) / 2),
    /** The centres of the “+ …” for the keys left out and of the equals sign. */
    restX: afterKeys + cell / 2,
    equalsX: outputX - (SIGN * slot + gap) / 2,
    /** The left edges of the words of the query's sentence. */
    target: (target ?? []).map((_, i) => columnX(i)),
    ...{ queryY, weightY, keyY: weightY + weight, valueY },
    value: { width: cell, height: value },
  };
}
