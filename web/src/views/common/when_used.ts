/** Waits for the reader's first interaction. */

/** What a reader does on purpose. */
const ACTIONS = ["pointerdown", "keydown", "touchstart", "wheel"];
const READING_MS = 5000;

const firstOf = (types: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    for (const type of types)
      globalThis.addEventListener?.(type, () => resolve(), { passive: true, capture: true, once: true });
  });

/** Heard from the start, because a reader may act before the parts of the page are there. */
const acted = firstOf(ACTIONS);

/**
 * Runs `work` at the first interaction, or after READING_MS: a passive visit does not need it sooner, and a screen reader sends
 * no event. A page that comes up under a resting pointer gets a move that nobody made, so moves count from now on only.
 */
export function whenUsed(work: () => void): void {
  const read = new Promise<void>((resolve) => setTimeout(resolve, READING_MS));
  void Promise.race([acted, firstOf(["pointermove"]), read]).then(work);
}
