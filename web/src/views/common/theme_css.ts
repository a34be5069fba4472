/** The drawing's theme as CSS custom properties, so that ink, paper and axis colours have one owner. */
import { css, unsafeCSS } from "lit";
import { contrastDark, contrastLight, dark, light, printed, type Theme } from "../../draw/theme.js";

const INKS = ["paper", "ink", "muted", "hairline", "accent", "blank", "negative", "positive"] as const;

const properties = (theme: Theme): string =>
  [
    `color-scheme: ${theme.scheme}`,
    ...INKS.map((name) => `--hu-${name}: ${theme[name]}`),
    ...Object.entries(theme.axes).map(([letter, color]) => `--hu-axis-${letter}: ${color}`),
  ].join("; ");

/** With forced colours the chrome uses the system's colours; only the canvas keeps its own. */
const FORCED = `--hu-paper: Canvas; --hu-ink: CanvasText; --hu-muted: CanvasText; --hu-hairline: CanvasText;
  --hu-accent: Highlight; --hu-blank: Canvas; --hu-negative: CanvasText; --hu-positive: CanvasText`;

const FONTS = `--hu-sans: system-ui, "Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", "Malgun Gothic", sans-serif;
  --hu-mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace`;

/** The rules for a shadow host (`:host`) or a document (`:root`): the system's theme, unless the attribute names another. */
export function themeCss(scope: "host" | "root"): string {
  const at = (condition: string): string => (scope === "host" ? `:host(${condition})` : `:root${condition}`);
  const all = scope === "host" ? ":host" : ":root";
  const unnamed = ':not([theme="light"], [theme="dark"])';
  const rule = (theme: Theme, condition: string): string => `${at(condition)} { ${properties(theme)} }`;
  return `${all} { ${FONTS}; ${properties(light)} }
@media (prefers-color-scheme: dark) { ${rule(dark, ':not([theme="light"])')} }
${rule(dark, '[theme="dark"]')}
${rule(contrastLight, '[theme="contrast"]')}
@media (prefers-contrast: more) { ${rule(contrastLight, unnamed)} }
@media (prefers-color-scheme: dark) {
  ${rule(contrastDark, '[theme="contrast"]')}
  @media (prefers-contrast: more) { ${rule(contrastDark, unnamed)} }
}
@media (forced-colors: active) { ${at(":not(#none)")} { ${FORCED} } }
@media print { ${at(":not(#none)")} { ${properties(printed)} } }`;
}

export const hostTheme = css`${unsafeCSS(themeCss("host"))}`;

/** Axis letters have the same colour everywhere: \`class="axis-L"\`. */
export const axisColors = css`${unsafeCSS(
  Object.keys(light.axes)
    .map((letter) => `.axis-${letter} { color: var(--hu-axis-${letter}); }`)
    .join("\n"),
)}`;

/** The tip beside an axis letter, which says what the letter counts. */
export const axisTip = css`
  b { font-family: var(--hu-mono); }
  .tip {
    position: absolute;
    z-index: 5;
    padding: 2px 10px;
    color: var(--hu-ink);
    background: var(--hu-paper);
    border: 1px solid var(--hu-ink);
    border-radius: 4px;
    white-space: nowrap;
  }
`;
