/** The icons of the header; each button also has a label. */
import { html, nothing, type TemplateResult } from "lit";
import type { ThemeName } from "../draw/theme.js";

/** An empty disc is the light theme, a full one dark, a half one the system's; a ring around it is high contrast. */
export const themeIcon = (
  theme: ThemeName | undefined,
): TemplateResult => html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <circle cx="10" cy="10" r=${theme === "contrast" ? 4 : 7} fill=${theme === "dark" || theme === "contrast" ? "currentColor" : "none"}
    stroke="currentColor" stroke-width="1.5"></circle>
  ${theme === undefined ? html`<svg><path d="M10 3a7 7 0 0 1 0 14z" fill="currentColor"></path></svg>` : nothing}
  ${
    theme === "contrast"
      ? html`<svg><circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" stroke-width="2"></circle></svg>`
      : nothing
  }
</svg>`;

export const linkIcon = html`<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor"
  stroke-width="1.6">
  <path d="M8.5 11.5l3-3M9 6l2-2a3.5 3.5 0 0 1 5 5l-2 2M11 14l-2 2a3.5 3.5 0 0 1-5-5l2-2"></path>
</svg>`;

/** A graph: one tensor that leads to two, and these to one. */
export const mapIcon = html`<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor"
  stroke-width="1.6">
  <path d="M1.5 8h4v4h-4zM8 2.5h4v4H8zM8 13.5h4v4H8zM14.5 8h4v4h-4zM5.5 9 8 6M5.5 11 8 14M12 6l2.5 3M12 14l2.5-3"></path>
</svg>`;

/** A projection screen on its stand. */
export const lectureIcon = html`<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor"
  stroke-width="1.6">
  <path d="M2 3.5h16M3.5 3.5v9h13v-9M10 12.5v2M6.5 17.5l3.5-3 3.5 3"></path>
</svg>`;
