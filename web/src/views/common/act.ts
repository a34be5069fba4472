/** Events that a part sends to the <heads-up> around it, which stops their propagation. */
import type { UserAction } from "../../store/actions.js";

export type Act = CustomEvent<UserAction>;

/** Sends an action to the store. */
export const act = (part: EventTarget, action: UserAction): boolean =>
  part.dispatchEvent(new CustomEvent("act", { detail: action, bubbles: true, composed: true }));

/** Requests the words of the laboratory. `isAwaited`: the reader waits for them, so a failure is reported. */
export const openLaboratory = (part: EventTarget, isAwaited: boolean): boolean =>
  part.dispatchEvent(new CustomEvent("laboratory", { detail: isAwaited, bubbles: true }));
