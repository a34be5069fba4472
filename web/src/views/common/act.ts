/** Sends an action from a part to the store of its <heads-up>, which stops the event there. */
import type { UserAction } from "../../store/actions.js";

export type Act = CustomEvent<UserAction>;

export const act = (part: EventTarget, deed: UserAction): boolean =>
  part.dispatchEvent(new CustomEvent("act", { detail: deed, bubbles: true, composed: true }));
