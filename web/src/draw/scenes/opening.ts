/**
 * The opening picture: attention on one sentence. Arcs go from a word (the query) to the words it may attend to (the keys), as
 * thick as the attention weights. The weighted sum of the values is the word's output vector.
 */
import { range } from "../../module/shape.js";
import type { Step, Trace } from "../../module/types.js";
import { cadence, lerp, linearPhase, oneByOne, phase } from "../../timeline/easing.js";
import { cellMark, fontFor, framedCell } from "../marks/cells.js";
import { emptyPlace, mono, stroke } from "../marks/marks.js";
import { brokenWord } from "../marks/token_names.js";
import { between, isNarrow, labelSize, leastDigits, monoWidth } from "../measure.js";
import { tokensOf } from "../names.js";
import { type Operand, operand } from "../operand.js";
import type { CellRef, CellSize, Mark, Point, Rect, Scene, SceneInput, Terms } from "../picture.js";
import { hasStep, stepOf, valueAt } from "../tensor_view.js";

/** When each phase runs, as fractions of the step. All arcs and weights are complete by t = 0.5. */
const MOMENTS = {
  ask: { from: 0.05, to: 0.15 },
  arcs: { from: 0.17, to: 0.49 },
  values: { from: 0.53, to: 0.6 },
  weigh: { from: 0.63, to: 0.7 },
  flow: { from: 0.7, to: 0.91 },
  mix: { from: 0.92, to: 0.97 },
} as const;

