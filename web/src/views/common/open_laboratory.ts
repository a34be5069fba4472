/** Asks the <heads-up> around a part for the words of the laboratory. */

/** `isAwaited`: the reader waits for them, so a failure is told. */
export const openLaboratory = (part: EventTarget, isAwaited: boolean): boolean =>
  part.dispatchEvent(new CustomEvent("laboratory", { detail: isAwaited, bubbles: true }));
