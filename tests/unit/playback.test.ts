/** Playback driven by animation frames: the passing of time, and the controls. */
import { describe, expect, test } from "vitest";
import { type Clock, Frames } from "../../web/src/timeline/frames.js";
import {
  AT_REST,
  advance,
  atMoment,
  atStart,
  atStep,
  GAP_MS,
  momentOf,
  movedTo,
  nearestStill,
  type Playback,
  paused,
  resumed,
  withSpeed,
  withSteps,
  withStills,
  withThrough,
} from "../../web/src/timeline/playback.js";

/** A manual clock. */
class TestClock implements Clock {
  #nowMs = 0;
  #frames = new Map<number, () => void>();
  #handle = 0;

  nowMs(): number {
    return this.#nowMs;
  }

  request(frame: () => void): number {
    this.#frames.set(++this.#handle, frame);
    return this.#handle;
  }

  cancel(handle: number): void {
    this.#frames.delete(handle);
  }

  get isWaiting(): boolean {
    return this.#frames.size > 0;
  }

  /** Advances time in frames of `frameMs`. */
  pass(ms: number, frameMs = 10): void {
    for (let left = ms; left > 0; left -= frameMs) {
      this.#nowMs += Math.min(frameMs, left);
      const due = [...this.#frames.values()];
      this.#frames.clear();
      for (const frame of due) frame();
    }
  }
}

interface Shown {
  readonly index: number;
  readonly t: number;
  readonly playing: boolean;
  readonly speed: number;
}

/** A playback driven by frames, as in the store and the element. */
class Player {
  #playback: Playback = AT_REST;
  #alone = false;
  #resting = false;
  readonly #frames: Frames;
  readonly seen: Shown[] = [];

  constructor(clock: Clock) {
    this.#frames = new Frames((ms) => this.#show(advance(this.#playback, ms, this.#alone)), clock);
  }

  get state(): Shown {
    const { index, playing, speed } = this.#playback;
    return { index, t: this.t, playing, speed };
  }

  get t(): number {
    return momentOf(this.#playback);
  }

  #show(playback: Playback): void {
    this.#playback = playback;
    this.#frames.run(playback.playing && !this.#resting);
    this.seen.push(this.state);
  }

  setDurations = (ms: readonly number[]): void => this.#show(withSteps(this.#playback, ms));
  setSpeed = (speed: number): void => this.#show(withSpeed(this.#playback, speed));
  setStills = (stills: boolean): void => this.#show(withStills(this.#playback, stills));
  play = (): void => this.#show(resumed(this.#playback));
  pause = (): void => this.#show(paused(this.#playback));
  goTo = (index: number): void => this.#show(movedTo(this.#playback, index));
  result = (index: number): void => this.#show(atStep(this.#playback, index));
  next = (): void => this.#show(atStart(this.#playback, this.state.index + 1));
  previous = (): void => this.result(this.state.index - 1);
  setThrough = (through: boolean): void => this.#show(withThrough(this.#playback, through));
  seek = (index: number, t: number): void => this.#show(atMoment(this.#playback, index, t));

  setAlone(alone: boolean): void {
    this.#alone = alone;
  }

