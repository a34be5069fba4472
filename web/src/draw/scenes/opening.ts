/**
 * The opening picture: attention on one sentence. Arcs go from a word (the query) to the words it may attend to (the keys), as
 * thick as the attention weights. The weighted sum of the values is the word's output vector.
 */

import type { Step, Trace } from "../../module/types.js";
import { cadence, lerp, linearPhase, oneByOne, phase } from "../../timeline/easing.js";
import { between, type Rect } from "../layout/rect.js";
import { type CellSize, cellMark, fontFor, framedCell } from "../marks/cells.js";
import { emptyPlace, mono, stroke } from "../marks/marks.js";
import { tokensOf } from "../names.js";
import { type Operand, operand } from "../operand.js";
import type { CellRef, Mark, Point } from "../picture.js";
import type { Scene, SceneInput, Terms } from "../scene.js";
import { hasStep, stepOf } from "../tensor_view.js";
import { isNarrow, labelSize, monoWidth } from "../text.js";
import type { Theme } from "../theme.js";

export const opening: Scene = (input, t) => {
  const { theme } = input;
  const content = contentOf(input);
  const scene: Opening = { ...content, layout: layoutOf(input, content), theme, t };
  return [
    ...scene.keys.flatMap((key, i) => arcMarks(scene, key, i)),
    ...sentenceMarks(scene),
    ...queryMarks(scene),
    ...scene.keys.flatMap((key, i) => weightMarks(scene, key, i)),
    ...valueMarks(scene),
    ...outputMarks(scene),
    ...labels(scene),
  ];
};

/** The sentence of the keys and, in encoder-decoder attention, that of the query. */
function sentenceMarks(scene: Opening): Mark[] {
  const { keys, target = [], layout, theme, query } = scene;
  const opacity = lerp(1, theme.rest, progressOf(scene, "ask"));
  return [
    ...keys.map((key, i) => wordMark(key, wordRect(scene, layout.columns[i] ?? 0, layout.keyY), theme)),
    ...target.flatMap((word, i) => {
      const at = wordRect(scene, layout.target[i] ?? 0, layout.queryY);
      return word === query ? [] : [wordMark(word, at, theme, { opacity })];
    }),
    ...ellipses(scene, keys, layout.columns, layout.keyY),
    ...ellipses(scene, target, layout.target, layout.queryY),
  ];
}

/** An ellipsis between shown words that are not neighbours. */
function ellipses(
  { layout, theme }: Opening,
  words: readonly Word[],
  columns: readonly number[],
  y: number,
): Mark[] {
  const { gap, word } = layout;
  return words.flatMap(({ at }, i): Mark[] => {
    const before = words[i - 1]?.at ?? -1;
    const x = (columns[i] ?? 0) - (i === 0 ? BESIDE : gap) / 2;
    return at === before + 1 ? [] : [mono("…", x, y + word / 2, theme.muted, { size: 11, align: "middle" })];
  });
}

/** The query moves up from its sentence; until then its place above is an empty frame. */
function queryMarks(scene: Opening): Mark[] {
  const { query, theme, target } = scene;
  const { home, up } = queryRooms(scene);
  const raised = progressOf(scene, "ask");
  const word = wordMark(query, between(home, up, raised), theme, { emphasis: raised });
  if (target) return [word];
  const empty = emptyPlace(up, theme.muted, 1 - raised);
  return [...(raised < 1 ? [empty] : []), ...(raised > 0 ? [word] : [])];
}

/** The name of each row (query, weight, key, value, output), shown when the row appears. */
function labels(scene: Opening): Mark[] {
  const { layout, theme, target } = scene;
  const { labelSize: size, columns, word, weight, value, numbers, outputX, cell } = layout;
  const { up } = queryRooms(scene);
  const [first = 0] = columns;
  const values = progressOf(scene, "values");
  const weighed = arcProgress(scene, 0).weight;
  const lines = (
    name: keyof Terms,
    x: number,
    y: number,
    more: Parameters<typeof mono>[4],
    color: string,
  ) => {
    const texts = layout.linesOf(name);
    const top = y - ((texts.length - 1) * (size + 1)) / 2;
    return texts.map((line, i) => mono(line, x, top + i * (size + 1), color, { size, bold: true, ...more }));
  };
  const beside = (name: keyof Terms, x: number, y: number, opacity: number, color = theme.muted): Mark[] =>
    lines(name, x - BESIDE, y, { align: "end", opacity }, color);
  const queryX = target ? (layout.target[0] ?? 0) : up.x;
  const above = { align: "middle", opacity: values } as const;
  const texts = [
    ...beside("query", queryX, up.y + word / 2, progressOf(scene, "ask"), theme.accent),
    ...beside("weight", first, layout.weightY + weight / 2, weighed),
    ...beside("key", first, layout.keyY + word / 2, weighed),
    ...beside("value", first, layout.valueY + (numbers * value.height) / 2, values),
    ...lines("output", outputX + cell / 2, layout.weightY + weight / 2, above, theme.accent),
  ];
  return texts.filter(({ opacity = 1 }) => opacity > 0);
}

