/**
 * The arithmetic of one cell, with its real digits. Every operand that is a cell of the trace is a button
 * that opens that cell's own arithmetic; the opened cells above it lead back to each of them. A glance (hover or passing
 * focus) shows the same without buttons.
 */
import { css, html, LitElement, nothing, type TemplateResult } from "lit";
import { property } from "lit/decorators/property.js";
import { numberBefore } from "../../draw/changed.js";
import { tokensOfCell } from "../../draw/names.js";
import type { CellRef, Tokens } from "../../draw/picture.js";
import { digits } from "../../draw/scale.js";
import type { Change, Explanation, Step, Trace } from "../../module/types.js";
import type { Line, Piece } from "../../operations/arithmetic.js";
import { arithmetic } from "../../operations/operations.js";
import { isChanged } from "../../spec/changes.js";
import { cellName, format, typedNumber, valueText } from "../../words/number_text.js";
import { langOf } from "../../words/rich_text.js";
import type { WholeWords } from "../../words/words.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";

/** If fewer pixels than this are hidden, they are padding, not a line. */
const LEAST_HIDDEN = 8;

export class CalloutElement extends LitElement {
  @reactive words!: WholeWords;
  @reactive trace!: Trace;
  /** The trace without the reader's changes; undefined if there are none. */
  @reactive unchanged!: Trace | undefined;
  /** Whether the reader may change the number. */
  @reactive mayChange!: boolean;
  /** Whether what was typed last is no number. */
  @reactive wrong = false;
  /** The words of the ids, if known. */
  @reactive tokens!: Tokens | undefined;
  @reactive explanation!: Explanation;
  /** The opened cells from the first to this one; empty for a glance. */
  @reactive openedCells!: readonly CellRef[];
  @property({ type: Boolean, reflect: true })
  glance!: boolean;
  /** The step that shows this cell, if it is not the step on the stage. */
  @reactive goTo!: { readonly id: string; readonly title: string } | undefined;

  static override styles = [
    base,
    css`
      :host {
        position: absolute;
        z-index: 2;
        max-width: min(420px, calc(100% - 16px));
        background: var(--hu-paper);
        border: 1px solid var(--hu-ink);
        border-radius: 4px;
        font-size: 13px;
        display: flex;
        flex-direction: column;
      }
      :host([glance]) { pointer-events: none; }
      header { display: flex; flex: none; align-items: center; gap: 4px; padding: 2px 4px 2px 12px; }
      header h2 {
        font: 600 13px var(--hu-mono);
        margin: 0;
        flex: 1;
        padding: 6px 0;
      }
      /* Last in the order of the keyboard: from the title one goes to the operands. */
      .close { position: absolute; top: 2px; right: 4px; }
      :host(:not([glance])) header { padding-right: 44px; }
      .way {
        display: flex; flex-wrap: wrap; align-items: baseline; margin: 0 0 4px; padding-bottom: 2px;
        border-bottom: 1px solid var(--hu-hairline); font: 12px var(--hu-mono); color: var(--hu-muted);
      }
      .way button { font: inherit; color: inherit; padding: 0 3px; min-height: 24px; min-width: 24px; }
      .way button:first-child { margin-left: -3px; }
      .body { --hu-covered: 0; position: relative; display: flex; flex-direction: column; overflow: auto; padding: 0 12px; }
      /* Seen above the arithmetic, reached after it: Tab leads from the title to the operands. */
      .tokens-of-cell, .way { order: -1; }
      .tokens-of-cell { margin: 0 0 4px; color: var(--hu-muted); }
      .tokens-of-cell b { color: var(--hu-accent); }
      .from { color: var(--hu-muted); margin: 0 0 4px; }
      ol {
        list-style: none;
        margin: 0;
        padding: 0 0 2px;
        font-family: var(--hu-mono);
      }
      li { display: flex; flex-wrap: wrap; gap: 0 14px; align-items: baseline; line-height: 24px; }
      li .say {
        font-family: var(--hu-sans);
        color: var(--hu-muted);
        font-weight: 400;
      }
      .flow + .say { order: -1; flex-basis: 100%; }
      .terms { display: inline-flex; flex-wrap: wrap; align-items: baseline; column-gap: 0; }
      .flow { column-gap: 8px; }
      .terms > span { white-space: pre; }
      .result { margin-left: auto; text-align: right; }
      .strong { border-top: 1px solid var(--hu-hairline); font-weight: 600; color: var(--hu-accent); }
      /* The result stays in sight while the products scroll. */
      .strong:last-child { position: sticky; bottom: 0; background: var(--hu-paper); padding-bottom: 6px; }
      .strong:first-child { border: 0; }
      /* A sign above the result says that lines are out of view. */
      .more .strong:last-child::before {
        content: "⋯ ↓" / "";
        position: absolute;
        inset: auto 0 100%;
        padding-top: 14px;
        text-align: center;
        color: var(--hu-ink);
        background: linear-gradient(transparent, var(--hu-paper) 60%);
        pointer-events: none;
      }
      .operand {
        font: inherit; padding: 0; min-height: 24px; min-width: 24px; border-radius: 2px;
        text-decoration: underline;
        text-decoration-color: var(--hu-muted);
        text-underline-offset: 3px;
        text-decoration-thickness: 1px;
      }
      .before { margin: 0 0 4px; font-family: var(--hu-mono); color: var(--hu-muted); }
      .change { display: flex; flex: none; flex-wrap: wrap; align-items: center; gap: 0 10px; margin: 0 12px; padding: 4px 0; border-top: 1px solid var(--hu-hairline); }
      .change label { display: flex; align-items: center; gap: 8px; }
      .change input { width: 7em; min-height: 32px; box-sizing: border-box; font: 13px var(--hu-mono); color: inherit; background: var(--hu-paper); border: 1px solid var(--hu-muted); border-radius: 4px; padding: 0 6px; }
      .change button { color: var(--hu-accent); text-decoration: underline 1px; text-underline-offset: 4px; min-height: 32px; }
      .change p { flex-basis: 100%; margin: 0; }
      footer { margin: 0 -8px; padding-bottom: 4px; }
      footer button { text-decoration: underline; text-underline-offset: 3px; }
    `,
  ];

