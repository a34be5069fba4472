/** Adds styles to the page by script, which its content security policy allows. */
import type { CSSResult } from "lit";

export function adopt({ styleSheet }: CSSResult): void {
  if (styleSheet) document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleSheet];
}
