/** Parts that no first picture needs: each comes when it is first asked for. */

/** Once, or again where it could not be had: without a network it may come the next time. Never rejects. */
export function once<T>(load: () => Promise<T>): () => Promise<T | undefined> {
  let coming: Promise<T | undefined> | undefined;
  return () => {
    coming ??= load().catch(() => {
      coming = undefined;
      return undefined;
    });
    return coming;
  };
}

export const loadParts = once(() => import("./define_parts.js"));

/** How the stage shows what is looked at, and the arithmetic beside it. */
export const loadLooking = once(() => import("./looking.js"));
export const loadCallout = once(() => import("./define_callout.js"));
export const loadSettings = once(() => import("./define_settings_form.js"));
/** What makes ids of sentences, and the field that shows how. */
export const loadOwnWords = once(() => import("./own_words.js"));
export const loadOwnWordsField = once(() => import("./define_own_words.js"));
export const loadTakeAway = once(() => import("./define_take_away.js"));
export const loadWeightsReader = once(() => import("./own_weights.js"));
export const loadSheets = once(() => import("./define_sheets.js"));
export const loadAside = once(() => import("./define_aside.js"));
export const loadBackground = once(() => import("./background_runs.js"));
export const loadPast = once(() => import("./past.js"));
export const loadLecture = once(() => import("./lecture.js"));
export const loadOwnLesson = once(() => import("./own_lesson/own_lesson.js"));
export const loadQuestions = once(() => import("./define_questions.js"));

/** A reader who does nothing of this is reading, or listens to a screen reader that tells nobody. */
const DEEDS = ["pointermove", "pointerdown", "keydown", "touchstart", "wheel"];
const READING_MS = 5000;

/** With the first that a reader does on the page: no visit that only looks needs it. */
export function whenUsed(work: () => void): void {
  const seen = new AbortController();
  const begin = (): void => {
    if (seen.signal.aborted) return;
    seen.abort();
    work();
  };
  for (const deed of DEEDS)
    addEventListener(deed, begin, { passive: true, capture: true, signal: seen.signal });
  setTimeout(begin, READING_MS);
}
