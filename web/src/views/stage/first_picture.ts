/** The first picture of a page comes before all that stands beside it. */

/** Where there is nothing to paint, on a hidden page or a stage without room, nobody waits for longer. */
const LONGEST_WAIT_MS = 1000;

let stand: () => void = () => undefined;
let standing: Promise<void> | undefined;

/** Settles once the first stage of the page has been painted. */
export function stageStands(): Promise<void> {
  standing ??= new Promise((done) => {
    stand = done;
    setTimeout(done, LONGEST_WAIT_MS);
  });
  return standing;
}

/** Told by a stage while the frame with its first picture is being made: that is shown before the next task begins. */
export function firstPictureMade(): void {
  void stageStands();
  setTimeout(stand);
}
