/**
 * What a new step changes, one part of the page after the other with a frame between: all at once would hold the page
 * up. The picture comes first, the table that nobody sees and the small pictures last.
 */
const ORDER = ["stage", "settings", "side", "legend", "grid", "strip"] as const;
type Part = (typeof ORDER)[number];

const FRAME_MS = 16;
const waiting: { readonly part: Part; readonly begin: () => void }[] = [];
let isGoing = false;

/** Until it is this part's turn. */
export const turnOf = (part: Part): Promise<void> =>
  new Promise((begin) => {
    waiting.push({ part, begin });
    // Once all of them are known.
    if (!isGoing) setTimeout(goOn);
    isGoing = true;
  });

function next(): void {
  waiting.sort((a, b) => ORDER.indexOf(a.part) - ORDER.indexOf(b.part));
  waiting.shift()?.begin();
  // Once the part is done, which begins when this function has ended.
  setTimeout(() => {
    isGoing = waiting.length > 0;
    if (isGoing) goOn();
  });
}

/** The picture may take several turns, and nobody has it wait; where it stands already, it is to be shown first. */
function goOn(): void {
  setTimeout(next, waiting.some(({ part }) => part === "stage") ? 0 : FRAME_MS);
}
