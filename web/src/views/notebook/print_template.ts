/** What is printed of a program: its code with line numbers and shapes, the step on the stage, what looks wrong, what it printed. */
import { css, html, nothing, type TemplateResult } from "lit";
import type { CellRef } from "../../draw/picture.js";
import { programPicture } from "../../draw/program/program_picture.js";
import { paletteOf, printed } from "../../draw/theme.js";
import { hintText } from "../../notebook/hint_text.js";
import { type NotebookState, stepOnStage } from "../../notebook/state.js";
import type { LineShape } from "../../notebook/steps.js";
import { momentOf } from "../../timeline/playback.js";
import { format } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import type { NotebookWords } from "../../words/words.js";
import { printedSvg } from "../handout/printed_svg.js";
import { cellText } from "./answer_template.js";
import { shapePieces, shapeTemplate } from "./code_marks.js";
import { planIn, titleIn } from "./program_stage.js";

/** A4 and Letter within margins of 15 mm are at least this wide, in CSS pixels. */
const SIZE = { width: 680, height: 440 };
/** A program may print without end; paper gets the end of it. */
const MOST_LINES = 60;

export const printStyles = css`
  .print { display: none; }
  @media print {
    :host([mode="lecture"]) { zoom: 1; }
    .print ~ *, .print button { display: none !important; }
    .print { display: block; font-size: 14px; line-height: 1.45; }
    .print h2 { margin: 6mm 0 1mm; font: 600 16px/1.4 var(--hu-mono); break-after: avoid; overflow-wrap: anywhere; }
    .print h3 { margin: 5mm 0 1mm; font-size: 14px; break-after: avoid; }
    .print p { margin: 1mm 0; }
    .print ol { margin: 0; padding: 0; list-style: none; counter-reset: line; font: 12px/1.5 var(--hu-mono); }
    .print li { counter-increment: line; padding-left: 9mm; text-indent: -9mm; white-space: pre-wrap; overflow-wrap: anywhere; break-inside: avoid; }
    .print li::before { content: counter(line); display: inline-block; width: 7mm; margin-right: 2mm; text-align: right; text-indent: 0; color: var(--hu-muted); }
    .print li small { font-size: 11px; color: var(--hu-muted); }
    .print li.now { font-weight: 600; }
    .print li.now::before { color: var(--hu-ink); }
    .print figure { margin: 0; break-inside: avoid; }
    .print svg { display: block; width: 100%; height: auto; margin: 2mm 0; font-variant-numeric: tabular-nums; }
    .print pre { margin: 0; font: 12px/1.45 var(--hu-mono); white-space: pre-wrap; overflow-wrap: anywhere; }
  }
`;

export function printTemplate(
  state: NotebookState,
  words: NotebookWords,
  lang: string,
  shapes: ReadonlyMap<number, readonly LineShape[]>,
  /** What the step is, and what it does. */
  about: TemplateResult | typeof nothing,
): TemplateResult {
  const { stage } = words;
  const { run, source, latest, playback } = state;
  const step = stepOnStage(state);
  const isCurrent = run?.result === latest;
  const { error, hints = [], stdout = "" } = latest ?? {};
  const output = stdout.trimEnd().split("\n");
  const line = (text: string, i: number): TemplateResult => {
    const made = isCurrent ? shapes.get(i + 1) : undefined;
    return html`<li class=${isCurrent && step?.source.line === i + 1 ? "now" : ""}>${text}${
      made ? html` <small>${shapeTemplate(shapePieces(made))}</small>` : nothing
    }</li>`;
  };
  return html`<div class="print">
    <ol>${source.trimEnd().split("\n").map(line)}</ol>
    ${error ? html`<h3>${format(stage.error, { type: error.type, line: String(error.line), message: error.message })}</h3>` : nothing}
    ${
      run && step
        ? html`<figure><h2>${titleIn(run, step)}</h2>${about}${printedSvg(
            programPicture(
              planIn({ ...state, run, step, asked: state.asked.at(-1) }, paletteOf(printed), SIZE),
              momentOf(playback),
            ),
            { title: titleIn(run, step), desc: "", lang },
          )}</figure>`
        : nothing
    }
    ${hints.length > 0 ? html`<h3>${stage.hints}</h3>` : nothing}
    ${hints.map((hint) => {
      const nameOf = run && run.result === latest ? (cell: CellRef) => cellText(run, cell) : undefined;
      const { title, says } = hintText(words, hint, latest?.trace.steps ?? [], nameOf);
      return html`<p><b>${title}</b> ${richText(says)}</p>`;
    })}
    ${stdout ? html`<h3>${stage.output}</h3>${output.length > MOST_LINES ? html`<p>…</p>` : nothing}<pre>${output.slice(-MOST_LINES).join("\n")}</pre>` : nothing}
  </div>`;
}
