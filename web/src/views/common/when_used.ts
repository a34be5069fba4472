/** Waits for the reader's first interaction. */

/** Without any of these events the reader is reading, or uses a screen reader, which sends none. */
const INTERACTIONS = ["pointermove", "pointerdown", "keydown", "touchstart", "wheel"];
const READING_MS = 5000;

/** Heard from the start, because a reader may act before the parts of the page are there. */
const used = new Promise<void>((resolve) => {
  for (const type of INTERACTIONS)
    globalThis.addEventListener?.(type, () => resolve(), { passive: true, capture: true, once: true });
});

/** Runs `work` at the first interaction, or after READING_MS: a passive visit does not need it sooner. */
export function whenUsed(work: () => void): void {
  const read = new Promise<void>((resolve) => setTimeout(resolve, READING_MS));
  void Promise.race([used, read]).then(work);
}
