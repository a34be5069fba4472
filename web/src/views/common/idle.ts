/** Runs work in idle time, in pieces that fit an idle period. */

/** The idle time that must remain for another piece of work. */
const ENOUGH_MS = 4;

/** True when the work should stop and ask for another idle period. */
export type IsOver = () => boolean;

/** After `longestWaitMs`, `work` starts even if the page is busy. */
export function whenIdle(work: (isOver: IsOver) => void, longestWaitMs: number): void {
  // Safari has no idle callbacks.
  if (!("requestIdleCallback" in window)) setTimeout(() => work(() => true));
  else
    requestIdleCallback((idle) => work(() => idle.timeRemaining() < ENOUGH_MS), { timeout: longestWaitMs });
}
