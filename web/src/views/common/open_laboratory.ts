/** Requests the words of the laboratory from the <heads-up> element around a part. */

/** `isAwaited`: the reader waits for the words, so a failure is reported. */
export const openLaboratory = (part: EventTarget, isAwaited: boolean): boolean =>
  part.dispatchEvent(new CustomEvent("laboratory", { detail: isAwaited, bubbles: true }));
