/**
 * A row of attention with and without the padding mask. The lesson has run one of the two; both are
 * computed here from the same scores: fill, then softmax.
 */

import { monoWidth } from "../measure.js";
import type { Mark } from "../picture.js";
import { digits } from "../scale.js";
import { hasStep, sliceOf, stepOf } from "../tensor_view.js";
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
  const filled = scores.map((score, i) => (padding[i] ? fillOf(trace) : score));
  const [unmasked, masked] = [softmaxOf(hu, scores), softmaxOf(hu, filled)];
  const toPadding = (weights: readonly number[]): string => digits(dot(hu, weights, padding.map(Number)));
  const facts = { without: toPadding(unmasked), with: toPadding(masked) };
  const room = { x: MARGIN, width: width - 2 * MARGIN, theme, height: BARS_HEIGHT };
  const spec = {
    ...room,
    most: Math.max(...unmasked, ...masked),
    hatched: (i: number) => padding[i] ?? false,
  };
  const secondY = MARGIN + CAPTION_HEIGHT + BARS_HEIGHT + GAP;
  const second = { ...spec, y: secondY, weights: masked, before: unmasked };

  /** Below each bar the id of its source token, where all of them fit. */
  const idLabels = (): Mark[] => {
    const ids = rowOf(sliceOf(stepOf(trace, "ids"), { ...focus, batch }, 0, 1), batch);
    const places = ids.map((_, i) => barAt({ ...room, weights: ids }, i));
    if (ids.some((id, i) => monoWidth(String(id), SIZE) > (places[i]?.width ?? 0))) return [];
    return ids.map((id, i) => {
      const { x, width } = places[i] ?? room;
      const color = id === trace.spec.padId ? theme.muted : theme.ink;
      return centred(String(id), x + width / 2, HEIGHT - MARGIN - IDS_HEIGHT / 2 + 2, color);
    });
  };

  return {
    ...{ width, height: HEIGHT },
    marks: [
      ...captionedBars("mask = None", `Σ pad ${facts.without}`, { ...spec, y: MARGIN, weights: unmasked }),
      ...captionedBars("padding_mask", `Σ pad ${facts.with}`, second),
      ...idLabels(),
    ],
    facts: { sentence: String(batch + 1), ...facts },
  };
};
