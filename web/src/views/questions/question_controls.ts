/** The controls that answer a question: a field, choices, cells in a row, or a mask to paint. */
import { html, nothing, type TemplateResult } from "lit";
import type { TokenName } from "../../draw/tensor_view.js";
import type {
  Answer,
  CellQuestion,
  ChoiceQuestion,
  MaskQuestion,
  Question,
  TokenAxis,
} from "../../lessons/questions/question.js";
import { fill } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import type { MaskPaintElement, Painted } from "./mask_paint_element.js";
import { optionText, type QuestionWords } from "./question_words.js";

export interface ControlModel {
  readonly words: QuestionWords;
  readonly question: Question;
  /** What the stage calls the tokens of an axis. */
  namesOf?(axis: TokenAxis): readonly TokenName[] | undefined;
  readonly answer: Answer | undefined;
  /** The cells of a mask that the last check found wrong. */
  readonly wrong: MaskPaintElement["wrong"];
  /** The question is answered or its answer shown: no more input. */
  readonly settled: boolean;
  give(answer: Answer): void;
}

/** The initial, empty answer of a question. */
export const emptyAnswer = (question: Question): Answer | undefined =>
  question.kind === "mask" ? question.answer.map((row) => row.map(() => true)) : undefined;

/** The right answer in the form a reader would enter it. */
export const rightAnswer = (question: Question): Answer =>
  question.kind === "shape"
    ? `(${question.answer.join(", ")})`
    : question.kind === "number"
      ? String(question.answer)
      : question.answer;

export function controlTemplate(model: ControlModel): TemplateResult {
  const { question } = model;
  switch (question.kind) {
    case "shape":
    case "number":
      return field(model);
    case "choice":
      return choices(model, question);
    case "cell":
      return cells(model, question);
    case "mask":
      return mask(model, question);
  }
}

function field({ words, question, answer, give }: ControlModel): TemplateResult {
  const isShape = question.kind === "shape";
  const tolerance = question.kind === "number" ? question.tolerance : 0;
  return html`<label class="field">${isShape ? words.yourShape : words.yourNumber}
      <input id="answer" autocomplete="off" spellcheck="false" autocapitalize="off" .value=${String(answer ?? "")}
        aria-describedby="hint" @input=${(event: Event) => give((event.target as HTMLInputElement).value)} /></label>
    <p id="hint" class="hint">${richText(isShape ? words.shapeHint : words.numberHint)}
      ${tolerance > 0 ? fill(words.tolerance, { tolerance }) : nothing}</p>`;
}

const radio = ({ answer, give }: ControlModel, at: number): TemplateResult =>
  html`<input type="radio" name="answer" .checked=${answer === at} @change=${() => give(at)} />`;

const choices = (model: ControlModel, { options, answer }: ChoiceQuestion): TemplateResult =>
  html`<div class="choices" role="radiogroup" aria-label=${model.words.choices}>
    ${options.map(
      (
        option,
        at,
      ) => html`<label class=${model.settled && at === answer ? "right" : nothing}>${radio(model, at)}
        <span>${richText(optionText(model.words, option))}</span></label>`,
    )}
  </div>`;

/** The labels of an axis: the names of its tokens, or what the question has. */
function labelsOf(
  { namesOf }: ControlModel,
  axis: TokenAxis | undefined,
  own: readonly string[],
  textOf = ({ text }: TokenName): string => text,
): readonly string[] {
  const names = axis && namesOf?.(axis);
  return names ? own.map((label, at) => (names[at] ? textOf(names[at]) : label)) : own;
}

/** The short form for labels of columns, where `[PAD]` has no room. */
const briefText = ({ text, brief = text }: TokenName): string => brief;

function cells(model: ControlModel, question: CellQuestion): TemplateResult {
  const { words } = model;
  const isTokens = question.of === "tokens";
  const heads = question.cells.map(({ head }) => head);
  const labels = labelsOf(model, question.tokens, heads);
  return html`<p class="hint">${isTokens ? words.cells : words.columns}</p>
    <div class="cells" role="radiogroup" aria-label=${words.choices}>
    ${question.cells.map(
      ({ value }, at) => html`<label class=${model.settled && at === question.answer ? "right" : nothing}>
        ${radio(model, at)}${isTokens ? html`<span class="place">${at}</span>` : nothing}<span translate="no">${labels[at]}</span>
        ${value === undefined ? nothing : html`<span class="value">${value}</span>`}</label>`,
    )}
  </div>`;
}

function mask(model: ControlModel, question: MaskQuestion): TemplateResult {
  const { words, answer, wrong, settled, give } = model;
  return html`<p class="hint">${words.maskHint} ${question.isCorner ? fill(words.maskCorner, { rows: question.rows.length, cols: question.cols.length }) : nothing}</p>
    <heads-up-mask-paint .words=${words} .painted=${answer as Painted}
      .queries=${labelsOf(model, question.tokens?.rows, question.rows)}
      .keys=${labelsOf(model, question.tokens?.cols, question.cols, briefText)}
      .wrong=${wrong} .settled=${settled}
      @mask-paint=${(event: CustomEvent<Painted>) => give(event.detail)}></heads-up-mask-paint>`;
}