  override render(): TemplateResult {
    const { explanation: e, words } = this;
    const step = this.trace.steps.find((s) => s.name === e.name);
    return html`
      <header>
        ${
          this.openedCells.length > 1
            ? html`<button @click=${() => this.#emit("callout-back")} aria-label=${words.cell.back}
              title=${words.cell.back}>←</button>`
            : nothing
        }
        <h2 aria-describedby="lines">${cellName(e.name, e.index)} = ${valueText(e.value, step?.dtype ?? "float32")}</h2>
      </header>
      <div class="body" @scroll=${this.#markMore}>
        ${step ? this.#tokens(step) : nothing}
        ${this.#sources()}
        ${this.#numberBefore(step)}
        <ol id="lines">${arithmetic(this.trace, e).map((line) => this.#line(line))}</ol>
        ${
          this.goTo && !this.glance
            ? html`<footer><button
              @click=${() => this.#emit("callout-go", this.goTo?.id)}>${format(words.cell.goTo, { step: this.goTo.title })}</button></footer>`
            : nothing
        }
        ${this.#breadcrumbs()}
      </div>
      ${step && this.mayChange && !this.glance ? this.#changeField(step) : nothing}
      ${
        this.glance
          ? nothing
          : html`<button class="close" @click=${() => this.#emit("callout-close")} aria-label=${words.cell.close}
            title=${words.cell.close}>×</button>`
      }
    `;
  }

  /** The room changes after the update, when the callout is placed. */
  override firstUpdated(): void {
    const body = this.renderRoot.querySelector(".body");
    if (body) new ResizeObserver(this.#markMore).observe(body);
  }

  override updated(): void {
    this.#markMore();
  }

  /** Marks whether lines lie below those in view. */
  readonly #markMore = (): void => {
    const body = this.renderRoot.querySelector(".body");
    if (!body) return;
    body.classList.toggle("more", body.scrollHeight - body.scrollTop - body.clientHeight > LEAST_HIDDEN);
  };

  /** The tokens that the number belongs to, such as "밥을 → 나는" for a query and a key. */
  #tokens(step: Step): TemplateResult | typeof nothing {
    const [first, second] = tokensOfCell(this.trace, this.tokens, step, this.explanation.index);
    if (!first) return nothing;
    const { cell } = this.words;
    const facts = { query: first.text, key: second?.text ?? "" };
    const text = !second ? cell.ofToken : step.op === "softmax" ? format(cell.looksAt, facts) : cell.queryKey;
    return html`<p class="tokens-of-cell"><b lang=${langOf(first.text)}>${first.text}${second ? ` → ${second.text}` : nothing}</b> ${text}</p>`;
  }

  /** The cells opened before this one, as buttons with the names of their tensors. */
  #breadcrumbs(): TemplateResult | typeof nothing {
    const before = this.openedCells.slice(0, -1);
    if (before.length === 0) return nothing;
    return html`<nav class="way" aria-label=${this.words.cell.openedCells}>${before.map((cell) => {
      const name = cellName(cell.name, cell.index);
      return html`<button title=${name} aria-label=${name}
        @click=${() => this.#emit("callout-open", cell)}>${cell.name}</button><span aria-hidden="true">›</span>`;
    })}</nav>`;
  }

  /** Which tensors the number was made from, in the order of the factors. */
  #sources(): TemplateResult | typeof nothing {
    const names = [...new Set(this.explanation.terms.map((term) => term.name))];
    const cells = names.filter((name) => this.trace.steps.some((step) => step.name === name));
    if (cells.length === 0) return nothing;
    return html`<p class="from"><code>${cells.join(" · ")}</code></p>`;
  }

  #numberBefore(step: Step | undefined): TemplateResult | typeof nothing {
    const { explanation: e, trace, unchanged, words } = this;
    const number = unchanged && numberBefore(trace, unchanged, e);
    if (!step || number === undefined) return nothing;
    return html`<p class="before">${format(words.changes.before, { before: valueText(number, step.dtype) })}</p>`;
  }

  /** A field for another number; a bit has one other value, so it has a button. */
  #changeField({ dtype }: Step): TemplateResult {
    const { explanation: e, trace } = this;
    const w = this.words.changes;
    const other = e.value === 0 ? 1 : 0;
    const restore = isChanged(trace, e.name, e.index)
      ? html`<button type="button" @click=${this.#restore}>${w.restore}</button>`
      : nothing;
    if (dtype === "bool")
      return html`<div class="change"><button @click=${() => this.#change(other)}>${format(w.bit, { bit: other })}</button>${restore}</div>`;
    return html`<form class="change" @submit=${this.#onSubmit}>
      <label>${w.field} <input autocomplete="off" spellcheck="false" inputmode="text" placeholder=${digits(e.value)}
        aria-invalid=${this.wrong ? "true" : "false"} aria-describedby="wrong"></label>
      <button>${w.apply}</button>${restore}
      <p id="wrong" role="alert">${this.wrong ? w.notNumber : ""}</p>
    </form>`;
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = this.renderRoot.querySelector("input");
    const text = input?.value.trim() ?? "";
    if (/^[-\u2212](inf|∞)$/.test(text)) this.#change("-inf");
    else if (text === "" || !Number.isFinite(typedNumber(text))) this.wrong = true;
    else this.#change(typedNumber(text));
    if (input && !this.wrong) input.value = "";
  };

  /** The button goes, so the focus moves to what stays. */
  readonly #restore = (): void => {
    this.#emit("callout-restore", this.explanation);
    this.renderRoot.querySelector<HTMLElement>(".change input, .change button")?.focus();
  };

  #change(value: Change["value"]): void {
    this.wrong = false;
    const { name, index } = this.explanation;
    this.#emit("callout-change", { name, index, value } satisfies Change);
  }

  #line(line: Line): TemplateResult {
    const sentences: Readonly<Record<string, string>> = this.words.cell;
    const sentence = line.key === undefined ? undefined : sentences[line.key];
    return html`<li class=${line.strong ? "strong" : ""}>
      ${
        line.pieces.length > 0
          ? html`<span
        class=${line.flow ? "terms flow" : "terms"}>${line.pieces.map((piece) => this.#piece(piece))}</span>`
          : nothing
      }
      ${sentence ? html`<span class="say">${format(sentence, line.facts ?? {})}</span>` : nothing}
      ${line.result === undefined ? nothing : this.#result(line)}
    </li>`;
  }

  /** The column of results needs no equals sign to be seen, but to be heard. */
  #result({ pieces, result }: Line): TemplateResult {
    const hasSign = pieces.some(({ text }) => text.includes("="));
    return html`${hasSign ? nothing : html`<span class="unseen">=</span>`}<span class="result">${result}</span>`;
  }

  #piece({ text, term, width = 0 }: Piece): TemplateResult {
    const before = " ".repeat(Math.max(0, width - text.length));
    if (!term || this.glance) return html`<span>${before}${text}</span>`;
    const padding = before === "" ? nothing : html`<span>${before}</span>`;
    const name = `${text}, ${cellName(term.name, term.index)}`;
    // A tooltip that says the same as the name is not read out a second time.
    return html`${padding}<button class="operand" title=${name} aria-label=${name}
      @click=${() => this.#emit("callout-open", { name: term.name, index: term.index })}>${text}</button>`;
  }

  /** Focuses the title, which has the number, so that a screen reader begins there; Tab goes on to the operands. */
  override focus(): void {
    const title = this.renderRoot.querySelector("h2");
    if (!title) return;
    title.tabIndex = -1;
    title.focus();
  }

  #emit(name: string, detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
