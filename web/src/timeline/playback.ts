/**
 * Playback of a lesson as a value: the step, its progress, and whether it plays. `advance` takes the elapsed milliseconds,
 * so that the same frames always lead to the same moment.
 */
import { type Refusal, wrongType } from "../module/errors.js";
import { clamp01 } from "./easing.js";

export interface Playback {
  /** How long each step plays at the usual speed, in milliseconds. */
  readonly durationsMs: readonly number[];
  readonly index: number;
  /** How much of the step has passed, 0…1. The displayed moment is `momentOf`. */
  readonly progress: number;
  readonly playing: boolean;
  /** Whether playing continues to the end of the lesson; if not, it stops at the end of the step. */
  readonly through: boolean;
  readonly speed: number;
  /** What is left of the pause between two steps, in milliseconds. */
  readonly gapMs: number;
  /** prefers-reduced-motion: three stills per step. */
  readonly stills: boolean;
}

/** How long the finished result is held at the end of a step, so that it can be read before anything else moves. */
export const RESULT_MS = 400;

/** The moment of a scene that a step of `ms` shows at t. The second half plays faster, so that the result comes early. */
export function sceneTime(ms: number, t: number): number {
  const moves = 0.5 - RESULT_MS / ms;
  return t <= 0.5 ? t : Math.min(1, 0.5 + ((t - 0.5) * 0.5) / moves);
}

/** The pause between two steps, long enough to see the result. */
export const GAP_MS = 400;
/** Without motion a step is three stills: before, during, after. */
const STILLS = [0, 0.5, 1] as const;
/** Longer gaps between frames, as after a hidden tab, count as this. */
const LONGEST_FRAME_MS = 100;

export const nearestStill = (t: number): number => Math.round(clamp01(t) * 2) / 2;

/** Before any lesson is loaded. */
export const AT_REST: Playback = {
  durationsMs: [],
  index: 0,
  progress: 1,
  playing: false,
  through: false,
  speed: 1,
  gapMs: 0,
  stills: false,
};

/** The moment in the step that is shown, 0…1. */
export function momentOf({ stills, playing, progress }: Playback): number {
  if (!stills || !playing) return progress;
  return STILLS[Math.min(2, Math.floor(progress * 3))] ?? 1;
}

/** With another lesson's steps; keeps the index if it still exists. */
export const withSteps = (playback: Playback, durationsMs: readonly number[]): Playback => ({
  ...playback,
  durationsMs,
  index: Math.max(0, Math.min(playback.index, durationsMs.length - 1)),
});

export const withSpeed = (playback: Playback, speed: number): Playback =>
  speed > 0 && Number.isFinite(speed) ? { ...playback, speed } : playback;

export const withThrough = (playback: Playback, through = playback.through): Playback =>
  through === playback.through ? playback : { ...playback, through };

export const withStills = (playback: Playback, stills: boolean): Playback =>
  stills === playback.stills ? playback : { ...playback, progress: momentOf(playback), stills };

/** Continues playing; at the end of a step, replays it. The first still is in view before, so the second is shown at once. */
export function resumed(playback: Playback): Playback {
  const { playing, durationsMs, progress, gapMs, stills } = playback;
  if (playing || durationsMs.length === 0) return playback;
  const from = stills && progress === 0 ? 1 / STILLS.length : progress;
  return { ...playback, playing: true, progress: progress >= 1 && gapMs === 0 ? 0 : from };
}

export const paused = (playback: Playback): Playback =>
  playback.playing ? { ...playback, playing: false, progress: momentOf(playback) } : playback;

const hasStep = ({ durationsMs }: Playback, index: number): boolean =>
  Number.isInteger(index) && index >= 0 && index < durationsMs.length;

/** Whether a step only shows its result, and does not play. */
const isStill = ({ durationsMs }: Playback, index: number): boolean => durationsMs[index] === 0;

/** Moves to a step: to its result, or to its beginning while playing. */
export const atStep = (playback: Playback, index: number): Playback =>
  hasStep(playback, index) ? { ...playback, index, progress: playback.playing ? 0 : 1, gapMs: 0 } : playback;

/** Moves to the beginning of a step, and pauses there for its question unless the whole lesson is playing. */
export const atStart = (playback: Playback, index: number): Playback => {
  if (!hasStep(playback, index)) return playback;
  const playing = playback.playing && playback.through;
  return { ...playback, playing, index, progress: isStill(playback, index) && !playing ? 1 : 0, gapMs: 0 };
};

/** Forward to the beginning of a step, or back to its result. Going to the first step always starts the lesson again. */
export const movedTo = (playback: Playback, index: number): Playback =>
  index > playback.index || index === 0 ? atStart(playback, index) : atStep(playback, index);

/** Whether the step has not been played yet. */
export const isAtStart = ({ progress, playing }: Playback): boolean => progress === 0 && !playing;

/** At exactly this moment of this step, paused. */
export const atMoment = (playback: Playback, index: number, t: number): Playback =>
  hasStep(playback, index)
    ? { ...playback, playing: false, index, progress: Number.isNaN(t) ? 0 : clamp01(t), gapMs: 0 }
    : playback;

/** The playback `passedMs` milliseconds later. With `stopAtEnd` it always stops at the end of the step. */
export function advance(playback: Playback, passedMs: number, stopAtEnd: boolean): Playback {
  const { durationsMs, index, progress, playing, speed, through } = playback;
  if (!playing) return playback;
  const continues = through && !stopAtEnd && hasStep(playback, index + 1);
  const ms = Math.min(LONGEST_FRAME_MS, Math.max(0, passedMs)) * speed;
  if (progress < 1) {
    const next = Math.min(1, progress + ms / (durationsMs[index] ?? 1));
    const ends = next >= 1;
    return {
      ...playback,
      progress: next,
      playing: continues || !ends,
      gapMs: ends && continues ? GAP_MS : 0,
    };
  }
  const gapMs = playback.gapMs - ms;
  if (!continues) return { ...playback, playing: false, gapMs: 0 };
  if (gapMs > 0) return { ...playback, gapMs };
  return { ...playback, index: index + 1, progress: 0, gapMs: 0 };
}

/** A refusal if the moment is not a number from 0 to 1. */
export function badMoment(t: number | undefined): Refusal | undefined {
  if (t === undefined || (Number.isFinite(t) && t >= 0 && t <= 1)) return undefined;
  return wrongType("t", t, "a number from 0 to 1");
}