export const opening: Scene = (input, t) => {
  const { theme, width } = input;
  const content = contentOf(input);
  const { target, keys, query, weights, values, result, restWeight } = content;
  const layout = layoutOf(input, content);
  const { columns, gap, cell, word, weight: weightHeight, value: valueCell, numbers } = layout;
  const { weightY, keyY, queryY, valueY, outputX, labelSize: size } = layout;
  const progress = (moment: keyof typeof MOMENTS): number =>
    phase(t, MOMENTS[moment].from, MOMENTS[moment].to);
  /** How far the query has moved up, the values have appeared, shrunk to their weights, and blended. */
  const [asked, valued] = [progress("ask"), progress("values")];
  const [weighed, mixed] = [progress("weigh"), progress("mix")];
  /** The query's place in its sentence, and above the keys: in their middle if they are from the same sentence. */
  const wordAt = (x: number, y: number): Rect => ({
    ...{ x: x - layout.wordBeyond, y, width: cell + 2 * layout.wordBeyond, height: word },
  });
  const homeColumn = target ? target.indexOf(query) : keys.findIndex((key) => key.at === query.at);
  const homeX = (target ? layout.target : columns)[homeColumn] ?? 0;
  const home = wordAt(homeX, target ? queryY : keyY);
  const up = wordAt(target ? homeX : layout.middleX, queryY);
  const columnX = (i: number): number => columns[i] ?? 0;
  const meanings = values.cols.names?.tokens.slice(0, numbers).map(({ text }) => text);

  /** The progress of the arc to this key and, after it, of the weight. */
  const arcProgress = (key: number) => {
    const reached = cadence(linearPhase(t, MOMENTS.arcs.from, MOMENTS.arcs.to), key, keys.length);
    return { arc: phase(reached, 0, 0.7), weight: phase(reached, 0.65, 0.85) };
  };

  /**
   * A word in its cell, as large as fits, in lines where it would be too small to read; `emphasis` marks it as the query. Padding
   * is hatched, as in all pictures of ids.
   */
  const wordMark = ({ text, isPadding, ref }: Word, at: Rect, emphasis = 0, opacity = 1): Mark => {
    const free = at.width * 0.94;
    const wanted = Math.min(24, at.height * 0.5, free / monoWidth(text, 1));
    const fontSize = Math.max(leastDigits(input.width), wanted);
    const lines = wanted < fontSize ? brokenWord(text, free, fontSize) : [text];
    const { blank, muted, hatch, paper, ink } = theme;
    const look = isPadding ? { fill: blank, ink: muted, hatch } : { fill: paper, ink };
    const outline = emphasis > 0 ? theme.accent : theme.hairline;
    const mark = cellMark(at, { ...look, text: lines.join("\n") }, fontSize, opacity, outline, ref);
    return { ...mark, outlineWidth: 1 + emphasis };
  };

  /** The words of a sentence, except a query that moves away from its target. */
  const sentenceMarks = (words: readonly Word[], places: readonly number[], y: number, opacity = 1): Mark[] =>
    words.flatMap((one, i) => {
      const at = wordAt(places[i] ?? 0, y);
      // The query is marked in its sentence before it moves.
      const emphasis = one.at === query.at && !target ? 1 : 0;
      return words === target && one === query ? [] : [wordMark(one, at, emphasis, opacity)];
    });

  /** Stand where words are left out. */
  const ellipses = (words: readonly Word[], places: readonly number[], y: number): Mark[] =>
    words.flatMap(({ at }, i): Mark[] => {
      const x = (places[i] ?? 0) - (i === 0 ? BESIDE : gap) / 2;
      const isNext = at === (words[i - 1]?.at ?? -1) + 1;
      return isNext ? [] : [mono("…", x, y + word / 2, theme.muted, { size: 11, align: "middle" })];
    });

  /** The query moves up from its sentence; until then its place above is an empty frame. */
  const queryMarks = (): Mark[] => {
    const moving = wordMark(query, between(home, up, asked), asked);
    if (target) return [moving];
    const empty = emptyPlace(up, theme.muted, 1 - asked);
    return [...(asked < 1 ? [empty] : []), ...(asked > 0 ? [moving] : [])];
  };

  /** A faint line until the arc is drawn. The arc to a masked key is dashed and ends before the key. */
  const arcMarks = ({ weight }: Key, i: number): Mark[] => {
    const start = { x: up.x + ((i + 0.5) / keys.length) * up.width, y: up.y + up.height };
    const end = { x: columnX(i) + cell / 2, y: weightY };
    const drawn = arcProgress(i).arc;
    const line = (upTo: number) => ({ kind: "line", points: curve(start, end, upTo) }) as const;
    const ghost: Mark = { ...line(1), color: theme.hairline, width: 1.5, opacity: 1 - drawn };
    const ghosts = drawn < 1 ? [ghost] : [];
    if (drawn <= 0) return ghosts;
    if (weight === 0) {
      const cut = line(CUT * drawn);
      const [x, y] = cut.points.at(-1) ?? [0, 0];
      const bar = stroke(x - 7, y, x + 7, y, theme.muted, { width: 2, opacity: drawn });
      return [...ghosts, { ...cut, color: theme.muted, width: 1.5, dash: [4, 4] }, bar];
    }
    const maxWidth = Math.min(MAX_WIDTH, (0.9 * up.width) / keys.length);
    const largest = Math.max(...keys.map((key) => key.weight || 0));
    const width = Math.max(1, (maxWidth * (weight || 0)) / (largest || 1));
    return [...ghosts, { ...line(drawn), color: theme.accent, width, opacity: 0.55 }];
  };

  /** The weight at the end of an arc, hatched if it is exactly 0. */
  const weightMarks = (key: Key, i: number): Mark[] => {
    const shown = arcProgress(i).weight;
    if (shown <= 0) return [];
    const at = { x: columnX(i), y: weightY, width: cell, height: weightHeight };
    const style = weights.scale(key.weight);
    const hatched = key.weight === 0 ? { ...style, hatch: theme.hatch } : style;
    return [framedCell(at, hatched, fontFor(at, 4), theme, shown, weights.ref(query.at, key.at))];
  };

  /** The first numbers of a row of a tensor, drawn as a column. */
  const vector = (
    { scale, value, ref, digits }: Operand,
    row: number,
    place: Rect,
    opacity: number,
    { hasDigits = true, isMasked = false } = {},
  ): Mark[] =>
    range(numbers).map((k) => {
      const at = { ...place, y: place.y + k * valueCell.height };
      const masked = isMasked && { fill: theme.blank, ink: theme.muted, hatch: theme.hatch };
      const style = { ...scale(value(row, k)), ...masked };
      // What is weighted is no number of the trace.
      const shownRef = hasDigits ? ref(row, k) : undefined;
      return cellMark(at, style, hasDigits ? fontFor(at, digits.full) : 0, opacity, undefined, shownRef);
    });

  /**
   * The weighted sum. Each value below its key shrinks to the width of its weight and moves to the output, the last one first, so
   * that none crosses another. There the parts lie side by side and blend into the output vector.
   */
  const valueMarks = (): Mark[] => {
    const rooms = keys.map((_, i) => ({ x: columnX(i), y: valueY, ...valueCell }));
    // The values are dimmed while their weighted parts move.
    const opacity = weighed > 0 ? lerp(theme.rest * 0.5, 1, mixed) : 0;
    const standing = keys.flatMap((key, i) => {
      const look = { isMasked: key.weight === 0 };
      return opacity > 0 ? vector(values, key.at, rooms[i] as Rect, opacity, look) : [];
    });
    const weighted = keys.filter((key) => key.weight > 0).reverse();
    const flow = linearPhase(t, MOMENTS.flow.from, MOMENTS.flow.to);
    let offset = 0;
    const shares = keys.flatMap((key, i) => {
      const place = rooms[i] as Rect;
      const width = lerp(place.width, place.width * (key.weight || 0), weighed);
      const start = { ...place, x: place.x + (place.width - width) / 2, width };
      const end = { ...start, x: outputX + offset * place.width };
      offset += key.weight || 0;
      if (width < 0.2) return [];
      const moved = phase(oneByOne(flow, weighted.indexOf(key), weighted.length), 0, 1);
      const isMasked = key.weight === 0 && arcProgress(i).arc > 0;
      const at = weighed < 1 ? start : between(start, end, moved);
      return vector(values, key.at, at, 1 - mixed, { hasDigits: weighed === 0, isMasked });
    });
    return [...standing, ...(mixed < 1 ? shares : [])];
  };

  /**
   * The weights over the values, plus signs between them, “+ …” for the keys left out, the equals sign, and dots below vectors
   * that are cut.
   */
  const signs = (): Mark[] => {
    // Signs are hidden while the values move across them.
    const opacity = valued * (1 - weighed * (1 - mixed));
    const end = valueY + numbers * valueCell.height;
    const middle = (valueY + end) / 2;
    const sign = (text: string, x: number, y = middle, color = theme.ink): Mark =>
      mono(text, x, y, color, { size, align: "middle", opacity });
    const factor = (weight: number, x: number): Mark =>
      sign(`${weights.scale(weight).text}×`, x, valueY - ABOVE_VALUES / 2);
    const isCut = values.cols.size > numbers;
    return [
      ...keys.map(({ weight }, i) => factor(weight, columnX(i) + cell / 2)),
      ...keys.slice(1).map((_, i) => sign("+", columnX(i + 1) - gap / 2)),
      ...(restWeight === 0 ? [] : [sign("+ …", layout.restX), factor(restWeight, layout.restX)]),
      sign("=", layout.equalsX),
      ...(isCut ? columns.map((x) => sign("⋮", x + cell / 2, end + 7, theme.muted)) : []),
    ];
  };

  /** The output vector, under the query's word. */
  const outputMarks = (): Mark[] => {
    const at = { x: outputX, y: valueY, ...valueCell };
    const frame = { ...at, height: numbers * valueCell.height, stroke: theme.accent, strokeWidth: 2 };
    return [
      ...(mixed > 0 ? vector(result, query.at, at, mixed) : []),
      ...(valued < 1 ? [emptyPlace(frame, theme.muted)] : []),
      { kind: "rect", ...frame, opacity: valued },
      ...(valued > 0 ? [wordMark(query, wordAt(outputX, keyY), 1, valued)] : []),
    ];
  };

  /** The largest number of the output as a sum that can be done by hand; each weight is filled in when its arc has found it. */
  const sum = (): Mark[] => {
    const sizeOf = (k: number): number => Math.abs(result.value(query.at, k)) || 0;
    const k = range(numbers).reduce((most, next) => (sizeOf(next) > sizeOf(most) ? next : most), 0);
    const x = columnX(keys.length - 1) + cell + 12;
    const [right, bottom] = [width - 14, weightY - 16];
    const lines = keys.map(({ text, weight, at }, i) => ({
      text,
      weight: weights.scale(weight).text.padStart(4, "\u00a0"),
      value: `× ${values.scale(values.value(at, k)).text}`,
      shown: arcProgress(i).weight,
    }));
    const total = `= ${result.scale(result.value(query.at, k)).text}`;
    const widest = Math.max(...lines.map((one) => monoWidth(`${one.text}   ${one.weight} ${one.value}`, 1)));
    const pitch = Math.min(30, (bottom - MARGIN - 8) / (lines.length + 2));
    const fontSize = Math.min(18, pitch * 0.7, (right - x) / widest);
    if (fontSize < 13 || restWeight !== 0) return [];
    const top = MARGIN + 8 + pitch / 2;
    const valueX = right - monoWidth("0".repeat(Math.max(...lines.map((one) => one.value.length))), fontSize);
    const write = (text: string, at: number, line: number, color: string, more = {}): Mark =>
      mono(text, at, top + line * pitch, color, { size: fontSize, ...more });
    return [
      ...(meanings ? [write(meanings[k] ?? "", right, 0, theme.accent, { bold: true, align: "end" })] : []),
      ...lines.flatMap(({ text, weight, value, shown }, i) => [
        write(text, valueX - monoWidth("000000", fontSize), i + 1, theme.muted, { align: "end" }),
        write(value, valueX, i + 1, shown > 0 ? theme.ink : theme.muted),
        ...(shown > 0
          ? [write(weight, valueX - fontSize / 2, i + 1, theme.ink, { align: "end", opacity: shown })]
          : []),
      ]),
      ...(mixed > 0
        ? [write(total, right, lines.length + 1, theme.accent, { bold: true, align: "end", opacity: mixed })]
        : []),
    ];
  };

  /** The name of each row (query, weight, key, value, output), shown when the row appears. */
  const labels = (): Mark[] => {
    const weighted = arcProgress(0).weight;
    const before = columnX(0) - BESIDE;
    const name = (
      row: keyof Terms,
      x: number,
      middle: number,
      opacity: number,
      color = theme.muted,
      align: "end" | "middle" = "end",
    ) => {
      const lines = layout.linesOf(row);
      const top = middle - ((lines.length - 1) * (size + 1)) / 2;
      const look = { size, bold: true, align, opacity };
      return lines.map((line, i) => mono(line, x, top + i * (size + 1), color, look));
    };
    const [weightMiddle, outputMiddle] = [weightY + weightHeight / 2, outputX + cell / 2];
    return [
      ...name(
        "query",
        (target ? (layout.target[0] ?? 0) : up.x) - BESIDE,
        up.y + word / 2,
        asked,
        theme.accent,
      ),
      ...name("weight", before, weightMiddle, weighted),
      ...name("key", before, keyY + word / 2, weighted),
      ...(meanings
        ? [
            ...name("value", before, valueY - ABOVE_VALUES / 2, 1),
            ...meanings.map((text, k) =>
              mono(text, before, valueY + (k + 0.5) * valueCell.height, theme.ink, { size, align: "end" }),
            ),
          ]
        : name("value", before, valueY + (numbers * valueCell.height) / 2, 1)),
      ...name("output", outputMiddle, weightMiddle, valued, theme.accent, "middle"),
    ].filter(({ opacity = 1 }) => opacity > 0);
  };

  return [
    ...keys.flatMap(arcMarks),
    ...sentenceMarks(keys, columns, keyY),
    ...sentenceMarks(target ?? [], layout.target, queryY, lerp(1, theme.rest, asked)),
    ...ellipses(keys, columns, keyY),
    ...ellipses(target ?? [], layout.target, queryY),
    ...queryMarks(),
    ...keys.flatMap(weightMarks),
    ...valueMarks(),
    ...(valued > 0 ? signs() : []),
    ...sum(),
    ...outputMarks(),
    ...labels(),
  ];
};

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

