/** <lab-step-walk>: one training step as tensors, part by part; a chosen number says where it came from. */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import type { CellRef } from "../../draw/picture.js";
import { offsetOf } from "../../draw/tensor_view.js";
import { leakBegins } from "../../lab/curves.js";
import { type LabStore, refusalIn } from "../../lab/lab_store.js";
import { RUN_KEYS, type RunKey } from "../../lab/runs.js";
import type { TrainingPart, TrainingStep, TrainingTrace } from "../../module/training/types.js";
import { cellName, fill } from "../../words/number_text.js";
import { problemText } from "../../words/problem_text.js";
import type { LabWords, Words } from "../../words/words.js";
import { isModified } from "../common/keys.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { explanationTemplate } from "./explanation_template.js";
import { stepWalkStyles } from "./step_walk_styles.js";
import { headingOf, leakiestGradient, namesAlong, type WalkNames } from "./walk_names.js";
import { indexOf, matrixOf, shadeOf, shortNumber, windowAt } from "./walk_window.js";

const PARTS: readonly TrainingPart[] = ["parameters", "forward", "loss", "backward", "update"];

export class StepWalkElement extends LitElement {
  static override properties = reactive<StepWalkElement>("words", "lab", "store", "steps", "run", "cell");
  declare words: Words;
  declare lab: LabWords;
  declare store: LabStore;
  /** The number of training steps taken so far. */
  declare steps: number;
  declare run: RunKey;
  declare cell: CellRef | undefined;
  #unsubscribe: (() => void)[] = [];
  #isFocusing = false;
  #leaking: CellRef | undefined;

  constructor() {
    super();
    this.run = "unmasked";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { walk, explanation } = this.store;
    this.#unsubscribe = [
      walk.subscribe(({ answer }, before) => {
        this.requestUpdate();
        if (answer !== before.answer) this.#arrive(answer?.trace);
      }),
      explanation.subscribe(() => this.requestUpdate()),
    ];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.store.walk.dispatch({ type: "forget" });
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  static override styles = [base, stepWalkStyles];

