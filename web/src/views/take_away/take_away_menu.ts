/**
 * The "take away" menu: the figure of the current frame, the numbers, the script, the link, the embed code.
 * The outcome is reported below; text that could not be copied is shown there to be copied by hand.
 */

import { css, html, nothing, type TemplateResult } from "lit";
import { paintOn } from "../../draw/paint/paint.js";
import { FIGURE_RATIO, type FigureWords, svgOf } from "../../draw/paint/svg.js";
import type { Picture } from "../../draw/picture.js";
import { contrastDark, contrastLight, dark, light, type Theme } from "../../draw/theme.js";
import { scriptOf, withoutChanges } from "../../lessons/code.js";
import type { LessonStep } from "../../lessons/lesson.js";
import { changedFields } from "../../lessons/lessons.js";
import { writtenWeights } from "../../module/designed.js";
import { messageOf } from "../../module/errors.js";
import { classScriptOf } from "../../module/py_torch/class_script.js";
import { traceToJson, traceToNpz } from "../../module/trace_files.js";
import type { Trace } from "../../module/types.js";
import type { UserAction } from "../../store/actions.js";
import type { Drafts } from "../../store/drafts.js";
import {
  type ChosenWeights,
  fileWeights,
  mergedSpec,
  type Run,
  weightsOutsideScript,
} from "../../store/lesson_runner.js";
import { format, inSentences } from "../../words/number_text.js";
import { stepSentence, stepTitle } from "../../words/rich_text.js";
import type { WholeWords } from "../../words/words.js";
import { loadAuthoring } from "../authoring/load_authoring.js";
import { saveFile } from "../common/save_file.js";
import type { Motion } from "./animation.js";
import { elementCode, fileElementCode, frameCode, namedWeights } from "./embed_code.js";

/** How much has to be done before the bar moves on. */
const PROGRESS = 0.02;
/** Long enough for the "working" message to be painted. */
const ANNOUNCE_MS = 60;

type Draft = Drafts["takeAway"];

/** What <heads-up> gives of itself. */
export interface TakenFrom {
  /** The chosen theme; empty for the system's. */
  readonly theme: string;
  /** Returns the URL of the current view; undefined if the surrounding page has none. */
  readonly link: (() => string) | undefined;
  /** Returns the URL of the current view for an iframe in another page. */
  readonly frameLink: (() => string) | undefined;
  frame(theme: Theme): Picture | undefined;
  motion(theme: Theme): Motion | undefined;
  /** Prints the whole lesson. */
  printLesson(): void;
}

export interface TakeAwayModel {
  readonly words: WholeWords;
  readonly language: string;
  readonly run: Run;
  readonly step: LessonStep;
  /** The theme of the page. */
  readonly theme: Theme;
  readonly from: TakenFrom;
  readonly draft: Draft;
}

export interface TakeAwayActions {
  dispatch(action: UserAction): void;
  focus(selector: string): void;
}

export function takeAwayMenu(model: TakeAwayModel, actions: TakeAwayActions): TemplateResult {
  const { words, run, draft } = model;
  const { takeAway, controls } = words;
  const { link, frameLink } = model.from;
  const save = (kind: Kind, label: string = kind): TemplateResult =>
    html`<button class=${kind} @click=${() => saveAs(kind, model, actions)}>${label}</button>`;
  const copy = (what: Copied, label: string): TemplateResult =>
    html`<button class="copy-${what}" @click=${() => copyText(what, model, actions)}>${label}</button>`;
  const write = (): void => actions.dispatch({ type: "sheet", sheet: { kind: "class", id: "gaps" } });
  // In a page opened from the disk, the frame's address would be of no use to other pages.
  const canFrame = frameLink && location.protocol !== "file:";
  // A page that carries the lesson file opens it by a link, although the file has no address of its own.
  const linkOpensFile = link === undefined || new URL(link()).searchParams.has("src");
  return html`
    ${line(takeAway.figure, html`${schemes(model, actions)}${FIGURES.map((kind) => save(kind, kind === "png" ? takeAway.png : "SVG"))}`)}
    ${line(takeAway.motion, draft.made === undefined ? save("gif", "GIF") : making(model))}
    ${line(takeAway.handout, html`<button class="handout" @click=${() => model.from.printLesson()}>${takeAway.print}</button>`)}
    ${line(takeAway.numbers, html`${TRACES.map((kind) => save(kind, kind === "json" ? "JSON" : kind))}`)}
    ${line("PyTorch", html`${save("py", ".py")}${copy("script", takeAway.copy)}`)}
    ${line(
      takeAway.classForm,
      html`${save("class", ".py")}${copy("classes", takeAway.copy)}<button class="write" aria-haspopup="dialog"
        @click=${write}>${controls.classForm}</button>`,
    )}
    ${link ? line(takeAway.link, copy("link", takeAway.copy)) : nothing}
    ${line(takeAway.embed, html`${canFrame ? copy("frame", takeAway.copyFrame) : nothing}${copy("element", takeAway.copyElement)}`)}
    ${run.own && run.own.src === undefined ? html`<p class="hint">${takeAway[linkOpensFile ? "elementNumbersOnly" : "numbersOnly"]}</p>` : nothing}
    <p role="status">${draft.message}</p>
    ${draft.left === undefined ? nothing : html`<textarea rows="4" readonly aria-label=${takeAway.byHand} .value=${draft.left}></textarea>`}
  `;
}

