/**
 * A row of attention with and without the padding mask. The lesson has run one of the two; both are
 * computed here from the same scores: fill, then softmax.
 */
import type { Mark } from "../picture.js";
import { digits } from "../scale.js";
import { hasStep, sliceOf, stepOf } from "../tensor_view.js";
import { monoWidth } from "../text.js";
import type { Theme } from "../theme.js";
import { dot, softmaxOf } from "./arithmetic.js";
import { type Aside, barAt, CAPTION_HEIGHT, captionedBars, centred, MARGIN, SIZE } from "./aside.js";
import { fillOf, paddedBatch, paddingOf, rowOf } from "./row.js";

const BARS_HEIGHT = 66;
const GAP = 8;
const IDS_HEIGHT = 16;
const HEIGHT = MARGIN + 2 * (CAPTION_HEIGHT + BARS_HEIGHT) + GAP + IDS_HEIGHT + MARGIN;

export const paddingShare: Aside = ({ hu, trace, focus, theme, width }) => {
  if (!hasStep(trace, "scores")) return undefined;
  const batch = paddedBatch(trace, "ids", focus.batch);
  if (batch < 0) return undefined;
  const padding = paddingOf(trace, "ids", batch);
  const scores = rowOf(sliceOf(stepOf(trace, "scores"), { ...focus, batch }), 0);
  const unmasked = softmaxOf(hu, scores);
  const masked = softmaxOf(
    hu,
    scores.map((score, i) => (padding[i] ? fillOf(trace) : score)),
  );
  const toPadding = (weights: readonly number[]): number => dot(hu, weights, padding.map(Number));
  const room = { x: MARGIN, width: width - 2 * MARGIN, theme, most: Math.max(...unmasked, ...masked) };
  const shared = { ...room, height: BARS_HEIGHT, hatched: (i: number) => padding[i] ?? false };
  const secondY = MARGIN + CAPTION_HEIGHT + BARS_HEIGHT + GAP;
  const facts = { without: digits(toPadding(unmasked)), with: digits(toPadding(masked)) };
  return {
    width,
    height: HEIGHT,
    marks: [
      ...captionedBars("mask = None", `Σ pad ${facts.without}`, { ...shared, y: MARGIN, weights: unmasked }),
      ...captionedBars("padding_mask", `Σ pad ${facts.with}`, {
        ...shared,
        y: secondY,
        weights: masked,
        before: unmasked,
      }),
      ...idLabels(
        rowOf(sliceOf(stepOf(trace, "ids"), { ...focus, batch }, 0, 1), batch),
        trace.spec.padId,
        room,
      ),
    ],
    facts: { sentence: String(batch + 1), ...facts },
  };
};

/** Below each bar the id of its source token, where all of them fit. */
function idLabels(
  ids: readonly number[],
  padId: number,
  room: { x: number; width: number; theme: Theme },
): Mark[] {
  const places = ids.map((_, i) => barAt({ ...room, weights: ids }, i));
  if (ids.some((id, i) => monoWidth(String(id), SIZE) > (places[i]?.width ?? 0))) return [];
  return ids.map((id, i) => {
    const { x, width } = places[i] ?? room;
    const color = id === padId ? room.theme.muted : room.theme.ink;
    return centred(String(id), x + width / 2, HEIGHT - MARGIN - IDS_HEIGHT / 2 + 2, color);
  });
}
