/** The drawing's theme as CSS custom properties, so that ink, paper and axis colours have one owner. */
import { css, unsafeCSS } from "lit";
import { dark, light, type Theme } from "../draw/theme.js";

const properties = (theme: Theme): string =>
  [
    `color-scheme: ${theme.name}`,
    ...(["paper", "ink", "muted", "hairline", "accent", "blank", "negative", "positive"] as const).map(
      (name) => `--hu-${name}: ${theme[name]}`,
    ),
    ...Object.entries(theme.axes).map(([letter, color]) => `--hu-axis-${letter}: ${color}`),
  ].join("; ");

const FONTS = `--hu-sans: system-ui, "Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", "Malgun Gothic", sans-serif;
  --hu-mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace`;

/** For a shadow host (`:host`) or a document (`:root`): the system's theme unless the attribute names one. */
export function themeCss(scope: "host" | "root"): string {
  const at = (condition: string): string => (scope === "host" ? `:host(${condition})` : `:root${condition}`);
  const all = scope === "host" ? ":host" : ":root";
  return `${all} { ${FONTS}; ${properties(light)} }
@media (prefers-color-scheme: dark) { ${at(':not([theme="light"])')} { ${properties(dark)} } }
${at('[theme="dark"]')} { ${properties(dark)} }`;
}

export const hostTheme = css`${unsafeCSS(themeCss("host"))}`;

/** Axis letters wear their colour wherever they stand: \`class="axis-L"\`. */
export const axisColors = css`${unsafeCSS(
  Object.keys(light.axes)
    .map((letter) => `.axis-${letter} { color: var(--hu-axis-${letter}); }`)
    .join("\n"),
)}`;
