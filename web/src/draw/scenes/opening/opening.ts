/**
 * The opening picture: attention on one sentence. Arcs go from a word (the query) to the words it may attend to (the keys), as
 * thick as the attention weights. The weighted sum of the values is the word's output vector.
 */
import { lerp } from "../../../timeline/easing.js";
import { between } from "../../layout/rect.js";
import { emptyPlace, mono } from "../../marks/marks.js";
import type { Mark } from "../../picture.js";
import type { Scene, Terms } from "../../scene.js";
import { arcMarks, weightMarks } from "./arcs.js";
import { BESIDE, contentOf, layoutOf, type Word } from "./layout.js";
import { outputMarks, valueMarks } from "./mixing.js";
import { arcProgress, type Opening, progressOf, queryRooms, wordMark, wordRect } from "./parts.js";

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
