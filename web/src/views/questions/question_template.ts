/** A question: what is asked, the control that answers it, and the feedback. One entry of a table for each kind. */
import { html, nothing, type TemplateResult } from "lit";
import type { CellRef } from "../../draw/picture.js";
import type { TokenName } from "../../draw/tensor_view.js";
import type { Theme } from "../../draw/theme.js";
import { maskThumbnail } from "../../draw/thumbnail.js";
import { clipped } from "../../module/errors.js";
import type { Option, Question, QuestionKind, TokenAxis } from "../../operations/question.js";
import { type Attempt, isSettled, type MaskCell, type Painted } from "../../store/attempt.js";
import { cellName, format } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import { painted } from "../common/canvas.js";
import { isModified } from "../common/keys.js";
import {
  factsOf,
  type NamesOf,
  optionText,
  type QuestionWords,
  questionText,
  reasonText,
} from "./question_words.js";

export interface QuestionModel<Q extends Question = Question> {
  readonly words: QuestionWords;
  readonly question: Q;
  readonly attempt: Attempt;
  /** What the stage calls the tokens of an axis. */
  readonly namesOf?: NamesOf;
  /** What the columns of a tensor mean, where that is known. */
  columnNames?(tensor: string): readonly string[] | undefined;
  /** How pictures are painted. */
  readonly theme: Theme;
  /** The label of the button that checks the answer. */
  readonly check?: string;
}

export interface QuestionActions {
  change(attempt: Attempt): void;
  check(): void;
  /** Opens a cell that a reason points to. */
  look?(cell: CellRef): void;
}

interface Kind<Q extends Question> {
  /** Says what is wanted, where an answer could not be read. */
  readonly unread: "noShape" | "noNumber" | "noChoice";
  control(model: QuestionModel<Q>, change: QuestionActions["change"]): TemplateResult;
}

const KINDS: { readonly [K in QuestionKind]: Kind<Extract<Question, { kind: K }>> } = {
  shape: {
    unread: "noShape",
    control: (model, change) => field(model, change, model.words.yourShape, model.words.shapeHint),
  },
  number: {
    unread: "noNumber",
    control: (model, change) => {
      const { yourNumber, numberHint, tolerance: text } = model.words;
      const { tolerance } = model.question;
      return field(
        model,
        change,
        yourNumber,
        tolerance > 0 ? `${numberHint} ${format(text, { tolerance })}` : numberHint,
      );
    },
  },
  choice: { unread: "noChoice", control: choices },
  cell: { unread: "noChoice", control: cells },
  mask: { unread: "noChoice", control: mask },
};

const kindOf = (question: Question): Kind<Question> => KINDS[question.kind] as Kind<Question>;

/** The button is clicked by Enter in a field, too: a sandboxed frame may not submit forms. */
export function questionTemplate(model: QuestionModel, actions: QuestionActions): TemplateResult {
  const { change, check } = actions;
  const { words, question, attempt } = model;
  const settled = isSettled(attempt);
  const onCheck = (event: Event): void => {
    event.preventDefault();
    check();
  };
  return html`${askTemplate(model)}
    <form>
      <fieldset ?disabled=${settled}>
        ${kindOf(question).control(model, change)}
        ${settled ? nothing : html`<button class="check" @click=${onCheck}>${model.check ?? words.check}</button>`}
      </fieldset>
    </form>
    <div role="status" tabindex="-1">${feedbackTemplate(model, actions)}</div>`;
}

const askTemplate = ({ words, question, namesOf, columnNames }: QuestionModel): TemplateResult =>
  html`<p class="ask" tabindex="-1">${richText(questionText(words, question, "ask", namesOf))}</p>
    ${question.given?.map(({ label, values, columnsOf }) => {
      const names = columnsOf === undefined ? undefined : columnNames?.(columnsOf);
      return html`<p class="given"><code>${label}</code>
        <span>${values.map((value, i) => html`<span>${names?.[i] ? html`<small>${names[i]}</small> ` : nothing}${value}</span> `)}</span></p>`;
    })}`;

/** A question on paper: options and cells to tick; other answers are written. */
export function paperTemplate(model: QuestionModel): TemplateResult {
  const { question, namesOf } = model;
  const names = question.kind === "cell" && question.tokens ? namesOf?.(question.tokens) : undefined;
  const options =
    question.kind === "choice"
      ? question.options.map((option) => labelOf(model, option))
      : question.kind === "cell"
        ? question.cells.map(({ head, value }, i) => html`${names?.[i]?.text ?? head} ${value ?? nothing}`)
        : [];
  return html`${askTemplate(model)}
    ${options.length > 0 ? html`<ul class=${question.kind}>${options.map((option) => html`<li>${option}</li>`)}</ul>` : nothing}`;
}

