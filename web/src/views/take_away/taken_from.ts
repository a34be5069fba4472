/** The input of the "take away" menu. */
import type { Picture } from "../../draw/picture.js";
import type { Theme } from "../../draw/theme.js";
import type { Run } from "../../store/lesson_runner.js";
import type { ViewState } from "../../store/selectors.js";

export interface TakenFrom {
  readonly store: { readonly state: { readonly run: Run | undefined } };
  readonly view: ViewState;
  /** The chosen theme; empty for the system's. */
  readonly theme: string;
  /** Returns the URL of the current view; undefined if the surrounding page has none. */
  readonly link: (() => string) | undefined;
  /** Returns the URL of the current view for an iframe in another page. */
  readonly frameLink: (() => string) | undefined;
  frame(theme: Theme): Picture | undefined;
}
