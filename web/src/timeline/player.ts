/**
 * The one mutable player and the only owner of requestAnimationFrame: which step, which moment, moving or
 * not. Everything else on the page is a function of its state. Durations are milliseconds; a moment t runs
 * from 0 to 1 in a step.
 */
import { clamp01 } from "./easing.js";

export interface PlayerState {
  readonly index: number;
  readonly t: number;
  readonly playing: boolean;
  readonly speed: number;
}

/** Where frames come from; tests hand in a clock of their own. */
export interface Clock {
  nowMs(): number;
  request(frame: () => void): number;
  cancel(handle: number): void;
}

const browserClock: Clock = {
  nowMs: () => performance.now(),
  request: (frame) => requestAnimationFrame(frame),
  cancel: (handle) => cancelAnimationFrame(handle),
};

/** A short rest between two steps, so that a result is seen to stand before the next one begins. */
export const GAP_MS = 250;
/** Without motion a step is three stills: before, during, after. */
export const STILLS = [0, 0.5, 1] as const;
/** After a hidden tab the clock has run on; the play has not. */
const LONGEST_FRAME_MS = 100;

export const nearestStill = (t: number): number => Math.round(clamp01(t) * 2) / 2;

export class Player {
  #durationsMs: readonly number[] = [];
  #index = 0;
  /** How much of the step has passed; what is shown is `t`, which without motion is one of the stills. */
  #progress = 1;
  #gapMs = 0;
  #playing = false;
  #speed = 1;
  #stills = false;
  #alone = false;
  #resting = false;
  #frame: number | undefined;
  #lastMs = 0;
  readonly #listeners = new Set<(state: PlayerState) => void>();
  readonly #clock: Clock;

  constructor(clock: Clock = browserClock) {
    this.#clock = clock;
  }

  get state(): PlayerState {
    return { index: this.#index, t: this.t, playing: this.#playing, speed: this.#speed };
  }

  get t(): number {
    if (!this.#stills || !this.#playing) return this.#progress;
    return STILLS[Math.min(2, Math.floor(this.#progress * 3))] ?? 1;
  }

  subscribe(listener: (state: PlayerState) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A lesson's steps; the place is kept where it still exists. */
  setDurations(ms: readonly number[]): void {
    this.#durationsMs = ms;
    this.#index = Math.max(0, Math.min(this.#index, ms.length - 1));
    this.#tell();
  }

  setSpeed(speed: number): void {
    if (!(speed > 0) || !Number.isFinite(speed)) return;
    this.#speed = speed;
    this.#tell();
  }

  /** True: three stills a step instead of motion. */
  setStills(stills: boolean): void {
    if (stills === this.#stills) return;
    if (this.#playing) this.#progress = this.t;
    this.#stills = stills;
    this.#tell();
  }

  /** True: the play ends with the step it began in. */
  setAlone(alone: boolean): void {
    this.#alone = alone;
  }

  /** True: nobody looks. Time stands still, and goes on from there. */
  rest(resting: boolean): void {
    if (resting === this.#resting) return;
    this.#resting = resting;
    this.#move();
  }

  /** Plays on; a step whose result already stands is played again from its beginning. */
  play(): void {
    if (this.#playing || this.#durationsMs.length === 0) return;
    if (this.#progress >= 1 && this.#gapMs === 0) this.#progress = 0;
    this.#playing = true;
    this.#move();
    this.#tell();
  }

  pause(): void {
    if (!this.#playing) return;
    const shown = this.t;
    this.#stop();
    this.#progress = shown;
    this.#tell();
  }

  /** Goes to a step: at its beginning while playing, with its result standing otherwise. */
  goTo(index: number): void {
    if (index < 0 || index >= this.#durationsMs.length || !Number.isInteger(index)) return;
    this.#index = index;
    this.#progress = this.#playing ? 0 : 1;
    this.#gapMs = 0;
    this.#tell();
  }

  next(): void {
    this.goTo(this.#index + 1);
  }

  previous(): void {
    this.goTo(this.#index - 1);
  }

  /** Exactly this moment of this step; pauses. */
  seek(index: number, t: number): void {
    if (index < 0 || index >= this.#durationsMs.length || !Number.isInteger(index)) return;
    this.#stop();
    this.#index = index;
    this.#progress = Number.isNaN(t) ? 0 : clamp01(t);
    this.#gapMs = 0;
    this.#tell();
  }

  dispose(): void {
    this.#stop();
    this.#listeners.clear();
  }

  #stop(): void {
    this.#playing = false;
    this.#move();
  }

  /** Frames come while it plays and somebody looks. */
  #move(): void {
    if (this.#frame !== undefined) this.#clock.cancel(this.#frame);
    this.#frame = undefined;
    if (!this.#playing || this.#resting) return;
    this.#lastMs = this.#clock.nowMs();
    this.#frame = this.#clock.request(this.#tick);
  }

  readonly #tick = (): void => {
    const nowMs = this.#clock.nowMs();
    const ms = Math.min(LONGEST_FRAME_MS, Math.max(0, nowMs - this.#lastMs)) * this.#speed;
    this.#lastMs = nowMs;
    const before = this.state;
    this.#advance(ms);
    if (this.#playing) this.#frame = this.#clock.request(this.#tick);
    const after = this.state;
    if (after.t !== before.t || after.index !== before.index || after.playing !== before.playing)
      this.#tell();
  };

  #advance(ms: number): void {
    if (this.#progress < 1) {
      this.#progress = Math.min(1, this.#progress + ms / (this.#durationsMs[this.#index] ?? 1));
      if (this.#progress >= 1) this.#gapMs = GAP_MS;
      return;
    }
    this.#gapMs -= ms;
    if (this.#gapMs > 0) return;
    this.#gapMs = 0;
    if (!this.#alone && this.#index + 1 < this.#durationsMs.length) {
      this.#index += 1;
      this.#progress = 0;
    } else this.#stop();
  }

  #tell(): void {
    const state = this.state;
    for (const listener of this.#listeners) listener(state);
  }
}
