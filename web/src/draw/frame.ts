/** A scene's picture at a moment: its tables in windows where they are too large for digits, its moving marks beneath the others. */

import { linearPhase } from "../timeline/easing.js";
import { sceneTime } from "../timeline/playback.js";
import { withFlyingBeneath } from "./flight.js";
import { overviewOf } from "./layout/overview.js";
import { type Fit, fitWindows, heightBelow, spansOf, stopAt, stopsOf } from "./layout/windows.js";
import type { Picture, Scene, SceneInput, StageStep } from "./picture.js";

/** Finding the windows draws the scene several times; the same step in the same room has the same ones. */
const newFits = () => new WeakMap<StageStep, { readonly input: SceneInput; readonly fit: Fit }[]>();
/** What the windows depend on. */
const SAME = ["trace", "width", "height", "tokens", "terms"] as const;
/** A step is drawn on the stage, in figures and in thumbnails of several sizes. */
const MOST_FITS = 4;

function fitOf(scene: Scene, input: SceneInput): Fit {
  const fits = input.theme.cache?.get(newFits);
  const known = fits?.get(input.step) ?? [];
  const { batch, head } = input.focus;
  const same = known.find(
    ({ input: other }) =>
      SAME.every((key) => input[key] === other[key]) &&
      other.focus.batch === batch &&
      other.focus.head === head,
  );
  if (same) return same.fit;
  const fit = fitWindows(scene, input);
  fits?.set(input.step, [{ input, fit }, ...known].slice(0, MOST_FITS));
  return fit;
}

interface Played {
  readonly scene: Scene;
  readonly ms: number;
  /** Whether its end is about the last cells. */
  readonly endsLast?: boolean;
}

/** The picture of a step at time t. */
export function pictureOf({ scene, ms, endsLast = false }: Played, input: SceneInput, t: number): Picture {
  const { width, height, theme } = input;
  const fit = fitOf(scene, input);
  const around =
    input.around?.filter((ref) => fit.tables.some(({ placeOf }) => placeOf(ref).length > 0)) ?? [];
  const time = sceneTime(ms, t);
  const { share, moment } = stopAt(around.length > 0 ? 1 : stopsOf(fit), time, endsLast);
  const spans = spansOf(fit, share, around);
  const room = { ...input, height: height - heightBelow(fit, width), windows: { spans } };
  const { marks, overviews } = overviewOf(input, fit, spans, linearPhase(time, 0.5, 1));
  const picture = { width, height, marks: [...scene(room, moment), ...marks], overviews };
  return withFlyingBeneath(picture, theme.paper, input.step.name);
}
