/** Waits for the reader's first interaction. */

/** Events that only a reader causes. */
const ACTIONS = ["pointerdown", "keydown", "touchstart", "wheel"];
const READING_MS = 5000;

const firstOf = (types: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    for (const type of types)
      globalThis.addEventListener?.(type, () => resolve(), { passive: true, capture: true, once: true });
  });

/** Listened for from the start, because a reader may act before the parts of the page are there. */
const firstAction = firstOf(ACTIONS);

/**
 * Runs `work` at the first interaction, or after READING_MS: a passive visit does not need it sooner, and a screen reader sends
 * no event. A page that loads under a resting pointer gets a pointermove that nobody made, so moves count only from this call on.
 */
export function whenUsed(work: () => void): void {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, READING_MS));
  void Promise.race([firstAction, firstOf(["pointermove"]), timeout]).then(work);
}