/** Why the answer is right or wrong, or what was entered and what is wanted. */
function feedbackTemplate(
  { words, question, attempt, namesOf }: QuestionModel,
  { look }: QuestionActions,
): TemplateResult | typeof nothing {
  const { verdict, unread, shown, answer } = attempt;
  if (unread) {
    const got = clipped(String(answer ?? ""), 40);
    return html`<p>${richText(format(words[kindOf(question).unread], { got }))}</p>`;
  }
  if (verdict?.right || shown)
    return html`<p class="right"><b>${shown ? words.shown : `✓ ${words.right}`}</b>
      ${richText(questionText(words, question, "right", namesOf))}</p>`;
  if (!verdict) return nothing;
  const count = verdict.wrong.length;
  return html`<p class="wrong"><b>× ${words.wrong}</b> ${count > 0 ? format(words.wrongCells, { count }) : nothing}</p>
    <ul>${verdict.reasons.map((reason) => {
      const { look: cell = question.look } = reason;
      return html`<li>${richText(reasonText(words, reason, factsOf(words, question, namesOf), namesOf))}
        ${cell && look ? html`<button type="button" class="look" @click=${() => look(cell)}>${words.look} <code>${cellName(cell.name, cell.index)}</code></button>` : nothing}</li>`;
    })}</ul>`;
}

type Change = QuestionActions["change"];

/** The reasons stay visible while the reader corrects the answer, until the next check. */
const give = ({ attempt }: QuestionModel, change: Change, answer: Attempt["answer"]): void =>
  change({ ...attempt, answer, unread: false });

const field = (model: QuestionModel, change: Change, label: string, hint: string): TemplateResult =>
  html`<label class="field">${label}
      <input id="answer" autocomplete="off" spellcheck="false" autocapitalize="off"
        .value=${String(model.attempt.answer ?? "")} aria-describedby="hint"
        @input=${(event: Event) => give(model, change, (event.target as HTMLInputElement).value)} /></label>
    <p id="hint" class="hint">${richText(hint)}</p>`;

const radio = (model: QuestionModel, change: Change, at: number): TemplateResult =>
  html`<input type="radio" name="answer" .checked=${model.attempt.answer === at}
    @change=${() => give(model, change, at)} />`;

function choices(
  model: QuestionModel<Extract<Question, { kind: "choice" }>>,
  change: Change,
): TemplateResult {
  const { words, question, attempt } = model;
  const mark = (at: number) => (isSettled(attempt) && at === question.answer ? "right" : nothing);
  const hasPictures = question.options.some(({ picture }) => picture);
  return html`<div class="choices ${hasPictures ? "pictures" : ""}" role="radiogroup" aria-label=${words.choices}>
    ${question.options.map(
      (option, at) => html`<label class=${mark(at)}>${radio(model, change, at)}
        ${labelOf(model, option)}</label>`,
    )}
  </div>${hasPictures ? maskKey(words) : nothing}`;
}

/** A choice in words, or the picture of a mask with its rows for those who do not see it. */
function labelOf({ words, question, namesOf, theme }: QuestionModel, option: Option): TemplateResult {
  const { picture } = option;
  if (!picture)
    return html`<span>${richText(optionText(words, option, factsOf(words, question, namesOf), namesOf))}</span>`;
  const rows = picture.map((bits, query) => {
    const keys = bits.flatMap((attends, key) => (attends ? [key] : [])).join(", ");
    return format(words.pictureRow, { query, keys: keys || "–" });
  });
  return html`<canvas role="img" aria-label=${rows.join("; ")} ${painted(maskThumbnail(picture, theme), theme.paper)}></canvas>`;
}

/** What the two looks of a mask's cells mean. */
const maskKey = (words: QuestionWords): TemplateResult =>
  html`<p class="key" aria-hidden="true"><span><i class="attend"></i>${words.maskAttend}</span>
    <span><i class="ignore"></i>${words.maskIgnore}</span></p>`;

/** The labels of an axis: the names of its tokens, or what the question has. */
function labelsOf(
  { namesOf }: Pick<QuestionModel, "namesOf">,
  axis: TokenAxis | undefined,
  own: readonly string[],
  textOf = ({ text }: TokenName): string => text,
): readonly string[] {
  const names = axis && namesOf?.(axis);
  return names ? own.map((label, at) => (names[at] ? textOf(names[at]) : label)) : own;
}

function cells(model: QuestionModel<Extract<Question, { kind: "cell" }>>, change: Change): TemplateResult {
  const { words, question, attempt } = model;
  const isTokens = question.of === "tokens";
  const heads = question.cells.map(({ head }) => head);
  const labels = labelsOf(model, question.tokens, heads);
  const mark = (at: number) => (isSettled(attempt) && at === question.answer ? "right" : nothing);
  return html`<p class="hint">${isTokens ? words.cells : words.columns}</p>
    <div class="cells" role="radiogroup" aria-label=${words.choices}>
    ${question.cells.map(
      ({ value }, at) => html`<label class=${mark(at)}>
        ${radio(model, change, at)}${isTokens ? html`<span class="place">${at}</span>` : nothing}<span translate="no">${labels[at]}</span>
        ${value === undefined ? nothing : html`<span class="value">${value}</span>`}</label>`,
    )}
  </div>`;
}

/** The short form for labels of columns, where `[PAD]` has no room. */
const briefText = ({ text, brief = text }: TokenName): string => brief;