/** The maximum number of columns; the smaller one is for a stage that is too narrow for all open keys. */
const MOST = 8;
const MOST_NARROW = 4;
/** The least width of the stage for each column. */
const MIN_COLUMN = 60;

const queryIds = (trace: Trace): Step => stepOf(trace, hasStep(trace, "target_ids") ? "target_ids" : "ids");

/** The first query that attends almost only to a token at another place, and that key. */
export function pairOf(trace: Trace, batch: number, head: number) {
  const attention = stepOf(trace, "attention");
  const [queries = 0, keys = 0] = attention.shape.slice(-2);
  const at = attention.axes.includes("H") ? [batch, head] : [batch];
  for (const query of range(queries)) {
    if (valueAt(queryIds(trace), [batch, query]) === trace.spec.padId) continue;
    for (const key of range(keys))
      if (query !== key && valueAt(attention, [...at, query, key]) > ALMOST_ALL) return { query, key };
  }
  return undefined;
}
const ALMOST_ALL = 0.8;

/** A query with a reason to look at another word; without one, the word in the middle, which has words before and after it. */
export function queryOf(trace: Trace, batch: number): number {
  const pair = pairOf(trace, batch, 0);
  if (pair) return pair.query;
  const { padId } = trace.spec;
  const { data, shape } = queryIds(trace);
  const [batches = 1, length = 0] = shape;
  const from = Math.min(batch, batches - 1) * length;
  const at = [...data.slice(from, from + length)].flatMap((id, i) => (id === padId ? [] : [i]));
  return at[Math.floor(at.length / 2)] ?? 0;
}

