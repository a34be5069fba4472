/** The language and the theme that the reader chose, in localStorage. */
import { KeptText } from "../store/kept/kept_text.js";

export const keptLang = new KeptText("lang");
export const keptTheme = new KeptText("theme");