/** When each phase runs, as fractions of the step. All arcs and weights are complete by t = 0.5. */
const MOMENTS = {
  ask: { from: 0.05, to: 0.15 },
  arcs: { from: 0.17, to: 0.49 },
  values: { from: 0.53, to: 0.6 },
  weigh: { from: 0.63, to: 0.7 },
  flow: { from: 0.7, to: 0.91 },
  mix: { from: 0.92, to: 0.97 },
} as const;

interface Opening extends OpeningContent {
  readonly layout: OpeningLayout;
  readonly theme: Theme;
  readonly t: number;
}

/** The progress of a phase, from 0 to 1. */
const progressOf = ({ t }: Opening, moment: keyof typeof MOMENTS): number =>
  phase(t, MOMENTS[moment].from, MOMENTS[moment].to);

/** The progress of the arc to this key and, after it, of the weight. */
function arcProgress({ t, keys }: Opening, key: number): { readonly arc: number; readonly weight: number } {
  const progress = cadence(linearPhase(t, MOMENTS.arcs.from, MOMENTS.arcs.to), key, keys.length);
  return { arc: phase(progress, 0, 0.7), weight: phase(progress, 0.65, 0.85) };
}

const wordRect = ({ layout: { cell, word } }: Opening, x: number, y: number): Rect => ({
  ...{ x, y, width: cell, height: word },
});

/** The query's place in its sentence, and above the keys: in their middle if they are from the same sentence. */
function queryRooms(scene: Opening): { readonly home: Rect; readonly up: Rect } {
  const { layout, target, keys, query } = scene;
  const column = target ? target.indexOf(query) : keys.findIndex((key) => key.at === query.at);
  const x = (target ? layout.target : layout.columns)[column] ?? 0;
  return {
    home: wordRect(scene, x, target ? layout.queryY : layout.keyY),
    up: wordRect(scene, target ? x : layout.middleX, layout.queryY),
  };
}

interface Look {
  readonly opacity?: number;
  /** From 0 to 1: how strongly the word is marked as the query. */
  readonly emphasis?: number;
}

/** A word in its cell, as large as fits. Padding is hatched, as in all pictures of ids. */
function wordMark(word: Word, at: Rect, theme: Theme, { opacity = 1, emphasis = 0 }: Look = {}): Mark {
  const size = Math.min(18, at.height * 0.5, (at.width * 0.86) / monoWidth(word.text, 1));
  const { blank, muted, hatch, paper, ink } = theme;
  const look = word.isPadding ? { fill: blank, ink: muted, hatch } : { fill: paper, ink };
  const style = { ...look, text: word.text };
  const outline = emphasis > 0 ? theme.accent : theme.hairline;
  return { ...cellMark(at, style, size, opacity, outline, word.ref), outlineWidth: 1 + emphasis };
}

/** Width of the arc with the largest weight. */
const MAX_WIDTH = 10;
const POINTS = 28;
/** The fraction of its way at which an arc to a masked key ends. */
const CUT = 0.62;

/** A Bézier curve from the query down to a key, drawn up to the fraction `upTo`. */
export function curve(from: Point, to: Point, upTo = 1): (readonly [number, number])[] {
  const [controlY1, controlY2] = [lerp(from.y, to.y, 0.35), lerp(from.y, to.y, 0.6)];
  const last = Math.max(1, Math.ceil(POINTS * upTo));
  return Array.from({ length: last + 1 }, (_, i) => {
    const u = Math.min(upTo, i / POINTS);
    const [a, b, c, d] = [(1 - u) ** 3, 3 * u * (1 - u) ** 2, 3 * u * u * (1 - u), u ** 3];
    return [
      (a + b) * from.x + (c + d) * to.x,
      a * from.y + b * controlY1 + c * controlY2 + d * to.y,
    ] as const;
  });
}

