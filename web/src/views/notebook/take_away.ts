/** What the reader can take away: the program, a link to it, the picture of its step, and the step's numbers. */
import { html, type TemplateResult } from "lit";
import type { FigureWords } from "../../draw/paint/svg.js";
import type { Theme } from "../../draw/theme.js";
import { messageOf } from "../../module/errors.js";
import type { ProgramStep } from "../../module/python/types.js";
import { notebookOf } from "../../notebook/files.js";
import { csvOf, jsonOf, torchOf } from "../../notebook/step_files.js";
import { format } from "../../words/number_text.js";
import type { NotebookWords, Words } from "../../words/words.js";
import { saveFile } from "../common/save_file.js";
import type { Motion } from "../take_away/animation.js";
import {
  FIGURES,
  type FigureKind,
  figureFile,
  figureTheme,
  line,
  schemes,
  themeSuffix,
} from "../take_away/figure.js";

/** The step on the stage, and how it is drawn in any theme. */
export interface TakenStep {
  readonly step: ProgramStep;
  /** The theme of the page, and the moment that is shown. */
  readonly theme: Theme;
  readonly t: number;
  readonly words: FigureWords;
  motion(theme: Theme): Motion | undefined;
}

export interface TakeAwayModel {
  readonly words: Words;
  readonly notebook: NotebookWords;
  /** By which files are saved. */
  readonly name: string;
  readonly source: string;
  /** Undefined while nothing is on the stage. */
  readonly taken: TakenStep | undefined;
  readonly scheme: Theme["scheme"] | undefined;
  /** How much of an animation is made. */
  readonly made: number | undefined;
}

export interface TakeAwayActions {
  /** Says what was done; text that could not be copied is shown to be copied by hand. */
  say(message: string, left?: string): void;
  choose(scheme: Theme["scheme"]): void;
  progress(made: number | undefined): void;
  copyLink(): void;
  copyFrame(): void;
  copyElement(): void;
}

export function takeAwayMenu(model: TakeAwayModel, actions: TakeAwayActions): TemplateResult {
  const { words, notebook, name, source, taken, made } = model;
  const { files, takeAway } = notebook;
  const button = (label: string, act: () => unknown): TemplateResult =>
    html`<button @click=${() => void act()}>${label}</button>`;
  const program = html`${button(files.savePy, () => save(`${name}.py`, source, "text/x-python", model, actions))}
    ${button(files.saveNotebook, () => save(`${name}.ipynb`, notebookOf(source), "application/x-ipynb+json", model, actions))}`;
  const ofStep = (one: TakenStep): TemplateResult => {
    const figure = (kind: FigureKind | "gif") => () => saveFigure(kind, one, model, actions);
    const { step } = one;
    const numbers = (kind: string, text: () => string, type: string) => () =>
      save(fileName(model, step, kind), text(), type, model, actions);
    return html`${line(
      takeAway.figure,
      html`${schemes(words, takeAway.scheme, one.theme.scheme, model.scheme, actions.choose)}
        ${FIGURES.map((kind) => button(kind === "png" ? takeAway.png : "SVG", figure(kind)))}`,
    )}
    ${line(takeAway.motion, made === undefined ? button("GIF", figure("gif")) : making(takeAway, made))}
    ${line(
      takeAway.numbers,
      html`${button("torch.tensor", () => copy(torchOf(step), files.copiedNumbers, model, actions))}
        ${button(
          "CSV",
          numbers("csv", () => csvOf(step), "text/csv"),
        )}
        ${button(
          "JSON",
          numbers("json", () => jsonOf(step), "application/json"),
        )}`,
    )}`;
  };
  return html`${line(files.program, program)}
    ${line(takeAway.link, button(files.link, actions.copyLink))}
    ${line(takeAway.embed, html`${button(takeAway.copyFrame, actions.copyFrame)}${button(takeAway.copyElement, actions.copyElement)}`)}
    ${line(
      files.paper,
      button(files.print, () => print()),
    )}
    ${taken ? ofStep(taken) : ""}`;
}

/** The animation that is being made; there is one at a time. */
let cancelled = new AbortController();

const making = (words: NotebookWords["takeAway"], made: number): TemplateResult =>
  html`<progress aria-label=${words.motion} .value=${made}></progress>
    <button @click=${() => cancelled.abort()}>${words.cancel}</button>`;

/** For example attention-scores.csv; a step that the program gives no name has that of its operation. */
const fileName = ({ name }: TakeAwayModel, step: ProgramStep, ending: string): string =>
  `${name}-${step.name.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/-$/, "")}.${ending}`;

function save(
  file: string,
  text: string,
  type: string,
  { notebook }: TakeAwayModel,
  { say }: TakeAwayActions,
): void {
  saveFile(file, new Blob([text], { type }));
  say(format(notebook.takeAway.saved, { file }));
}

export async function copy(
  text: string,
  done: string,
  { notebook }: Pick<TakeAwayModel, "notebook">,
  { say }: Pick<TakeAwayActions, "say">,
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say(notebook.takeAway.notCopied, text);
  }
}

async function saveFigure(
  kind: FigureKind | "gif",
  taken: TakenStep,
  model: TakeAwayModel,
  { say, progress }: TakeAwayActions,
): Promise<void> {
  const { takeAway } = model.notebook;
  const theme = figureTheme(taken.theme, model.scheme);
  const motion = taken.motion(theme);
  if (!motion) return;
  const file = fileName(model, taken.step, `${kind}`).replace(/(?=\.\w+$)/, themeSuffix(theme));
  try {
    if (kind !== "gif") saveFile(file, await figureFile(kind, motion.at(taken.t), theme, taken.words));
    else {
      say(format(takeAway.making, { file }));
      cancelled = new AbortController();
      progress(0);
      const { animated } = await import("../take_away/animation.js");
      saveFile(file, await animated(motion, progress, cancelled.signal));
    }
    say(format(takeAway.saved, { file }));
  } catch (error) {
    say(cancelled.signal.aborted ? "" : format(takeAway.notMade, { file, got: messageOf(error) }));
  }
  progress(undefined);
}
