/** What the templates of the lab show, and how they change it. */
import type { LabStore } from "../../lab/lab_store.js";
import type { LabState, View } from "../../lab/state.js";
import type { LabWords, PageWords } from "../../words/words.js";

export interface LabModel {
  readonly words: PageWords;
  readonly lab: LabWords;
  readonly lang: string;
  readonly store: LabStore;
  /** The state that is drawn. While the models train, it may be some frames older than the store's. */
  readonly state: LabState;
  readonly view: View;
  /** Focuses the first element that matches, once the latest change is on the page. */
  readonly focus: (place: string) => void;
}

/** A button that is off keeps the focus, which a disabled one would lose. */
export const offUnless = (isOn: boolean): "true" | "false" => (isOn ? "false" : "true");
