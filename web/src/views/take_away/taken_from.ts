/** What can be taken away. */
import type { Picture } from "../../draw/picture.js";
import type { Theme } from "../../draw/theme.js";
import type { Run } from "../../store/lesson_runner.js";
import type { ViewState } from "../../store/selectors.js";

/** What is shown, as far as it can be taken away. */
export interface TakenFrom {
  readonly store: { readonly state: { readonly run: Run | undefined } };
  readonly view: ViewState;
  /** The theme that was chosen; empty where the system decides. */
  readonly theme: string;
  /** The address of what is shown, if the surrounding page has one. */
  readonly link: (() => string) | undefined;
  /** The address of the same for a frame in another page. */
  readonly frameLink: (() => string) | undefined;
  frame(theme: Theme): Picture | undefined;
}