const line = (name: string, choices: TemplateResult): TemplateResult =>
  html`<div class="line" role="group" aria-label=${name}>
    <span class="name">${name}</span><div class="choices">${choices}</div>
  </div>`;

/** The animation that is being made; there is one at a time. */
let cancelled = new AbortController();

const making = ({ words, draft }: TakeAwayModel): TemplateResult =>
  html`<progress aria-label=${words.takeAway.motion} .value=${draft.made ?? 0}></progress>
    <button class="cancel" @click=${() => cancelled.abort()}>${words.takeAway.cancel}</button>`;

const change = ({ draft }: TakeAwayModel, { dispatch }: TakeAwayActions, changed: Partial<Draft>): void =>
  dispatch({
    type: "draft",
    change: { takeAway: { scheme: draft.scheme, message: "", left: undefined, made: undefined, ...changed } },
  });

/** The choice of the figure's background, light or dark; the current one comes first. */
function schemes(model: TakeAwayModel, actions: TakeAwayActions): TemplateResult {
  const { controls, takeAway } = model.words;
  const names = { light: controls.themeLight, dark: controls.themeDark } as const;
  const shown = model.theme.scheme;
  return html`<span class="schemes" role="radiogroup" aria-label=${takeAway.scheme}>
    ${[shown, shown === "light" ? ("dark" as const) : ("light" as const)].map(
      (scheme) => html`<label><input type="radio" name="scheme" value=${scheme}
        .checked=${scheme === (model.draft.scheme ?? shown)}
        @change=${() => change(model, actions, { scheme })} />${names[scheme]}</label>`,
    )}
  </span>`;
}

/** The theme of the figure: the chosen background, and high contrast if that is on. */
function figureTheme({ theme, draft }: TakeAwayModel): Theme {
  const scheme = draft.scheme ?? theme.scheme;
  if (scheme === theme.scheme) return theme;
  const [onPaper, onBlack] = theme.name === "contrast" ? [contrastLight, contrastDark] : [light, dark];
  return scheme === "dark" ? onBlack : onPaper;
}

async function saveAs(kind: Kind, model: TakeAwayModel, actions: TakeAwayActions): Promise<void> {
  const { words, run, step } = model;
  const { takeAway } = words;
  const theme = figureTheme(model);
  const file = fileName(kind, run.trace.spec.lesson, step.id, theme);
  const say = (message: string): void => change(model, actions, { message });
  say(format(takeAway.making, { file }));
  await new Promise((resolve) => setTimeout(resolve, ANNOUNCE_MS));
  try {
    saveFile(
      file,
      await (kind === "gif" ? gifFile(model, actions, theme, file) : contentOf(kind, model, theme)),
    );
    const isCode = kind === "py" || kind === "class";
    const left = isCode ? missing(words, weightsOutsideScript(run.weights), run.changes) : "";
    say(inSentences(format(takeAway.saved, { file }), left));
  } catch (error) {
    if (cancelled.signal.aborted) say("");
    else say(format(takeAway.notMade, { file, got: messageOf(error) }));
  }
}

/** Made frame by frame, with what is done shown and a button to stop it. */
async function gifFile(
  model: TakeAwayModel,
  actions: TakeAwayActions,
  theme: Theme,
  file: string,
): Promise<Blob> {
  const motion = model.from.motion(theme);
  if (!motion) throw new Error(model.step.id);
  cancelled = new AbortController();
  const message = format(model.words.takeAway.making, { file });
  let shown = 0;
  const progress = (made: number): void => {
    if (Math.abs(made - shown) < PROGRESS) return;
    shown = made;
    change(model, actions, { message, made });
  };
  change(model, actions, { message, made: 0 });
  const authoring = await loadAuthoring();
  if (!authoring) throw new Error("authoring.js");
  return authoring.animated(motion, progress, cancelled.signal);
}

function contentOf(kind: Exclude<Kind, "gif">, model: TakeAwayModel, theme: Theme): Blob | Promise<Blob> {
  const { words, run, step, language, from } = model;
  if (kind !== "svg" && kind !== "png") return traceFile(kind, run.trace);
  const picture = from.frame(theme);
  if (!picture) throw new Error(step.id);
  if (kind === "png") return pngFile(picture, theme);
  const desc = (["what", "why"] as const).map((key) => stepSentence(words, step, key) ?? "").join(" ");
  const title = `${titleOf(model)} · ${stepTitle(words, step)}`;
  return svgFile(picture, theme, { title, desc: desc.replaceAll("`", ""), lang: language });
}

