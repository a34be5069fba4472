/** What the take-away menus of lessons and of programs share: saving, copying, what is said of it, pictures as files, and the look. */
import { css, html, nothing, type TemplateResult } from "lit";
import { paintOn } from "../../draw/paint/paint.js";
import { FIGURE_RATIO, type FigureWords, svgOf } from "../../draw/paint/svg.js";
import type { Picture } from "../../draw/picture.js";
import { contrastDark, contrastLight, dark, light, type Theme } from "../../draw/theme.js";
import { messageOf } from "../../module/errors.js";
import { escaped } from "../../module/escaped.js";
import type { Drafts } from "../../store/drafts.js";
import { format, inSentences } from "../../words/number_text.js";
import type { NotebookWords, Words } from "../../words/words.js";
import { saveFile } from "../common/save_file.js";
import type { Motion } from "./animation.js";

/** What was chosen in a menu, and what became of the last request. */
export type Taking = Drafts["takeAway"];

export interface Menu {
  readonly words: NotebookWords["takeAway"];
  readonly taking: Taking;
  /** Keeps the chosen background; what is not told otherwise is over. */
  tell(change: Partial<Taking>): void;
}

/** The state of a menu after a change that is told. */
export const told = ({ scheme }: Taking, change: Partial<Taking>): Taking => ({
  ...{ scheme, message: "", left: undefined, made: undefined, ...change },
});

const FIGURES = ["svg", "png", "gif"] as const;
export type FigureKind = (typeof FIGURES)[number];

/** Long enough for the "working" message to be painted. */
const ANNOUNCE_MS = 60;
/** How much has to be done before the bar moves on. */
const PROGRESS = 0.02;

/** The file that is being made; there is one at a time. */
let cancelled = new AbortController();

/** Saves what `make` returns, and says so, with the sentence `left` about what is not in it. */
export async function save(
  { words, tell }: Menu,
  file: string,
  make: () => Blob | Promise<Blob>,
  left = "",
): Promise<void> {
  cancelled = new AbortController();
  tell({ message: format(words.making, { file }) });
  await new Promise((resolve) => setTimeout(resolve, ANNOUNCE_MS));
  try {
    saveFile(file, await make());
    tell({ message: inSentences(format(words.saved, { file }), left) });
  } catch (error) {
    tell({ message: cancelled.signal.aborted ? "" : format(words.notMade, { file, got: messageOf(error) }) });
  }
}

/** Returns whether the text was copied; if not, it is shown to be copied by hand. */
export async function copy({ words, tell }: Menu, text: string, done: string, left = ""): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    tell({ message: inSentences(done, left) });
    return true;
  } catch {
    tell({ message: `${left} ${words.notCopied}`.trim(), left: text });
    return false;
  }
}

/** Made frame by frame, with what is done shown and a button to stop it. */
async function gifFile({ words, tell }: Menu, motion: Motion, file: string): Promise<Blob> {
  const message = format(words.making, { file });
  let shown = 0;
  const progress = (made: number): void => {
    if (Math.abs(made - shown) < PROGRESS) return;
    shown = made;
    tell({ message, made });
  };
  tell({ message, made: 0 });
  const { animated } = await import("./animation.js");
  return animated(motion, progress, cancelled.signal);
}

/** The figure of the frame, with the choice of its background, and the step in motion. */
export const figureLines = (
  { words, taking, tell }: Menu,
  { controls }: Pick<Words, "controls">,
  shown: Theme["scheme"],
  take: (kind: FigureKind) => unknown,
): TemplateResult => {
  const button = (kind: FigureKind, label: string): TemplateResult =>
    html`<button class=${kind} @click=${() => void take(kind)}>${label}</button>`;
  const background = schemes(controls, words.scheme, shown, taking.scheme, (scheme) => tell({ scheme }));
  return html`
    ${line(words.figure, html`${background}${button("svg", "SVG")}${button("png", words.png)}`)}
    ${line(
      words.motion,
      taking.made === undefined
        ? button("gif", "GIF")
        : html`<progress aria-label=${words.motion} .value=${taking.made}></progress>
          <button class="cancel" @click=${() => cancelled.abort()}>${words.cancel}</button>`,
    )}`;
};

/** What became of the last request; `message` in its place. */
export const outcome = ({ words, taking: { message, left } }: Menu, instead = message): TemplateResult =>
  html`<p role="status">${instead}</p>
    ${left === undefined ? nothing : html`<textarea rows="4" readonly aria-label=${words.byHand} .value=${left} @focus=${selectAll}></textarea>`}`;

const selectAll = ({ target }: Event): void => (target as HTMLTextAreaElement).select();

export const isFigure = (kind: string): kind is FigureKind => FIGURES.some((figure) => figure === kind);

export const line = (name: string, choices: TemplateResult): TemplateResult =>
  html`<div class="line" role="group" aria-label=${name}>
    <span class="name">${name}</span><div class="choices">${choices}</div>
  </div>`;

/** The choice of the figure's background, light or dark; the one of the page comes first. */
function schemes(
  controls: Words["controls"],
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

/** What is drawn: its picture now, and how it moves. */
interface Drawn {
  frame(): Picture | undefined;
  motion(): Motion | undefined;
}

export function figureFile(
  menu: Menu,
  kind: FigureKind,
  file: string,
  { frame, motion }: Drawn,
  { paper }: Theme,
  words: FigureWords,
): Blob | Promise<Blob> {
  const drawn = kind === "gif" ? motion() : frame();
  if (!drawn) throw new Error(words.title);
  if ("at" in drawn) return gifFile(menu, drawn, file);
  return kind === "png"
    ? pngFile(drawn, paper)
    : new Blob([svgOf(drawn, paper, words)], { type: "image/svg+xml" });
}

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
