/**
 * Updates the parts of the page for a new step one after the other, a frame apart: all at once would block the page. The
 * picture comes first; the invisible table and the thumbnails come last.
 */
const ORDER = ["stage", "side", "legend", "grid", "strip"] as const;
type Part = (typeof ORDER)[number];

const FRAME_MS = 16;
const waiting: { readonly part: Part; readonly begin: () => void }[] = [];
let isScheduled = false;

/** Resolves when it is this part's turn to update. */
export const waitToUpdate = (part: Part): Promise<void> =>
  new Promise((begin) => {
    waiting.push({ part, begin });
    // Deferred until all parts have queued.
    if (!isScheduled) setTimeout(scheduleNext);
    isScheduled = true;
  });

function beginNext(): void {
  waiting.sort((a, b) => ORDER.indexOf(a.part) - ORDER.indexOf(b.part));
  waiting.shift()?.begin();
  // Deferred: the part starts its update after this function returns.
  setTimeout(() => {
    isScheduled = waiting.length > 0;
    if (isScheduled) scheduleNext();
  });
}

/** The stage may queue several times and never waits a frame. Other parts do, so that the picture is shown first. */
function scheduleNext(): void {
  setTimeout(beginNext, waiting.some(({ part }) => part === "stage") ? 0 : FRAME_MS);
}
