/** The strip: a group for each line of the code, with a small true picture of what it makes. */
import { html, nothing, type TemplateResult } from "lit";
import type { Picture } from "../../draw/picture.js";
import { thumbnailOf } from "../../draw/program/thumbnail.js";
import type { Palette } from "../../draw/theme.js";
import type { ProgramStep } from "../../module/python/types.js";
import type { NotebookState } from "../../notebook/state.js";
import { byLine, type LineOfSteps } from "../../notebook/steps.js";
import { format } from "../../words/number_text.js";
import type { NotebookWords } from "../../words/words.js";
import { painted } from "../common/canvas.js";
import { titleIn } from "./program_stage.js";

const SMALL = { width: 44, height: 26 };
/** Groups on each side of the current one, and steps in it: a training loop has thousands. */
const MOST_LINES = 40;
const MOST_STEPS = 60;

const newPictures = () => new WeakMap<object, Picture>();

function pictureOf(step: ProgramStep, theme: Palette): Picture {
  const pictures = theme.cache?.get(newPictures);
  const picture = pictures?.get(step.data) ?? thumbnailOf(step, theme, SMALL);
  pictures?.set(step.data, picture);
  return picture;
}

export function linesTemplate(
  { run, playback }: NotebookState,
  words: NotebookWords,
  theme: Palette,
  go: (index: number) => void,
): TemplateResult | typeof nothing {
  if (!run) return nothing;
  const lines = byLine(run.steps);
  const current = lines.findLastIndex(({ first }) => first <= playback.index);
  const from = Math.max(0, Math.min(current - MOST_LINES / 2, lines.length - MOST_LINES));
  const step = (one: ProgramStep, index: number): TemplateResult => {
    const title = titleIn(run, one);
    const label = format(words.stage.stepLabel, { line: String(one.source.line), title });
    return html`<li><button aria-current=${index === playback.index ? "step" : nothing} aria-label=${label} title=${label}
        @click=${() => go(index)}>
      <canvas aria-hidden="true" ${painted(pictureOf(one, theme), theme.paper)}></canvas><span>${title}</span>
    </button></li>`;
  };
  /** The line that is shown is open; of another one there is the last step, which is what it comes to. */
  const group = (line: LineOfSteps, isNow: boolean): TemplateResult => {
    const { first, steps } = line;
    const last = steps.length - 1;
    const start = Math.max(0, Math.min(playback.index - first - MOST_STEPS / 2, steps.length - MOST_STEPS));
    const shown = isNow ? steps.slice(start, start + MOST_STEPS) : steps.slice(last);
    const offset = first + (isNow ? start : last);
    const count = steps.length > 1 ? ` · ${steps.length}` : "";
    return html`<div class="line ${isNow ? "now" : ""}">
      <small>${format(words.stage.line, { line: String(line.line) })}${count}</small>
      <ol>${shown.map((one, i) => step(one, offset + i))}</ol>
    </div>`;
  };
  return html`<nav class="lines" aria-label=${words.stage.lines}>
    ${lines.slice(from, from + MOST_LINES).map((line, i) => group(line, from + i === current))}
  </nav>`;
}
