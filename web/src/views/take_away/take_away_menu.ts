/**
 * The "take away" menu: the figure of the current frame, the numbers, the script, the link, the embed code.
 * The outcome is reported below; text that could not be copied is shown there to be copied by hand.
 */

import { html, nothing, type TemplateResult } from "lit";
import type { Picture } from "../../draw/picture.js";
import type { Theme } from "../../draw/theme.js";
import { scriptOf, withoutChanges } from "../../lessons/code.js";
import type { LessonStep } from "../../lessons/lesson.js";
import { changedFields } from "../../lessons/lessons.js";
import { writtenWeights } from "../../module/designed.js";
import { classScriptOf } from "../../module/py_torch/class_script.js";
import { traceToJson, traceToNpz } from "../../module/trace_files.js";
import type { Trace } from "../../module/types.js";
import type { UserAction } from "../../store/actions.js";
import {
  type ChosenWeights,
  fileWeights,
  mergedSpec,
  type Run,
  weightsOutsideScript,
} from "../../store/lesson_runner.js";
import { stepSentence, stepTitle } from "../../words/rich_text.js";
import type { WholeWords } from "../../words/words.js";
import type { Motion } from "./animation.js";
import { elementCode, fileElementCode, namedWeights } from "./embed_code.js";
import {
  copy,
  type FigureKind,
  figureFile,
  figureLines,
  figureTheme,
  frameCode,
  isFigure,
  line,
  type Menu,
  outcome,
  save,
  type Taking,
  themeSuffix,
  told,
} from "./figure.js";

export { menuStyles } from "./figure.js";

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
  readonly draft: Taking;
}

export interface TakeAwayActions {
  dispatch(action: UserAction): void;
  focus(selector: string): void;
}

const menuOf = ({ words, draft }: TakeAwayModel, { dispatch }: TakeAwayActions): Menu => ({
  words: words.takeAway,
  taking: draft,
  tell: (change) => dispatch({ type: "draft", change: { takeAway: told(draft, change) } }),
});

export function takeAwayMenu(model: TakeAwayModel, actions: TakeAwayActions): TemplateResult {
  const { words, run } = model;
  const { takeAway, controls } = words;
  const { link, frameLink } = model.from;
  const menu = menuOf(model, actions);
  const saved = (kind: Kind, label: string = kind): TemplateResult =>
    html`<button class=${kind} @click=${() => saveAs(kind, model, menu)}>${label}</button>`;
  const copied = (what: Copied, label: string): TemplateResult =>
    html`<button class="copy-${what}" @click=${() => copyText(what, model, actions)}>${label}</button>`;
  const write = (): void => actions.dispatch({ type: "sheet", sheet: { kind: "class", id: "gaps" } });
  // In a page opened from the disk, the frame's address would be of no use to other pages.
  const canFrame = frameLink && location.protocol !== "file:";
  // A page that carries the lesson file opens it by a link, although the file has no address of its own.
  const linkOpensFile = link === undefined || new URL(link()).searchParams.has("src");
  return html`
    ${figureLines(menu, words, model.theme.scheme, (kind) => saveAs(kind, model, menu))}
    ${line(takeAway.handout, html`<button class="handout" @click=${() => model.from.printLesson()}>${takeAway.print}</button>`)}
    ${line(takeAway.numbers, html`${TRACES.map((kind) => saved(kind, kind === "json" ? "JSON" : kind))}`)}
    ${line("PyTorch", html`${saved("py", ".py")}${copied("script", takeAway.copy)}`)}
    ${line(
      takeAway.classForm,
      html`${saved("class", ".py")}${copied("classes", takeAway.copy)}<button class="write" aria-haspopup="dialog"
        @click=${write}>${controls.classForm}</button>`,
    )}
    ${link ? line(takeAway.link, copied("link", takeAway.copy)) : nothing}
    ${line(takeAway.embed, html`${canFrame ? copied("frame", takeAway.copyFrame) : nothing}${copied("element", takeAway.copyElement)}`)}
    ${run.own && run.own.src === undefined ? html`<p class="hint">${takeAway[linkOpensFile ? "elementNumbersOnly" : "numbersOnly"]}</p>` : nothing}
    ${outcome(menu)}
  `;
}

function saveAs(kind: Kind, model: TakeAwayModel, menu: Menu): Promise<void> {
  const { words, run, step } = model;
  const theme = figureTheme(model.theme, model.draft.scheme);
  const file = fileName(kind, run.trace.spec.lesson, step.id, theme);
  const isCode = kind === "py" || kind === "class";
  const left = isCode ? missing(words, weightsOutsideScript(run.weights), run.changes) : "";
  const make = () => (isFigure(kind) ? figureOf(kind, model, menu, theme, file) : TEXT[kind](run.trace));
  return save(menu, file, make, left);
}

function figureOf(kind: FigureKind, model: TakeAwayModel, menu: Menu, theme: Theme, file: string) {
  const { words, step, language, from } = model;
  const desc = (["what", "why"] as const).map((key) => stepSentence(words, step, key) ?? "").join(" ");
  const title = `${titleOf(model)} · ${stepTitle(words, step)}`;
  const drawn = { frame: () => from.frame(theme), motion: () => from.motion(theme) };
  return figureFile(menu, kind, file, drawn, theme, {
    title,
    desc: desc.replaceAll("`", ""),
    lang: language,
  });
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
  if (!(await copy(menuOf(model, actions), text, takeAway.copied[what], drawn))) actions.focus("textarea");
}

/** The files that can be saved. */
const TRACES = ["json", "npz"] as const;
type Kind = FigureKind | (typeof TRACES)[number] | "py" | "class";

/** For example heads-up-masked-multi-head-scores.svg or …-class.py; a figure in the dark theme gets -dark. */
function fileName(kind: Kind, lesson: string, step: string, theme: Theme): string {
  const figure = isFigure(kind) ? `-${step}${themeSuffix(theme)}` : "";
  return `heads-up-${lesson}${figure}${kind === "class" ? "-class.py" : `.${kind}`}`;
}

/** The PyTorch script of a run, as a class. */
const classScriptText = (trace: Trace): string =>
  withoutChanges(classScriptOf(trace.spec, writtenWeights(trace)), trace);

const TEXT: Readonly<Record<Exclude<Kind, FigureKind>, (trace: Trace) => Blob>> = {
  json: (trace) => new Blob([traceToJson(trace)], { type: "application/json" }),
  npz: (trace) => new Blob([traceToNpz(trace)], { type: "application/zip" }),
  py: (trace) => new Blob([scriptOf(trace)], { type: "text/x-python" }),
  class: (trace) => new Blob([classScriptText(trace)], { type: "text/x-python" }),
};