  get #trace(): TrainingTrace | undefined {
    return this.store.walk.state.answer?.trace;
  }

  /** Whether the model has been trained since the walk. */
  get #isStale(): boolean {
    const { answer } = this.store.walk.state;
    return answer !== undefined && this.steps > answer.steps;
  }

  override render(): TemplateResult {
    const { walk, runs } = this.lab;
    const choose = (event: Event): void => {
      this.run = (event.target as HTMLSelectElement).value as RunKey;
      this.store.walk.dispatch({ type: "forget" });
    };
    return html`<p class="ways"><label>${walk.run}
        <select @change=${choose}>${RUN_KEYS.map((key) => html`<option value=${key} ?selected=${key === this.run}>${runs[key]}</option>`)}</select></label>
      <button class="open" @click=${this.#open}>${this.#isStale ? fill(walk.again, { step: this.steps }) : walk.open}</button>${this.#leak()}</p>
      ${this.#earlier()}
      ${this.#problem(this.store.walk.state.error)}
      ${this.#trace ? this.#walk(this.#trace) : nothing}`;
  }

  #leak(): TemplateResult | typeof nothing {
    const cell = this.#leaking;
    return cell && this.#trace
      ? html` <button class="open" @click=${() => this.#follow(cell)}>${this.lab.walk.leak}</button>`
      : nothing;
  }

  /** Why a question to the models has no answer. */
  #problem(error: unknown): TemplateResult | typeof nothing {
    return error === undefined
      ? nothing
      : html`<p class="error" role="alert">${problemText(this.words, refusalIn(error))}</p>`;
  }

  /** Once the leak is learned, its gradients say little, so this offers the way back to where it was being learned. */
  #earlier(): TemplateResult | typeof nothing {
    const step = leakBegins(this.store.state)?.step;
    const { walk } = this.lab;
    if (step === undefined) return nothing;
    const goBack = (): void => {
      this.store.dispatch({ type: "back", step });
      this.#open();
      this.renderRoot.querySelector<HTMLElement>(".open")?.focus();
    };
    return html`<p class="ways facts"><span>${fill(walk.late, { step })}</span>
      <button class="open" @click=${goBack}>${fill(walk.earlier, { step })}</button></p>`;
  }

  readonly #follow = (cell: CellRef): void => {
    this.#isFocusing = true;
    this.#explain(cell);
  };

  readonly #open = (): void => void this.store.walk.ask(this.run);

  #arrive(trace: TrainingTrace | undefined): void {
    this.#leaking = trace && leakiestGradient(trace);
    const isKnown = trace?.steps.some(({ name }) => name === this.cell?.name);
    // A number that the reader chose while the walk was computed is being explained.
    if (isKnown && this.store.explanation.state.isRunning) return;
    this.#choose(isKnown ? this.cell : trace && this.#firstCell(trace));
  }

  /** The loss, from which all gradients come. */
  #firstCell({ steps }: TrainingTrace): CellRef | undefined {
    const step = steps.find(({ part }) => part === "loss") ?? steps[0];
    return step && { name: step.name, index: step.shape.map(() => 0) };
  }

  #walk(trace: TrainingTrace): TemplateResult {
    const step = trace.steps.find(({ name }) => name === this.cell?.name);
    return html`<div class="walk"><div class="parts">${PARTS.map((part) => this.#part(part, trace))}</div>
      <div class="shown">${step && this.cell ? this.#tensor(step, this.cell, this.#names(trace)) : nothing}</div></div>`;
  }

  #names(trace: TrainingTrace): WalkNames {
    return { trace, symbols: this.store.state.opened?.task.symbols ?? [] };
  }

  #part(part: TrainingPart, { steps }: TrainingTrace): TemplateResult {
    const members = steps.filter((step) => step.part === part);
    const isOpen = members.some(({ name }) => name === this.cell?.name);
    return html`<details ?open=${isOpen}><summary>${this.lab.walk.parts[part]} <small>${members.length}</small></summary>
      <ul>${members.map(
        ({ name, shape }) => html`<li><button aria-pressed=${name === this.cell?.name ? "true" : "false"}
          @click=${() => this.#choose({ name, index: shape.map(() => 0) })}><code>${name}</code> <small>(${shape.join(", ")})</small></button></li>`,
      )}</ul></details>`;
  }

  #tensor(step: TrainingStep, cell: CellRef, names: WalkNames): TemplateResult {
    const { walk } = this.lab;
    const { matrices, moreRows, moreColumns } = windowAt(step.shape, cell.index);
    const sizes = step.shape.slice(0, -2);
    const more = moreRows + moreColumns > 0;
    const [matrix, row, column] = [
      matrixOf(step.shape, cell.index),
      cell.index.at(-2) ?? 0,
      cell.index.at(-1) ?? 0,
    ];
    const pick = (event: Event): void =>
      this.#choose({
        name: step.name,
        index: indexOf(step.shape, Number((event.target as HTMLSelectElement).value), row, column),
      });
    return html`<h3><code>${step.name}</code></h3>
      <p class="facts">${walk.shape} <code>(${step.shape.join(", ")})</code> · ${walk.op} <code>${step.op}</code>
        ${
          matrices > 1
            ? html` · <label>${step.axes.slice(0, -2).join(", ")} <select @change=${pick}>${Array.from(
                { length: Math.min(matrices, 64) },
                (_, i) =>
                  html`<option value=${i} .selected=${i === matrix}>${indexOf(step.shape, i, 0, 0).slice(0, sizes.length).join(", ")}</option>`,
              )}</select></label>`
            : nothing
        }</p>
      <div class="scroll">${this.#matrix(step, cell, names)}</div>
      ${more ? html`<p class="facts">${fill(walk.more, { rows: moreRows, columns: moreColumns })}</p>` : nothing}
      ${this.#problem(this.store.explanation.state.error)}
      <div class="why" role="status">${this.#isStale ? html`<p>${walk.stale}</p>` : nothing}${this.#why(names)}</div>`;
  }

  #why(names: WalkNames): TemplateResult {
    const { cell } = this;
    const explanation = this.store.explanation.state.answer;
    if (!cell || !explanation) return html`<p class="facts">${this.lab.walk.choose}</p>`;
    return explanationTemplate(this.lab, explanation, names, this.#follow);
  }

  #matrix(step: TrainingStep, cell: CellRef, names: WalkNames): TemplateResult {
    const { shape, data, name } = step;
    const { rows, columns } = windowAt(shape, cell.index);
    const matrix = matrixOf(shape, cell.index);
    const [row, column] = [cell.index.at(-2) ?? 0, cell.index.at(-1) ?? 0];
    const [rowName, columnName] = [-2, -1].map((axis) => namesAlong(names, step, axis, cell.index));
    const largest = [...data].reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    return html`<table role="grid" aria-label=${name} @keydown=${(event: KeyboardEvent) => this.#onKey(event, shape)}>
      <thead><tr><td></td>${columns.map((j) => html`<th scope="col" translate="no">${headingOf(columnName, j)}</th>`)}</tr></thead>
      <tbody>${rows.map(
        (i) =>
          html`<tr><th scope="row" translate="no">${headingOf(rowName, i)}</th>${columns.map((j) => {
            const index = indexOf(shape, matrix, i, j);
            const value = data[offsetOf(shape, index)] ?? 0;
            const isHere = (shape.length < 2 || i === row) && j === column;
            return html`<td role="gridcell" class=${shadeOf(value, largest)} aria-selected=${isHere ? "true" : "false"}><button tabindex=${isHere ? 0 : -1}
            aria-label="${cellName(name, index)}: ${shortNumber(value)}"
            @click=${() => this.#explain({ name, index })}>${shortNumber(value)}</button></td>`;
          })}</tr>`,
      )}</tbody></table>`;
  }

  #onKey(event: KeyboardEvent, shape: readonly number[]): void {
    const move = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    const { cell } = this;
    if (!move || !cell || isModified(event)) return;
    event.preventDefault();
    const index = [...cell.index];
    for (const [i, by] of move.entries()) {
      const axis = shape.length - 2 + i;
      if (axis < 0) continue;
      index[axis] = Math.min((shape[axis] ?? 1) - 1, Math.max(0, (index[axis] ?? 0) + by));
    }
    this.#choose({ name: cell.name, index });
    this.#isFocusing = true;
  }

  #choose(cell: CellRef | undefined): void {
    this.cell = cell;
    this.store.explanation.dispatch({ type: "forget" });
  }

  #explain(cell: CellRef): void {
    this.#choose(cell);
    void this.store.explanation.ask({ run: this.run, ...cell });
  }

  override updated(): void {
    if (!this.#isFocusing) return;
    this.#isFocusing = false;
    const find = (place: string): HTMLElement | null => this.renderRoot.querySelector(place);
    const [list, name, here] = [".parts", "[aria-pressed=true]", 'td button[tabindex="0"]'].map(find);
    // Scrolls the list to the chosen tensor without scrolling the page.
    if (list && name) list.scrollTop = name.offsetTop - list.offsetTop - list.clientHeight / 2;
    here?.focus();
    // focus() alone does not scroll to a number that is partly visible.
    here?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
}
