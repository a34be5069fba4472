/** The questions before training: which run will have the lowest loss, and which will write the best text. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { RUN_KEYS, type RunKey } from "../../lab/runs.js";
import { NO_PREDICTION, type Prediction } from "../../lab/state.js";
import { format } from "../../words/number_text.js";
import { problemText } from "../../words/problem_text.js";
import { richText } from "../../words/rich_text.js";
import type { LabWords } from "../../words/words.js";
import { type LabModel, offUnless } from "./lab_model.js";

const QUESTIONS = ["loss", "text"] as const;
type QuestionName = (typeof QUESTIONS)[number];

/** `begin` starts the training. */
export function predictTemplate(model: LabModel, begin: (prediction: Prediction) => void): TemplateResult {
  const { lab, words } = model;
  const { opened, prediction, refusal, openings } = model.state;
  const row = opened?.task.heldOut[0] ?? opened?.task.data[0] ?? [];
  const symbols = row.map((id) => opened?.task.symbols[id] ?? String(id));
  const waiting = refusal && openings.length === 0 ? problemText(words, refusal) : lab.loading;
  return html`<div class="pair">
    ${opened ? shiftTemplate(lab, symbols) : html`<p class="shift" role="status">${waiting}</p>`}
    ${prediction ? predictedTemplate(lab, prediction) : questionsTemplate(model, begin)}
  </div>`;
}

function questionsTemplate(
  { lab, store, view: { chosen } }: LabModel,
  begin: (prediction: Prediction) => void,
): TemplateResult {
  const { predict } = lab;
  const isAnswered = chosen.loss !== undefined && chosen.text !== undefined;
  const send = (event: Event): void => {
    event.preventDefault();
    if (isAnswered) begin(chosen);
  };
  const option = (question: QuestionName, run: RunKey): TemplateResult =>
    html`<label><input type="radio" name=${question} value=${run} .checked=${chosen[question] === run}
      @change=${() => store.show({ chosen: { ...store.state.view.chosen, [question]: run } })} />
    <span>${lab.runs[run]}<small> · ${lab.about[run]}</small></span></label>`;
  return html`<form class="questions" @submit=${send}>
    ${QUESTIONS.map(
      (question) => html`<fieldset><legend>${predict[question]}</legend>
        ${RUN_KEYS.map((run) => option(question, run))}</fieldset>`,
    )}
    <p class="ways"><button class="main" aria-disabled=${offUnless(isAnswered)} aria-describedby="rest">${predict.start}</button>
      <button type="button" class="plain" @click=${() => begin(NO_PREDICTION)}>${predict.skip}</button></p>
    <p class="hint" id="rest">${isAnswered ? nothing : predict.rest}</p>
  </form>`;
}

/** What was predicted; nothing if the questions were skipped. */
function predictedTemplate(
  { predict, runs }: LabWords,
  { loss, text }: Prediction,
): TemplateResult | typeof nothing {
  if (!loss || !text) return nothing;
  return html`<div><h3>${predict.yours}</h3><p>${format(predict.yourLoss, { run: runs[loss] })}<br />
    ${format(predict.yourText, { run: runs[text] })}</p></div>`;
}

const HEIGHT = 44;
const LEFT = 84;
const GAP = 54;
/** The widths of a cell, and of a letter in it. */
const CELL = { least: 62, padding: 22, letter: 9.5, wideLetter: 17 };
/** The picture's width if its cells allow it. */
const WIDTH = LEFT + 6 * CELL.least;
const LEAST_COUNT = 4;
/** The columns whose answer may be pointed out, the preferred ones first; the answer has to be a letter or a word. */
const COLUMNS = [2, 3, 4, 1];

/** Makes a blank visible. */
const visibleSymbol = (symbol: string | undefined): string =>
  symbol === undefined ? "" : symbol.trim() || "␣";

/** The row of input tokens and, shifted by one, the row of tokens to predict; `row` are the symbols of one row of data. */
function shiftTemplate(lab: LabWords, row: readonly string[]): TemplateResult {
  const width = Math.max(CELL.least, ...row.map((symbol) => widthOf(visibleSymbol(symbol))));
  const count = Math.max(LEAST_COUNT, Math.floor((WIDTH - LEFT) / width));
  const shown = row.slice(0, count + 1).map(visibleSymbol);
  const [input, target] = [shown.slice(0, -1), shown.slice(1)];
  const { predict } = lab;
  const isPlain = (text = ""): boolean => /^[\p{L}\p{N}]+$/u.test(text);
  const at =
    COLUMNS.find(
      (column) => isPlain(input[column]) && isPlain(target[column]) && column + 1 < input.length,
    ) ?? 1;
  const [token = "", answer = ""] = [input[at], target[at]];
  const label = format(predict.picture, { input: input.join(" "), target: target.join(" ") });
  const targetTop = HEIGHT + GAP;
  const centre = (column: number): number => LEFT + (column + 0.5) * width;
  return html`<figure class="shift">
    <svg viewBox="0 0 ${LEFT + input.length * width + 4} ${targetTop + HEIGHT + 4}" role="img" aria-label=${label}>
      ${cells(predict.input, input, width, 2, at + 1)} ${cells(predict.target, target, width, targetTop, at)}
      <path class="way" d=${wayOf(centre(at), centre(at + 1), targetTop)} />
      <path class="tip" d="M-5 9 0 0 5 9" transform="translate(${centre(at + 1)} ${HEIGHT + 4}) rotate(14)" />
    </svg>
    <figcaption><p>${predict.shift}</p><p>${richText(format(predict.leak, { token, answer }))}</p></figcaption>
  </figure>`;
}

const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter > "\u1100" ? CELL.wideLetter : CELL.letter), CELL.padding);

/** From the answer below to the same token in the input. */
const wayOf = (from: number, to: number, targetTop: number): string =>
  `M${from} ${targetTop - 2}C${from} ${targetTop - GAP / 2} ${to} ${HEIGHT + GAP / 2} ${to} ${HEIGHT + 8}`;

function cells(
  name: string,
  symbols: readonly string[],
  width: number,
  top: number,
  chosen: number,
): TemplateResult {
  return svg`<text class="name" x="0" y=${top + HEIGHT / 2} dy="5">${name}</text>
    ${symbols.map((symbol, i) => {
      const x = LEFT + i * width;
      return svg`<rect class=${i === chosen ? "chosen" : "cell"} x=${x + 2} y=${top} width=${width - 4} height=${HEIGHT} rx="3" />
        <text class="token" x=${x + width / 2} y=${top + HEIGHT / 2} dy="6">${symbol}</text>`;
    })}` as TemplateResult;
}
