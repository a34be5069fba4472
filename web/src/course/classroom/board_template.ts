/** An open class: the students' link with its QR code, and the answers to each question. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { fill } from "../../words/number_text.js";
import type { Bar, QuestionAnswers } from "./class_answers.js";
import type { ClassroomWords } from "./classroom_words.js";
import { qrTemplate } from "./qr_template.js";

export interface BoardShown {
  readonly words: ClassroomWords;
  readonly lesson: string;
  /** The address that students open; undefined if they could not open it. */
  readonly link: string | undefined;
  readonly students: number;
  readonly questions: readonly QuestionAnswers[];
  /** The names of the questions whose right answer is shown. */
  readonly answered: ReadonlySet<string>;
  readonly problem: string | undefined;
  readonly hasEnded: boolean;
  /** Whether copying the link worked; undefined before it was tried. */
  readonly isCopied: boolean | undefined;
  readonly onCopy: () => void;
  readonly onShow: (question: string) => void;
  readonly onEnd: () => void;
  readonly onAnew: () => void;
}

/** The most answers to a question that are listed, so that the page stays usable; the others are only counted. */
const MOST_LISTED = 40;

export function boardTemplate(shown: BoardShown): TemplateResult {
  const { words, questions, students } = shown;
  const { board } = words.classroom;
  return html`<div class="board">
    <section class="invitation" aria-label=${board.invitation}>
      <h2 tabindex="-1">${words.lessons[shown.lesson as keyof typeof words.lessons]?.title ?? shown.lesson}</h2>
      ${invitationTemplate(shown)} ${statusTemplate(shown)}
    </section>
    <section class="answers" aria-label=${board.answers}>
      <h2>${fill(board.students, { count: students })}</h2>
      ${questions.length === 0 ? html`<p class="hint">${board.none}</p>` : nothing}
      ${questions.map((one) => questionTemplate(shown, one))}
    </section>
  </div>`;
}

function invitationTemplate({ words, link, hasEnded, isCopied, onCopy }: BoardShown): TemplateResult {
  const { board } = words.classroom;
  if (hasEnded) return html``;
  if (link === undefined) return html`<p class="mistake">${words.classroom.onDisk}</p>`;
  return html`${qrTemplate(link, board.qr)}
    <div class="field">
      <label for="link">${board.link}</label>
      <textarea id="link" readonly rows="4" .value=${link} @focus=${selectAll}></textarea>
      <div class="row">
        <button type="button" @click=${onCopy}>${board.copy}</button>
        <span role="status">${isCopied === undefined ? "" : isCopied ? board.copied : board.notCopied}</span>
      </div>
    </div>`;
}

const selectAll = ({ currentTarget }: Event): void => (currentTarget as HTMLTextAreaElement).select();

function statusTemplate({ words, problem, hasEnded, onEnd, onAnew }: BoardShown): TemplateResult {
  const { board } = words.classroom;
  const text = hasEnded ? board.ended : problem ? fill(board.problem, { got: problem }) : board.asking;
  return html`<p class=${problem && !hasEnded ? "mistake" : "hint"} role="status">${text}</p>
    ${
      hasEnded
        ? html`<button type="button" class="anew" @click=${onAnew}>${board.anew}</button>`
        : html`<button type="button" class="end" @click=${onEnd}>${board.end}</button>`
    }`;
}

function questionTemplate(shown: BoardShown, question: QuestionAnswers): TemplateResult {
  const { name, step, students, bars, texts } = question;
  const { board } = shown.words.classroom;
  const isShown = shown.answered.has(name);
  const listed = bars.slice(0, MOST_LISTED);
  return html`<article>
    <h3>${shown.words.steps[step]?.title ?? step} <code>${name.replace(".", " · ")}</code></h3>
    <div class="row">
      <p>${fill(board.count, { count: students })}</p>
      ${
        bars.length > 0
          ? html`<button type="button" aria-pressed=${isShown ? "true" : "false"} @click=${() => shown.onShow(name)}>
              ${board.show}<span class="unseen"> ${name}</span>
            </button>`
          : nothing
      }
    </div>
    ${
      bars.length > 0
        ? html`<ul class="bars">
              ${listed.map((bar) => barTemplate(shown.words, bar, isShown))}
            </ul>
            ${moreTemplate(shown.words, bars.length)}`
        : nothing
    }
    ${isShown && !listed.some(({ right }) => right) ? expectedTemplate(shown.words, question) : nothing}
    ${texts.length > 0 ? textsTemplate(shown.words, texts) : nothing}
  </article>`;
}

/** The text of an answer. A choice is stored as a code, for which the words have the text. */
const responseText = ({ options }: ClassroomWords, response: string): string =>
  Object.hasOwn(options, response) ? (options[response] ?? response) : response;

function barTemplate(words: ClassroomWords, { response, right, count, share }: Bar, isShown: boolean) {
  const { board } = words.classroom;
  const percent = Math.round(100 * share);
  const isMarked = isShown && right;
  return html`<li class=${isMarked ? "right" : ""}>
    <span class="given">${responseText(words, response)}${isMarked ? html` <b>✓ ${board.right}</b>` : nothing}</span>
    <svg class="bar" aria-hidden="true">${svg`<rect width="${Math.max(percent, 1)}%" height="100%" rx="3" />`}</svg>
    <span class="amount">${fill(board.amount, { count, percent })}</span>
  </li>`;
}

const expectedTemplate = (words: ClassroomWords, { expected }: QuestionAnswers) =>
  expected === undefined
    ? nothing
    : html`<p class="right"><b>✓ ${words.classroom.board.right}</b> ${responseText(words, expected)}</p>`;

const textsTemplate = (words: ClassroomWords, texts: readonly string[]): TemplateResult =>
  html`<ul class="texts">
      ${texts.slice(0, MOST_LISTED).map((text) => html`<li>${text}</li>`)}
    </ul>
    ${moreTemplate(words, texts.length)}`;

const moreTemplate = ({ classroom }: ClassroomWords, count: number): TemplateResult | typeof nothing =>
  count > MOST_LISTED
    ? html`<p class="hint">${fill(classroom.board.more, { count: count - MOST_LISTED })}</p>`
    : nothing;