/** A faint line until the arc is drawn. The arc to a masked key is dashed and ends before the key. */
function arcMarks(scene: Opening, { weight }: Key, i: number): Mark[] {
  const { layout, theme, keys } = scene;
  const { up } = queryRooms(scene);
  const start = { x: up.x + ((i + 0.5) / keys.length) * up.width, y: up.y + up.height };
  const end = { x: (layout.columns[i] ?? 0) + layout.cell / 2, y: layout.weightY };
  const faded = arcProgress(scene, i).arc;
  const line = (upTo: number) => ({ kind: "line", points: curve(start, end, upTo) }) as const;
  const ghost: Mark = { ...line(1), color: theme.hairline, width: 1.5, opacity: 1 - faded };
  const ghosts = faded < 1 ? [ghost] : [];
  if (faded <= 0) return ghosts;
  if (weight === 0) {
    const cut = line(CUT * faded);
    const [x, y] = cut.points.at(-1) ?? [0, 0];
    const bar = stroke(x - 7, y, x + 7, y, theme.muted, { width: 2, opacity: faded });
    return [...ghosts, { ...cut, color: theme.muted, width: 1.5, dash: [4, 4] }, bar];
  }
  const maxWidth = Math.min(MAX_WIDTH, (0.9 * up.width) / keys.length);
  const largest = Math.max(...keys.map((key) => key.weight || 0));
  const width = Math.max(1, (maxWidth * (weight || 0)) / (largest || 1));
  return [...ghosts, { ...line(faded), color: theme.accent, width, opacity: 0.55 }];
}

/** The weight at the end of an arc, hatched if it is exactly 0. */
function weightMarks(scene: Opening, key: Key, i: number): Mark[] {
  const { layout, weights, theme, query } = scene;
  const shown = arcProgress(scene, i).weight;
  if (shown <= 0) return [];
  const at = { x: layout.columns[i] ?? 0, y: layout.weightY, width: layout.cell, height: layout.weight };
  const style = weights.scale(key.weight);
  const hatched = key.weight === 0 ? { ...style, hatch: theme.hatch } : style;
  return [framedCell(at, hatched, fontFor(at, 4), theme, shown, weights.ref(query.at, key.at))];
}

interface VectorLook {
  readonly opacity: number;
  readonly hasDigits?: boolean;
  readonly isMasked?: boolean;
}

/** The first numbers of a row of a tensor, drawn as a column. */
function vector(
  { layout, theme }: Opening,
  operand: Operand,
  row: number,
  place: Rect,
  look: VectorLook,
): Mark[] {
  const { opacity, hasDigits = true, isMasked = false } = look;
  return Array.from({ length: layout.numbers }, (_, k) => {
    const at = { ...place, y: place.y + k * layout.value.height };
    const style = operand.scale(operand.value(row, k));
    const shown = isMasked ? { ...style, fill: theme.blank, ink: theme.muted, hatch: theme.hatch } : style;
    return cellMark(at, shown, hasDigits ? fontFor(at, 5) : 0, opacity, undefined, operand.ref(row, k));
  });
}

function valueMarks(scene: Opening): Mark[] {
  const { keys, values } = scene;
  if (progressOf(scene, "values") <= 0) return [];
  const [weighed, mixed] = [progressOf(scene, "weigh"), progressOf(scene, "mix")];
  // The values are dimmed while their weighted parts move.
  const opacity = weighed > 0 ? lerp(scene.theme.rest * 0.5, 1, mixed) : 0;
  const standingValues = keys.flatMap((key, i) => {
    const look = { opacity, hasDigits: mixed > 0, isMasked: key.weight === 0 };
    return opacity > 0 ? vector(scene, values, key.at, valueRoom(scene, i), look) : [];
  });
  return [...standingValues, ...(mixed < 1 ? shares(scene) : []), ...signs(scene)];
}

const valueRoom = ({ layout: { columns, valueY, value } }: Opening, i: number): Rect => ({
  ...{ x: columns[i] ?? 0, y: valueY, ...value },
});

