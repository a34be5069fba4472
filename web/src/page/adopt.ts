/** Styles of the page itself, as its content security policy allows them: by script. */
import type { CSSResult } from "lit";

export function adopt({ styleSheet }: CSSResult): void {
  if (styleSheet) document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet];
}
