/** Solved exercises, in localStorage; without storage they last as long as the page. */
const KEY = "heads-up-mistakes";
let solved: readonly string[] = [];

export function solvedMistakes(): readonly string[] {
  try {
    const kept = localStorage.getItem(KEY);
    solved = [...new Set([...solved, ...(kept?.split(",") ?? [])])];
  } catch {
    // Without storage, return what was solved since the page was loaded.
  }
  return solved;
}

export function keepSolved(id: string): void {
  solved = [...new Set([...solvedMistakes(), id])];
  try {
    localStorage.setItem(KEY, solved.join());
  } catch {
    // Storage may be unavailable, as in a private window.
  }
}