/** The weighted values, each as wide as its weight, moving to the output. */
function shares(scene: Opening): Mark[] {
  const { keys, layout, values, t } = scene;
  const weighed = progressOf(scene, "weigh");
  const opacity = progressOf(scene, "values") * (1 - progressOf(scene, "mix"));
  const weighted = keys.filter((key) => key.weight > 0).reverse();
  const progress = (key: Key): number =>
    phase(
      oneByOne(linearPhase(t, MOMENTS.flow.from, MOMENTS.flow.to), weighted.indexOf(key), weighted.length),
      0,
      1,
    );
  let offset = 0;
  return keys.flatMap((key, i) => {
    const place = valueRoom(scene, i);
    const width = lerp(place.width, place.width * (key.weight || 0), weighed);
    const home = { ...place, x: place.x + (place.width - width) / 2, width };
    const target = { ...home, x: layout.outputX + offset * place.width };
    offset += key.weight || 0;
    const look = { opacity, hasDigits: weighed === 0, isMasked: key.weight === 0 };
    return width < 0.2
      ? []
      : vector(scene, values, key.at, weighed < 1 ? home : between(home, target, progress(key)), look);
  });
}

/**
 * The weights over the values, plus signs between them, “+ …” for the keys left out, the equals sign, and dots below vectors
 * that are cut.
 */
function signs(scene: Opening): Mark[] {
  const { keys, layout, values, weights, theme, restWeight } = scene;
  const { columns, gap, valueY, restX, equalsX, cell, value, numbers, labelSize } = layout;
  // Signs are hidden while the values move across them.
  const faded = progressOf(scene, "weigh") * (1 - progressOf(scene, "mix"));
  const opacity = progressOf(scene, "values") * (1 - faded);
  const y = valueY + (numbers * value.height) / 2;
  const sign = (text: string, x: number, at = y, color = theme.ink): Mark =>
    mono(text, x, at, color, { size: labelSize, align: "middle", opacity });
  const factor = (weight: number, x: number): Mark =>
    sign(`${weights.scale(weight).text}×`, x, valueY - ABOVE_VALUES / 2);
  const end = valueY + numbers * value.height + 7;
  const isCut = values.cols.size > numbers;
  return [
    ...keys.map(({ weight }, i) => factor(weight, (columns[i] ?? 0) + cell / 2)),
    ...keys.slice(1).map((_, i) => sign("+", (columns[i + 1] ?? 0) - gap / 2)),
    ...(restWeight === 0 ? [] : [sign("+ …", restX), factor(restWeight, restX)]),
    sign("=", equalsX),
    ...(isCut ? columns.map((x) => sign("⋮", x + cell / 2, end, theme.muted)) : []),
  ];
}

/** The output vector, under the query's word. */
function outputMarks(scene: Opening): Mark[] {
  const { layout, result, query, theme } = scene;
  const { outputX, valueY, keyY, value, numbers } = layout;
  const [opacity, mixed] = [progressOf(scene, "values"), progressOf(scene, "mix")];
  if (opacity <= 0) return [];
  const at = { x: outputX, y: valueY, ...value };
  const frame: Mark = {
    ...{ kind: "rect", ...at, height: numbers * value.height },
    ...{ stroke: theme.accent, strokeWidth: 2, opacity },
  };
  const word = wordMark(query, wordRect(scene, outputX, keyY), theme, { opacity, emphasis: 1 });
  return [...(mixed > 0 ? vector(scene, result, query.at, at, { opacity: mixed }) : []), frame, word];
}

/** A token of a sentence. */
interface Word {
  /** Its position in the sentence. */
  readonly at: number;
  readonly text: string;
  readonly isPadding: boolean;
  readonly ref: CellRef;
}

interface Key extends Word {
  readonly weight: number;
}

type OpeningContent = ReturnType<typeof contentOf>;

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

function contentOf(input: SceneInput) {
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

type OpeningLayout = ReturnType<typeof layoutOf>;

const MAX_SIZE = { column: 100, word: 40, weight: 30, value: 34 } as const;
/** The most numbers of a vector that are shown. */
const MAX_NUMBERS = 4;
const MARGIN = 8;
/** The gap between the label of a row and its first cell. */
const BESIDE = 14;
/** The fraction of a column's slot that its cells take; the rest is for the plus signs. */
const FILLED = 0.84;
/** The width of the equals sign, in columns. */
const SIGN = 0.7;
/** The gap above the values, with their weights in it. */
const ABOVE_VALUES = 24;
/** Room for the dots below vectors that are cut. */
const UNDER_VALUES = 16;

/** The row names at the left. */
const ROWS = ["query", "weight", "key", "value"] as const;

function layoutOf({ width, height }: CellSize, content: OpeningContent) {
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
