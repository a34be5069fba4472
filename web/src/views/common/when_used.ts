/** Waits for the reader's first interaction. */

/** Without any of these events the reader is reading, or uses a screen reader, which sends none. */
const INTERACTIONS = ["pointermove", "pointerdown", "keydown", "touchstart", "wheel"];
const READING_MS = 5000;

/** Runs `work` at the first interaction, or after READING_MS: a passive visit does not need it sooner. */
export function whenUsed(work: () => void): void {
  const seen = new AbortController();
  const begin = (): void => {
    if (seen.signal.aborted) return;
    seen.abort();
    work();
  };
  for (const type of INTERACTIONS)
    addEventListener(type, begin, { passive: true, capture: true, signal: seen.signal });
  setTimeout(begin, READING_MS);
}