  rest(resting: boolean): void {
    this.#resting = resting;
    this.#show(this.#playback);
  }
}

function made(durations = [1000, 2000, 1000]): { player: Player; clock: TestClock; seen: Shown[] } {
  const clock = new TestClock();
  const player = new Player(clock);
  player.setDurations(durations);
  return { player, clock, seen: player.seen };
}

describe("player", () => {
  test("starts paused at the first result and requests no frames", () => {
    const { player, clock } = made();
    expect(player.state).toEqual({ index: 0, t: 1, playing: false, speed: 1 });
    expect(clock.isWaiting).toBe(false);
  });

  test("replays a finished step from its beginning", () => {
    const { player, clock } = made();
    player.play();
    expect(player.t).toBe(0);
    clock.pass(500);
    expect(player.t).toBeCloseTo(0.5, 6);
  });

  test("advances only while visible, but still counts as playing", () => {
    const { player, clock } = made();
    player.play();
    clock.pass(300);
    player.rest(true);
    expect(clock.isWaiting).toBe(false);
    clock.pass(5000);
    expect(player.state).toMatchObject({ index: 0, playing: true });
    expect(player.t).toBeCloseTo(0.3, 6);
    player.rest(false);
    clock.pass(200);
    expect(player.t).toBeCloseTo(0.5, 6);
    player.rest(true);
    player.pause();
    player.rest(false);
    expect(clock.isWaiting).toBe(false);
    player.rest(true);
    player.play();
    expect(clock.isWaiting).toBe(false);
  });

  test("plays one step and stops at its end", () => {
    const { player, clock } = made();
    player.play();
    clock.pass(990);
    expect(player.state).toMatchObject({ index: 0, playing: true });
    clock.pass(5000);
    expect(player.state).toMatchObject({ index: 0, t: 1, playing: false });
    expect(clock.isWaiting).toBe(false);
  });

  test("playing through rests between two steps, then goes on", () => {
    const { player, clock } = made();
    player.setThrough(true);
    player.play();
    clock.pass(1000);
    expect(player.state).toMatchObject({ index: 0, t: 1, playing: true });
    clock.pass(GAP_MS - 10);
    expect(player.state.index).toBe(0);
    clock.pass(20);
    expect(player.state).toMatchObject({ index: 1, playing: true });
    expect(player.t).toBeLessThan(0.02);
  });

  test("playing through stops after the last step and does not loop", () => {
    const { player, clock } = made();
    player.setThrough(true);
    player.result(2);
    player.play();
    clock.pass(5000);
    expect(player.state).toMatchObject({ index: 2, t: 1, playing: false });
    expect(clock.isWaiting).toBe(false);
  });

  test("speed changes how fast time passes", () => {
    const { player, clock } = made();
    player.setSpeed(2);
    player.play();
    clock.pass(250);
    expect(player.t).toBeCloseTo(0.5, 6);
    player.setSpeed(0.5);
    clock.pass(500);
    expect(player.t).toBeCloseTo(0.75, 6);
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("rejects the speed %s", (speed) => {
    const { player } = made();
    player.setSpeed(speed);
    expect(player.state.speed).toBe(1);
  });

  test("pause keeps the moment, and play continues from it", () => {
    const { player, clock } = made();
    player.play();
    clock.pass(300);
    player.pause();
    clock.pass(5000);
    expect(player.t).toBeCloseTo(0.3, 6);
    player.play();
    clock.pass(100);
    expect(player.t).toBeCloseTo(0.4, 6);
  });

  test("play after a pause between two steps continues with the next one", () => {
    const { player, clock } = made();
    player.setThrough(true);
    player.play();
    clock.pass(1000 + GAP_MS / 2);
    player.pause();
    player.play();
    clock.pass(GAP_MS);
    expect(player.state.index).toBe(1);
  });

  test("seek is exact and pauses", () => {
    const { player, clock } = made();
    player.play();
    player.seek(1, 0.123456789);
    expect(player.state).toEqual({ index: 1, t: 0.123456789, playing: false, speed: 1 });
    clock.pass(1000);
    expect(player.t).toBe(0.123456789);
  });

  test.each([
    [-0.5, 0],
    [2, 1],
    [Number.NaN, 0],
  ])("seek to %s is the moment %s", (t, moment) => {
    const { player } = made();
    player.seek(0, t);
    expect(player.t).toBe(moment);
  });

  test.each([-1, 3, 0.5, Number.NaN])("going to the step %s changes nothing", (index) => {
    const { player } = made();
    player.result(1);
    player.seek(index, 0.5);
    player.goTo(index);
    expect(player.state).toMatchObject({ index: 1, t: 1 });
  });

  test("next begins a step, previous shows a result, and both stop at the ends", () => {
    const { player } = made();
    player.previous();
    expect(player.state).toMatchObject({ index: 0, t: 1 });
    for (let i = 0; i < 5; i++) player.next();
    expect(player.state).toMatchObject({ index: 2, t: 0, playing: false });
    player.previous();
    expect(player.state).toMatchObject({ index: 1, t: 1, playing: false });
  });

  test("goes to the beginning of a later step, to the result of an earlier one, and to the beginning of the first", () => {
    const { player } = made();
    player.goTo(2);
    expect(player.state).toMatchObject({ index: 2, t: 0 });
    player.goTo(1);
    expect(player.state).toMatchObject({ index: 1, t: 1 });
    player.goTo(0);
    expect(player.state).toMatchObject({ index: 0, t: 0 });
  });

  test("going on while one step plays stops at the beginning of the next", () => {
    const { player, clock } = made();
    player.play();
    clock.pass(100);
    player.next();
    expect(player.state).toMatchObject({ index: 1, t: 0, playing: false });
  });

  test("going on while the whole lesson plays plays the step from its beginning", () => {
    const { player, clock } = made();
    player.setThrough(true);
    player.play();
    clock.pass(100);
    player.next();
    expect(player.state).toMatchObject({ index: 1, t: 0, playing: true });
  });

  test("a hidden tab does not skip ahead", () => {
    const { player, clock } = made();
    player.play();
    clock.pass(60_000, 60_000);
    expect(player.state.index).toBe(0);
    expect(player.t).toBeLessThanOrEqual(0.1);
  });

  test("with reduced motion a step is three stills, which together take as long", () => {
    const { player, clock, seen } = made([900]);
    player.setStills(true);
    player.seek(0, 1);
    player.play();
    expect(player.t).toBe(0);
    clock.pass(890);
    expect([...new Set(seen.map((state) => state.t))].sort()).toEqual([0, 0.5, 1]);
    clock.pass(1000);
    expect(player.state).toMatchObject({ t: 1, playing: false });
  });

  test("with reduced motion play shows another still at once, whichever one is in view", () => {
    const { player } = made([900]);
    player.setStills(true);
    for (const [before, after] of [
      [0, 0.5],
      [1, 0],
    ] as const) {
      player.seek(0, before);
      player.play();
      expect(player.t).toBe(after);
    }
  });

  test("with reduced motion seek stays exact", () => {
    const { player } = made();
    player.setStills(true);
    player.seek(0, 0.3);
    expect(player.t).toBe(0.3);
  });

  test("with fewer steps the current step stays in range", () => {
    const { player } = made();
    player.goTo(2);
    player.setDurations([1000]);
    expect(player.state.index).toBe(0);
  });
});

test.each([
  [0.2, 0],
  [0.3, 0.5],
  [0.74, 0.5],
  [0.8, 1],
])("the still nearest to %s is %s", (t, still) => {
  expect(nearestStill(t)).toBe(still);
});
