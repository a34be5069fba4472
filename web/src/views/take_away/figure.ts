/** What take-away menus share: a picture as a file, the choice of its background, tags of HTML, and how the menu looks. */
import { css, html, type TemplateResult } from "lit";
import { paintOn } from "../../draw/paint/paint.js";
import { FIGURE_RATIO, type FigureWords, svgOf } from "../../draw/paint/svg.js";
import type { Picture } from "../../draw/picture.js";
import { contrastDark, contrastLight, dark, light, type Theme } from "../../draw/theme.js";
import { escaped } from "../../module/escaped.js";
import type { Words } from "../../words/words.js";

export const FIGURES = ["svg", "png"] as const;
export type FigureKind = (typeof FIGURES)[number];

export const line = (name: string, choices: TemplateResult): TemplateResult =>
  html`<div class="line" role="group" aria-label=${name}>
    <span class="name">${name}</span><div class="choices">${choices}</div>
  </div>`;

/** The choice of the figure's background, light or dark; the one of the page comes first. */
export function schemes(
  { controls }: Pick<Words, "controls">,
  label: string,
  shown: Theme["scheme"],
  chosen: Theme["scheme"] | undefined,
  choose: (scheme: Theme["scheme"]) => void,
): TemplateResult {
  const names = { light: controls.themeLight, dark: controls.themeDark } as const;
  return html`<span class="schemes" role="radiogroup" aria-label=${label}>
    ${[shown, shown === "light" ? ("dark" as const) : ("light" as const)].map(
      (scheme) => html`<label><input type="radio" name="scheme" value=${scheme}
        .checked=${scheme === (chosen ?? shown)}
        @change=${() => choose(scheme)} />${names[scheme]}</label>`,
    )}
  </span>`;
}

/** The theme of the figure: the chosen background, and high contrast if that is on. */
export function figureTheme(theme: Theme, scheme = theme.scheme): Theme {
  if (scheme === theme.scheme) return theme;
  const [onPaper, onBlack] = theme.name === "contrast" ? [contrastLight, contrastDark] : [light, dark];
  return scheme === "dark" ? onBlack : onPaper;
}

/** What a figure's file has after its name: another theme than the light one. */
export const themeSuffix = ({ name }: Theme): string => (name === "light" ? "" : `-${name}`);

export const figureFile = (
  kind: FigureKind,
  picture: Picture,
  { paper }: Theme,
  words: FigureWords,
): Blob | Promise<Blob> =>
  kind === "png"
    ? pngFile(picture, paper)
    : new Blob([svgOf(picture, paper, words)], { type: "image/svg+xml" });

/** Twice as large as on the screen: for slides and print. Rejects if the browser cannot encode a canvas of that size. */
function pngFile(picture: Picture, paper: string): Promise<Blob> {
  const canvas = document.createElement("canvas");
  paintOn(canvas, picture, paper, FIGURE_RATIO);
  return new Promise((done, fail) =>
    canvas.toBlob(
      (file) => (file ? done(file) : fail(new Error(`${canvas.width} × ${canvas.height}`))),
      "image/png",
    ),
  );
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

/** A tag of HTML with its end, and the text in it. */
export function tag(name: string, attributes: Attributes, text = ""): string {
  const texts = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined || value === "" ? [] : [` ${key}="${escaped(String(value))}"`],
  );
  return `<${name}${texts.join("")}>${text}</${name}>`;
}

export const frameCode = (src: string, title: string): string =>
  tag("iframe", { src, title, width: "100%", height: 760, loading: "lazy", allow: "clipboard-write" });

export const menuStyles = [
  css`
    .panel { width: min(400px, calc(100vw - 16px)); font-size: 13px; }
    .line { display: grid; grid-template-columns: 76px 1fr; align-items: center; padding: 4px 0; }
    .line + .line { border-top: 1px solid var(--hu-hairline); }
    .name { color: var(--hu-muted); }
    .choices { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; }
    .choices button { border: 1px solid var(--hu-muted); min-height: 32px; padding: 0 10px; }
    label { display: inline-flex; align-items: center; gap: 6px; min-height: 32px; cursor: pointer; }
    input { accent-color: var(--hu-accent); width: 16px; height: 16px; margin: 0; }
    .schemes { display: flex; gap: 14px; margin-right: auto; }
    progress { flex: 1; min-width: 60px; accent-color: var(--hu-accent); }
    .hint { margin: 6px 0 0; color: var(--hu-muted); }
    [role="status"] { margin: 6px 0 0; min-height: 1.5em; color: var(--hu-accent); overflow-wrap: anywhere; }
    textarea { width: 100%; font: 13px/1.5 var(--hu-mono); background: var(--hu-paper); border: 1px solid var(--hu-muted); }
    @container heads-up (max-width: 519px) {
      .choices button, label { min-height: 44px; }
      .line { grid-template-columns: 64px 1fr; }
    }
  `,
];
