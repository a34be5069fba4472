/** The scenes of tests, and rules for every picture: nothing outside its stage, no overlapping labels. */
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { monoWidth, SMALLEST_LABEL } from "../../web/src/draw/measure.js";
import {
  type CellMark,
  cellsIn,
  type Mark,
  type Picture,
  type SceneInput,
  type StageStep,
  type TextMark,
} from "../../web/src/draw/picture.js";
import { light, paletteOf } from "../../web/src/draw/theme.js";
import type { Trace } from "../../web/src/module/types.js";
import { draw, stageStep } from "../../web/src/operations/operations.js";
import { hu } from "./core.js";

/** A desktop's, a large screen's and a phone's stage. */
export const STAGES = [
  { width: 800, height: 520 },
  { width: 1000, height: 700 },
  { width: 360, height: 420 },
] as const;

const theme = paletteOf(light);

/** The step or bridge of this name. */
export const stageOf = (trace: Trace, name: string): StageStep =>
  stageStep(trace, name) ?? expect.fail(`no ${name}`);

/** What is drawn of a step on a desktop, with the first sentence and head in focus; `more` replaces parts of it. */
export const sceneOf = (
  trace: Trace,
  step: StageStep | string,
  more: Partial<SceneInput> = {},
): SceneInput => ({
  ...{ hu, trace, theme, focus: { batch: 0, head: 0 }, ...STAGES[0], ...more },
  step: typeof step === "string" ? stageOf(trace, step) : step,
});

/** Expects pictures that stay on the stage, whose labels can be read, and that are the same whenever they are drawn. */
export function expectReadable(input: SceneInput, times: readonly number[], faintest?: number): void {
  for (const t of times) {
    const picture = draw(input, t);
    const when = `t = ${t}, ${input.width} wide`;
    expect(marksOutside(picture), `outside at ${when}`).toEqual([]);
    expect(overlappingLabels(picture, faintest), `labels over each other at ${when}`).toEqual([]);
    const small = labels(picture).filter(({ size }) => size < SMALLEST_LABEL);
    expect(small, `too small at ${when}`).toEqual([]);
    expect(isDeepStrictEqual(draw(input, t), picture), `pure at ${when}`).toBe(true);
  }
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function boxOf(mark: Mark): Box {
  if (mark.kind === "text") {
    const width = monoWidth(mark.text, mark.size);
    const left = mark.x - (mark.align === "end" ? width : mark.align === "middle" ? width / 2 : 0);
    return { left, top: mark.y - mark.size / 2, right: left + width, bottom: mark.y + mark.size / 2 };
  }
  if (mark.kind === "line") {
    const xs = mark.points.map(([x]) => x);
    const ys = mark.points.map(([, y]) => y);
    return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
  }
  return { left: mark.x, top: mark.y, right: mark.x + mark.width, bottom: mark.y + mark.height };
}

/** The visible marks that leave the stage or have no valid position. */
export const marksOutside = ({ marks, width, height }: Picture): string[] =>
  marks.flatMap((mark) => {
    const { left, top, right, bottom } = boxOf(mark);
    const isIn = left >= -1 && top >= -1 && right <= width + 1 && bottom <= height + 1;
    return isIn || mark.opacity === 0 ? [] : [JSON.stringify(mark)];
  });

/** Readable text outside cells; text fainter than `faintest` is fading in or out. */
export const labels = ({ marks }: Picture, faintest = 0.05): TextMark[] =>
  marks.filter(
    (m): m is TextMark => m.kind === "text" && m.text.trim() !== "" && (m.opacity ?? 1) > faintest,
  );

/** Pairs of labels that overlap. The × between two sizes may touch both. */
export function overlappingLabels(picture: Picture, faintest?: number): string[] {
  const boxes = labels(picture, faintest).flatMap((mark) =>
    mark.text.trim() === "×" ? [] : [{ text: mark.text, ...boxOf(mark) }],
  );
  return boxes.flatMap((p, i) =>
    boxes
      .slice(i + 1)
      .filter(
        (q) => p.left + 1 < q.right && q.left + 1 < p.right && p.top + 2 < q.bottom && q.top + 2 < p.bottom,
      )
      .map((q) => `${p.text} / ${q.text}`),
  );
}

/** The opacities of padded rows: that of normal cells, and that of small cells, which have fewer shades. */
const DIMMED: readonly number[] = [0.65, 0.75];

/** Whether a cell is fully visible, or dimmed because its row is padding. */
export function isOnStage({ opacity = 1, ref }: CellMark, { steps, spec }: Trace): boolean {
  if (opacity === 1) return true;
  const step = steps.find(({ name }) => name === ref?.name);
  const axis = step?.axes.findIndex((letter) => ["L", "S", "T"].includes(letter)) ?? -1;
  const ids = steps.find(({ name }) => name === (step?.axes[axis] === "T" ? "target_ids" : "ids"));
  if (!ids || axis < 0 || !DIMMED.includes(opacity)) return false;
  const batch = step?.axes[0] === "B" ? (ref?.index[0] ?? 0) : 0;
  return ids.data[batch * (ids.shape[1] ?? 1) + (ref?.index[axis] ?? 0)] === spec.padId;
}

/** Whether tables are too large for the stage, so that only a window of each is drawn. */
export const hasWindows = ({ overviews = [] }: Picture): boolean => overviews.length > 0;

export const cells = (picture: Picture): CellMark[] => cellsIn(picture);
/** The text outside cells. */
export const texts = ({ marks }: Picture): string[] =>
  marks.flatMap((m) => (m.kind === "text" && (m.opacity ?? 1) > 0.5 ? [m.text] : []));

const numberOf = (text: string): number => Number(text.replace("−", "-"));

/** Whether a cell's digits, if any, match its number: `whole`, or rounded to four characters in a narrow cell. */
export function matchesNumber({ text }: CellMark, whole: string): boolean {
  if (!text || text === whole) return true;
  const decimals = text.split(".")[1]?.length ?? 0;
  return text.length <= 4 && Math.abs(numberOf(text) - numberOf(whole)) <= 0.5 * 10 ** -decimals + 0.006;
}
