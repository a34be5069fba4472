/** Work for moments in which the page has nothing else to do, in pieces that fit such a moment. */

/** What has to be left of an idle moment for one more piece. */
const ENOUGH_MS = 4;

/** Says when to stop and ask for another moment. */
export type IsOver = () => boolean;

/** `work` that waits too long is begun in a busy moment too. */
export function whenIdle(work: (isOver: IsOver) => void, longestWaitMs: number): void {
  // Safari has no idle callbacks.
  if (!("requestIdleCallback" in window)) setTimeout(() => work(() => true));
  else
    requestIdleCallback((idle) => work(() => idle.timeRemaining() < ENOUGH_MS), { timeout: longestWaitMs });
}