/**
 * A small mask to paint: rows are queries, columns keys. It is one tab stop: arrow keys move the cell, Space and Enter
 * toggle it, and Shift with an arrow copies its state to the next cell. Pressing a cell toggles it, dragging copies its
 * state. A finger that turns out to scroll or zoom the page paints nothing.
 */
function mask(model: QuestionModel<Extract<Question, { kind: "mask" }>>, change: Change): TemplateResult {
  const { words, question, attempt } = model;
  const { rows, cols, tokens, isCorner } = question;
  const painted = attempt.answer as Painted;
  const settled = isSettled(attempt);
  const { at = [0, 0], brush } = attempt;
  const keys = labelsOf(model, tokens?.cols, cols, briefText);

  /** The attempt with a cell set to attend or ignore, and the keyboard on it. */
  const paint = ([row, col]: MaskCell, attends: boolean): Attempt => ({
    ...attempt,
    at: [row, col],
    unread: false,
    ...(!settled && {
      answer: painted.map((bits, i) => bits.map((bit, j) => (i === row && j === col ? attends : bit))),
    }),
  });
  const attendsAt = ([row, col]: MaskCell): boolean => painted[row]?.[col] === true;

  const onPress = (event: PointerEvent): void => {
    const cell = event.isPrimary && event.button === 0 ? cellAt(event) : undefined;
    if (!cell) return;
    const attends = !attendsAt(cell);
    change({ ...paint(cell, attends), brush: { attends, before: painted } });
  };
  const onDraw = (event: PointerEvent): void => {
    if (!event.isPrimary || !brush) return;
    const cell = cellAt(event);
    if (event.buttons === 0) change({ ...attempt, brush: undefined });
    else if (cell && attendsAt(cell) !== brush.attends) change({ ...paint(cell, brush.attends), brush });
  };
  const onLift = (): void => change({ ...attempt, brush: undefined });
  /** The browser scrolls or zooms with this pointer. */
  const onCancel = (): void => {
    if (brush) change({ ...attempt, brush: undefined, ...(!settled && { answer: brush.before }) });
  };

  const onKey = (event: KeyboardEvent): void => {
    if (isModified(event)) return;
    const [row, col] = at;
    const to: Readonly<Record<string, MaskCell>> = {
      ArrowUp: [Math.max(0, row - 1), col],
      ArrowDown: [Math.min(rows.length - 1, row + 1), col],
      ArrowLeft: [row, Math.max(0, col - 1)],
      ArrowRight: [row, Math.min(cols.length - 1, col + 1)],
      Home: [row, 0],
      End: [row, cols.length - 1],
    };
    const cell = to[event.key];
    if (event.key === " " || event.key === "Enter") change(paint(at, !attendsAt(at)));
    else if (cell && event.shiftKey) change(paint(cell, attendsAt(at)));
    else if (cell) change({ ...attempt, at: cell });
    else return;
    event.preventDefault();
    event.stopPropagation();
    const [toRow, toCol] = cell ?? at;
    const grid = event.currentTarget as HTMLElement;
    grid.querySelector<HTMLElement>(`[data-row="${toRow}"][data-col="${toCol}"]`)?.focus();
  };

  const cellTemplate = (row: number, col: number): TemplateResult => {
    const attends = attendsAt([row, col]);
    const isWrong = attempt.verdict?.wrong.some(([i, j]) => i === row && j === col);
    const state = attends ? words.maskAttend : words.maskIgnore;
    const label = format(isWrong ? words.maskWrong : words.maskCell, { query: row, key: col, state });
    return html`<td role="gridcell" data-row=${row} data-col=${col} tabindex=${at[0] === row && at[1] === col ? 0 : -1}
      class="${attends ? "attend" : "ignore"} ${isWrong ? "wrong" : ""}"
      aria-selected=${attends ? "true" : "false"} aria-label=${label}>${isWrong ? "×" : nothing}</td>`;
  };
  const corner = isCorner ? format(words.maskCorner, { rows: rows.length, cols: cols.length }) : nothing;
  return html`<p class="hint">${words.maskHint} ${corner}</p>
    <div class="mask ${settled ? "settled" : ""}"><table role="grid" aria-label=${words.mask} aria-readonly=${settled ? "true" : "false"}
      @keydown=${onKey} @pointerdown=${onPress} @pointermove=${onDraw} @pointerup=${onLift} @pointercancel=${onCancel}>
      <thead><tr><td class="corner"></td>${keys.map((key) => html`<th scope="col" translate="no">${key}</th>`)}</tr></thead>
      <tbody>
        ${labelsOf(model, tokens?.rows, rows).map(
          (query, i) =>
            html`<tr><th scope="row" translate="no">${query}</th>${keys.map((_, j) => cellTemplate(i, j))}</tr>`,
        )}
      </tbody>
    </table>
    ${maskKey(words)}</div>`;
}

function cellAt({ currentTarget, clientX, clientY }: PointerEvent): MaskCell | undefined {
  const root = (currentTarget as HTMLElement).getRootNode() as ShadowRoot;
  const cell = root.elementFromPoint(clientX, clientY)?.closest<HTMLElement>("[data-row]");
  return cell ? [Number(cell.dataset["row"]), Number(cell.dataset["col"])] : undefined;
}