const titleOf = ({ run: { own, trace }, language, words }: TakeAwayModel): string =>
  own?.title(language) ?? words.lessons[trace.spec.lesson].title;

/** The texts that can be copied, built on request. */
const TEXTS = {
  script: ({ run }: TakeAwayModel): string => scriptOf(run.trace),
  classes: ({ run }: TakeAwayModel): string => classScriptText(run.trace),
  link: ({ from }: TakeAwayModel): string => from.link?.() ?? "",
  frame: (model: TakeAwayModel): string =>
    frameCode(model.from.frameLink?.() ?? "", `${titleOf(model)} · ${model.words.app.name}`),
  element: ({ run, step, language, from }: TakeAwayModel): string => {
    const { spec, trace, own, weights } = run;
    const named = namedWeights(weights);
    const place = { step: step.id, lang: language, theme: from.theme, weights: named };
    const { trained, model } = weights ?? {};
    // The trained model brings its own data, and a file's model its sizes.
    if (named && trained) return elementCode(changedFields(trained.spec, spec), trace.spec, place, true);
    if (named && model) {
      const read = { lesson: spec.lesson, sequences: [model.tokens] };
      return elementCode(read, trace.spec, place, true);
    }
    return own?.src === undefined
      ? elementCode(mergedSpec(spec, own), trace.spec, place)
      : fileElementCode(own.src, spec, place);
  },
};
type Copied = keyof typeof TEXTS;

/** Says that code contains neither these weights nor what was set by hand; empty without either. */
function missing(
  { takeAway }: WholeWords,
  weights: ChosenWeights | undefined,
  changes: Run["changes"] = [],
): string {
  const drawn = weights ? (weights.trained ? takeAway.drawnTrained : takeAway.drawn) : "";
  return `${drawn} ${changes.length > 0 ? takeAway.changes : ""}`.trim();
}

async function copyText(what: Copied, model: TakeAwayModel, actions: TakeAwayActions): Promise<void> {
  const { words, run } = model;
  const { takeAway } = words;
  const text = TEXTS[what](model);
  const isNamed = what === "element" && namedWeights(run.weights) !== undefined;
  // Addresses contain trained weights and changes, and an element's tag the weights that it names; no other code contains them.
  const isAddress = what === "link" || what === "frame";
  const omitted = (isAddress ? fileWeights : weightsOutsideScript)(run.weights);
  const drawn = missing(words, isNamed ? undefined : omitted, isAddress ? [] : run.changes);
  try {
    await navigator.clipboard.writeText(text);
    change(model, actions, { message: inSentences(takeAway.copied[what], drawn) });
  } catch {
    change(model, actions, { message: `${drawn} ${takeAway.notCopied}`.trim(), left: text });
    actions.focus("textarea");
  }
}

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

/** The files that can be saved. */
const FIGURES = ["svg", "png"] as const;
const TRACES = ["json", "npz"] as const;
type Kind = (typeof FIGURES)[number] | (typeof TRACES)[number] | "gif" | "py" | "class";

/** For example heads-up-masked-multi-head-scores.svg or …-class.py; a figure in the dark theme gets -dark. */
function fileName(kind: Kind, lesson: string, step: string, theme: Theme): string {
  const suffix = theme.name === "light" ? "" : `-${theme.name}`;
  const figure = kind === "svg" || kind === "png" || kind === "gif" ? `-${step}${suffix}` : "";
  return `heads-up-${lesson}${figure}${kind === "class" ? "-class.py" : `.${kind}`}`;
}

const svgFile = (picture: Picture, theme: Theme, words: FigureWords): Blob =>
  new Blob([svgOf(picture, theme.paper, words)], { type: "image/svg+xml" });

/** Twice as large as on the screen: for slides and print. Rejects if the browser cannot encode a canvas of that size. */
function pngFile(picture: Picture, theme: Theme): Promise<Blob> {
  const canvas = document.createElement("canvas");
  paintOn(canvas, picture, theme.paper, FIGURE_RATIO);
  return new Promise((done, fail) =>
    canvas.toBlob(
      (file) => (file ? done(file) : fail(new Error(`${canvas.width} × ${canvas.height}`))),
      "image/png",
    ),
  );
}

/** The PyTorch script of a run, as a class. */
const classScriptText = (trace: Trace): string =>
  withoutChanges(classScriptOf(trace.spec, writtenWeights(trace)), trace);

type TextKind = Exclude<Kind, (typeof FIGURES)[number] | "gif">;

const TEXT: Readonly<Record<TextKind, (trace: Trace) => Blob>> = {
  json: (trace) => new Blob([traceToJson(trace)], { type: "application/json" }),
  npz: (trace) => new Blob([traceToNpz(trace)], { type: "application/zip" }),
  py: (trace) => new Blob([scriptOf(trace)], { type: "text/x-python" }),
  class: (trace) => new Blob([classScriptText(trace)], { type: "text/x-python" }),
};

const traceFile = (kind: TextKind, trace: Trace): Blob => TEXT[kind](trace);