/** The tokens of the sentence in focus. */
const wordsOf = (input: SceneInput, ids: Step): Word[] =>
  (tokensOf(input, ids.axes[1] ?? "L") ?? []).map((token) => ({
    ...token,
    ref: { name: ids.name, index: [input.focus.batch, token.at] },
  }));

function contentOf(input: SceneInput) {
  const { hu, trace, step, focus, width } = input;
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
    ...{ query, target, weights, keys: allKeys.filter((key) => kept.has(key.at)) },
    /** The weight of the keys that are left out. */
    restWeight: hu.sum(allKeys.map((key) => (kept.has(key.at) ? 0 : key.weight))).data[0] ?? 0,
    values: operand(input, value),
    result: operand(input, stepOf(trace, "values")),
  };
}

const isWhole = (words: readonly Word[]): boolean => words.every(({ at }, i) => at === i);

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

const MAX_SIZE = { column: 150, word: 50, weight: 40, value: 48 } as const;
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

/** The query at the top, a column for each shown key (weight, token, value), and the output vector at the right. */
function layoutOf(
  { width, height, terms }: CellSize & Pick<SceneInput, "terms">,
  content: ReturnType<typeof contentOf>,
) {
  const { keys, target = [], restWeight, values } = content;
  const size = labelSize(width);
  const unit = Math.min(1, (height - 2 * MARGIN) / 520);
  const isTall = ((MAX_SIZE.word + MAX_SIZE.weight) / 2) * unit >= 2 * (size + 1);
  /** A row's name in the reader's language, and below it the standard name if it differs and both fit. */
  const linesOf = (name: keyof Terms): readonly string[] => {
    const localized = terms?.[name] ?? name;
    return localized === name || !isTall ? [localized] : [localized, name];
  };
  const names = values.cols.names?.tokens.map(({ text }) => text) ?? [];
  const labelWidth =
    Math.max(...[...ROWS.flatMap(linesOf), ...names].map((line) => monoWidth(line, size))) + BESIDE;
  const words = Math.max(keys.length, target.length);
  const slots = words + Number(restWeight !== 0) + SIGN + 1;
  const slot = Math.min(MAX_SIZE.column, (width - 2 * MARGIN - labelWidth) / slots);
  const left = (width - slots * slot + labelWidth) / 2;
  const [cell, gap] = [slot * FILLED, slot * (1 - FILLED)];
  const columnX = (i: number): number => left + i * slot;
  const outputX = left + (slots - 1) * slot;
  const numbers = Math.min(MAX_NUMBERS, values.cols.size);
  const [word, weight, value] = [MAX_SIZE.word * unit, MAX_SIZE.weight * unit, MAX_SIZE.value * unit];
  const heightBelow = weight + word + ABOVE_VALUES + numbers * value + UNDER_VALUES;
  const arcHeight = Math.max(36, Math.min(170, height - 2 * MARGIN - heightBelow - word));
  const queryY = Math.max(MARGIN, (height - heightBelow - arcHeight - word) / 2);
  const weightY = queryY + word + arcHeight;
  return {
    // On a narrow stage words need the room between them, where nothing is left out.
    wordBeyond: isNarrow(width) && isWhole(keys) && isWhole(target) ? gap / 2 - 1 : 0,
    ...{ labelSize: size, linesOf, cell, gap, word, weight, numbers, value: { width: cell, height: value } },
    /** The left edges of the keys' columns, of the words of the query's sentence, and of the result. */
    ...{ columns: keys.map((_, i) => columnX(i)), target: target.map((_, i) => columnX(i)), outputX },
    /** The left edge of a word in the middle above the keys. */
    middleX: columnX((keys.length - 1) / 2),
    /** The centres of the “+ …” for the keys left out and of the equals sign. */
    ...{ restX: columnX(words) + cell / 2, equalsX: outputX - (SIGN * slot + gap) / 2 },
    ...{ queryY, weightY, keyY: weightY + weight, valueY: weightY + weight + word + ABOVE_VALUES },
  };
}
