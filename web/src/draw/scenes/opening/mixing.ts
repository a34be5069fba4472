/**
 * The weighted sum. Each value below its key shrinks to the width of its weight and moves to the output, the last one first, so
 * that none crosses another. There the parts lie side by side and blend into the output vector.
 */
import { oneByOne } from "../../../timeline/cadence.js";
import { lerp, linearPhase, phase } from "../../../timeline/easing.js";
import { between, type Rect } from "../../layout/rect.js";
import { cellMark, fontFor } from "../../marks/cell.js";
import { mono } from "../../marks/marks.js";
import type { Operand } from "../../operand.js";
import type { Mark } from "../../picture.js";
import { ABOVE_VALUES, type Key } from "./layout.js";
import { MOMENTS, type Opening, progressOf, wordMark, wordRect } from "./parts.js";

interface Look {
  readonly opacity: number;
  readonly hasDigits?: boolean;
  readonly isMasked?: boolean;
}

/** The first numbers of a row of a tensor, drawn as a column. */
function vector({ layout, theme }: Opening, operand: Operand, row: number, place: Rect, look: Look): Mark[] {
  const { opacity, hasDigits = true, isMasked = false } = look;
  return Array.from({ length: layout.numbers }, (_, k) => {
    const at = { ...place, y: place.y + k * layout.value.height };
    const style = operand.scale(operand.value(row, k));
    const shown = isMasked ? { ...style, fill: theme.blank, ink: theme.muted, hatch: theme.hatch } : style;
    return cellMark(at, shown, hasDigits ? fontFor(at, 5) : 0, opacity, undefined, operand.ref(row, k));
  });
}

export function valueMarks(scene: Opening): Mark[] {
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
export function outputMarks(scene: Opening): Mark[] {
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
