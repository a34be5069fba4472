/** Lets the first picture of a page appear before everything beside it. */

/** Longest wait if nothing gets painted, as on a hidden page or a stage without room. */
const LONGEST_WAIT_MS = 1000;

let resolvePainted: () => void = () => undefined;
let painted: Promise<void> | undefined;

/** Settles once the first stage of the page has been painted. */
export function firstPicturePainted(): Promise<void> {
  painted ??= new Promise((resolve) => {
    resolvePainted = resolve;
    setTimeout(resolve, LONGEST_WAIT_MS);
  });
  return painted;
}

/** A stage calls this in the frame of its first picture, which the browser shows before the next task. */
export function firstPictureMade(): void {
  void firstPicturePainted();
  setTimeout(resolvePainted);
}
