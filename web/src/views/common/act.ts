/** Events that a part sends to the <heads-up> around it, which stops their propagation. */
import type { UserAction } from "../../store/actions.js";

export type Act = CustomEvent<UserAction>;

/** Sends an action to the store. */
export const act = (part: EventTarget, action: UserAction): boolean =>
  part.dispatchEvent(new CustomEvent("act", { detail: action, bubbles: true, composed: true }));
