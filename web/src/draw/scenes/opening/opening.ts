/**
 * How a lesson opens: attention on one sentence. A word asks (query), arcs as thick as its weights go to the words that it
 * may look at (keys), and their values, each by its weight, are mixed into its new vector.
 */
import { lerp } from "../../../timeline/easing.js";
import { between } from "../../layout/room.js";
import { mono } from "../../marks/marks.js";
import type { Mark } from "../../picture.js";
import type { Scene } from "../../scene.js";
import { arcMarks, weightMarks } from "./arcs.js";
import { BESIDE, layoutOf, lookingOf, type Word } from "./layout.js";
import { outputMarks, valueMarks } from "./mixing.js";
import { come, type Opening, queryRooms, reached, wordMark, wordRoom } from "./parts.js";

export const opening: Scene = (input, t) => {
  const { theme, width, height } = input;
  const looking = lookingOf(input);
  const scene: Opening = { ...looking, layout: layoutOf(input, looking), theme, t };
  const marks = [
    ...scene.keys.flatMap((key, i) => arcMarks(scene, key, i)),
    ...sentences(scene),
    ...asking(scene),
    ...scene.keys.flatMap((key, i) => weightMarks(scene, key, i)),
    ...valueMarks(scene),
    ...outputMarks(scene),
    ...names(scene),
  ];
  return { width, height, marks };
};

/** The sentence of the keys and, if it is another one, that of the query. */
function sentences(scene: Opening): Mark[] {
  const { keys, target = [], layout, theme, query } = scene;
  const opacity = lerp(1, theme.rest, come(scene, "ask"));
  return [
    ...keys.map((key, i) => wordMark(key, wordRoom(scene, layout.columns[i] ?? 0, layout.keyY), theme)),
    ...target.flatMap((word, i) => {
      const at = wordRoom(scene, layout.target[i] ?? 0, layout.queryY);
      return word === query ? [] : [wordMark(word, at, theme, { opacity })];
    }),
    ...leftOut(scene, keys, layout.columns, layout.keyY),
    ...leftOut(scene, target, layout.target, layout.queryY),
  ];
}

/** A sign wherever the words that are shown are no neighbours. */
function leftOut(
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

/** The query rises out of its sentence; until then its place above is empty. */
function asking(scene: Opening): Mark[] {
  const { query, theme, target } = scene;
  const { home, up } = queryRooms(scene);
  const asks = come(scene, "ask");
  const word = wordMark(query, between(home, up, asks), theme, { asks });
  if (target) return [word];
  const look = { stroke: theme.muted, strokeWidth: 1, dash: [3, 3], opacity: 1 - asks };
  const empty: Mark = { kind: "rect", ...up, ...look };
  return [...(asks < 1 ? [empty] : []), ...(asks > 0 ? [word] : [])];
}

/** What the field calls each row, beside it as soon as it is there. */
function names(scene: Opening): Mark[] {
  const { layout, theme, target } = scene;
  const { labelSize: size, columns, word, weight, value, numbers, outputX, cell } = layout;
  const { up } = queryRooms(scene);
  const [first = 0] = columns;
  const [values, mixed] = [come(scene, "values"), come(scene, "mix")];
  const weighed = reached(scene, 0).weight;
  const own = { size, bold: true } as const;
  const beside = (text: string, x: number, y: number, opacity: number, color = theme.muted): Mark =>
    mono(text, x - BESIDE, y, color, { ...own, align: "end", opacity });
  const sum = "output = Σ weight · value";
  const all = [
    beside(
      "query",
      target ? (layout.target[0] ?? 0) : up.x,
      up.y + word / 2,
      come(scene, "ask"),
      theme.accent,
    ),
    beside("weight", first, layout.weightY + weight / 2, weighed),
    beside("key", first, layout.keyY + word / 2, weighed),
    beside("value", first, layout.valueY + (numbers * value.height) / 2, values),
    mono("output", outputX + cell / 2, layout.weightY + weight / 2, theme.accent, {
      ...{ ...own, align: "middle", opacity: values },
    }),
    mono(sum, (first + outputX + cell) / 2, layout.sumY, theme.ink, {
      ...{ size, align: "middle", opacity: mixed },
    }),
  ];
  return all.filter(({ opacity = 1 }) => opacity > 0);
}
