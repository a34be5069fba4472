/** One training step as tensors, part by part; a chosen number says where it came from. */
import { html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { CellRef } from "../../draw/picture.js";
import { indexAt, offsetOf } from "../../draw/tensor_view.js";
import { leakBegins } from "../../lab/curves.js";
import { refusalIn } from "../../lab/lab_store.js";
import { RUN_KEYS, type RunKey } from "../../lab/runs.js";
import { cellCount } from "../../module/shape.js";
import type {
  TrainingExplanation,
  TrainingPart,
  TrainingStep,
  TrainingTrace,
} from "../../module/training/types.js";
import { cellName, format } from "../../words/number_text.js";
import { problemText } from "../../words/problem_text.js";
import { shownSymbol } from "../../words/prompt_text.js";
import { richText } from "../../words/rich_text.js";
import type { LabWords } from "../../words/words.js";
import { isModified } from "../common/keys.js";
import type { LabModel } from "./lab_model.js";

const PARTS: readonly TrainingPart[] = ["parameters", "forward", "loss", "backward", "update"];
const GRADIENT = "grad.";

/** The trace of the walk, and what each id stands for. */
export interface Walked {
  readonly trace: TrainingTrace;
  readonly symbols: readonly string[];
}
interface WalkModel extends LabModel, Walked {}

export function walkTemplate(model: LabModel): TemplateResult {
  const { lab, store, state, view, focus } = model;
  const { answer, error } = store.walk.state;
  const { walk, runs } = lab;
  const choose = (event: Event): void => {
    store.show({ walked: (event.target as HTMLSelectElement).value as RunKey, leak: undefined });
    store.walk.dispatch({ type: "forget" });
  };
  const open = (): void => void store.walk.ask(view.walked);
  // Once the leak is learned, its gradients say little, so this offers the way back to where it was being learned.
  const step = leakBegins(state);
  const goBack = (): void => {
    store.dispatch({ type: "back", ...(step !== undefined && { step }) });
    open();
    focus(".walk .open");
  };
  const shown = answer && { ...model, trace: answer.trace, symbols: state.opened?.task.symbols ?? [] };
  return html`<div class="walk"><p class="ways"><label>${walk.run}
      <select @change=${choose}>${RUN_KEYS.map((key) => html`<option value=${key} ?selected=${key === view.walked}>${runs[key]}</option>`)}</select></label>
    <button class="open" @click=${open}>${isStale(model) ? format(walk.again, { step: state.steps }) : walk.open}</button>${
      shown && view.leak
        ? html` <button class="open" @click=${() => follow(model, view.leak)}>${walk.leak}</button>`
        : nothing
    }</p>
    ${
      step === undefined
        ? nothing
        : html`<p class="ways facts"><span>${format(walk.late, { step })}</span>
          <button class="open" @click=${goBack}>${format(walk.earlier, { step })}</button></p>`
    }
    ${problem(model, error)}
    ${guard([lab, view, answer, store.explanation.state, isStale(model)], () => (shown ? tensors(shown) : nothing))}</div>`;
}

/** Whether the model has been trained since the walk. */
const isStale = ({ store, state }: LabModel): boolean => {
  const { answer } = store.walk.state;
  return answer !== undefined && state.steps > answer.steps;
};

/** Why a question to the models has no answer. */
const problem = ({ words }: LabModel, error: unknown): TemplateResult | typeof nothing =>
  error === undefined
    ? nothing
    : html`<p class="error" role="alert">${problemText(words, refusalIn(error))}</p>`;

/** Shows the number that was chosen before if the new walk has it, else the loss, from which all gradients come. */
export function arrive({ store }: Pick<LabModel, "store">, trace: TrainingTrace | undefined): void {
  const { cell } = store.state.view;
  const isKnown = trace?.steps.some(({ name }) => name === cell?.name);
  const first = trace?.steps.find(({ part }) => part === "loss") ?? trace?.steps[0];
  store.show({ leak: trace && leakiestGradient(trace) });
  // A number that the reader chose while the walk was computed is being explained.
  if (isKnown && store.explanation.state.isRunning) return;
  choose(store, isKnown ? cell : first && { name: first.name, index: first.shape.map(() => 0) });
}

function choose(store: LabModel["store"], cell: CellRef | undefined): void {
  store.show({ cell });
  store.explanation.dispatch({ type: "forget" });
}

function explain({ store, view }: LabModel, cell: CellRef): void {
  choose(store, cell);
  void store.explanation.ask({ run: view.walked, ...cell });
}

function follow(model: LabModel, cell: CellRef | undefined): void {
  if (!cell) return;
  explain(model, cell);
  model.focus(HERE);
}

const HERE = '.walk td button[tabindex="0"]';

function tensors(model: WalkModel): TemplateResult {
  const { trace, view } = model;
  const step = trace.steps.find(({ name }) => name === view.cell?.name);
  return html`<div class="tensors"><div class="parts">${PARTS.map((part) => partTemplate(model, part))}</div>
    <div class="shown">${step && view.cell ? tensor(model, step, view.cell) : nothing}</div></div>`;
}

function partTemplate({ lab, store, view, trace }: WalkModel, part: TrainingPart): TemplateResult {
  const members = trace.steps.filter((step) => step.part === part);
  const isOpen = members.some(({ name }) => name === view.cell?.name);
  return html`<details ?open=${isOpen}><summary>${lab.walk.parts[part]} <small>${members.length}</small></summary>
    <ul>${members.map(
      ({ name, shape }) => html`<li><button aria-pressed=${name === view.cell?.name ? "true" : "false"}
        @click=${() => choose(store, { name, index: shape.map(() => 0) })}><code>${name}</code> <small>(${shape.join(", ")})</small></button></li>`,
    )}</ul></details>`;
}

function tensor(model: WalkModel, step: TrainingStep, cell: CellRef): TemplateResult {
  const { lab, store } = model;
  const { walk } = lab;
  const { matrices, moreRows, moreColumns } = windowAt(step.shape, cell.index);
  const sizes = step.shape.slice(0, -2);
  const [matrix, row, column] = [
    matrixOf(step.shape, cell.index),
    cell.index.at(-2) ?? 0,
    cell.index.at(-1) ?? 0,
  ];
  const pick = (event: Event): void =>
    choose(store, {
      name: step.name,
      index: indexOf(step.shape, Number((event.target as HTMLSelectElement).value), row, column),
    });
  const { answer, error } = store.explanation.state;
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
    <div class="scroll">${matrixTemplate(model, step, cell)}</div>
    ${moreRows + moreColumns > 0 ? html`<p class="facts">${format(walk.more, { rows: moreRows, columns: moreColumns })}</p>` : nothing}
    ${problem(model, error)}
    <div class="why" role="status">${isStale(model) ? html`<p>${walk.stale}</p>` : nothing}${
      answer ? explanationTemplate(model, answer) : html`<p class="facts">${walk.choose}</p>`
    }</div>`;
}

function matrixTemplate(model: WalkModel, step: TrainingStep, cell: CellRef): TemplateResult {
  const { shape, data, name } = step;
  const { rows, columns } = windowAt(shape, cell.index);
  const matrix = matrixOf(shape, cell.index);
  const [row, column] = [cell.index.at(-2) ?? 0, cell.index.at(-1) ?? 0];
  const [rowName, columnName] = [-2, -1].map((axis) => namesAlong(model, step, axis, cell.index));
  let largest = 0;
  for (const value of data) largest = Math.max(largest, Math.abs(value));
  return html`<table role="grid" aria-label=${name} @keydown=${(event: KeyboardEvent) => onKey(model, event, cell, shape)}>
    <thead><tr><td></td>${columns.map((j) => html`<th scope="col" translate="no">${headingOf(columnName, j)}</th>`)}</tr></thead>
    <tbody>${rows.map(
      (i) =>
        html`<tr><th scope="row" translate="no">${headingOf(rowName, i)}</th>${columns.map((j) => {
          const index = indexOf(shape, matrix, i, j);
          const value = data[offsetOf(shape, index)] ?? 0;
          const isHere = (shape.length < 2 || i === row) && j === column;
          return html`<td role="gridcell" class=${shadeOf(value, largest)} aria-selected=${isHere ? "true" : "false"}><button tabindex=${isHere ? 0 : -1}
            aria-label="${cellName(name, index)}: ${shortNumber(value)}"
            @click=${() => explain(model, { name, index })}>${shortNumber(value)}</button></td>`;
        })}</tr>`,
    )}</tbody></table>`;
}

function onKey(
  { store, focus }: LabModel,
  event: KeyboardEvent,
  cell: CellRef,
  shape: readonly number[],
): void {
  const move = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
  if (!move || isModified(event)) return;
  event.preventDefault();
  const index = [...cell.index];
  for (const [i, by] of move.entries()) {
    const axis = shape.length - 2 + i;
    if (axis < 0) continue;
    index[axis] = Math.min((shape[axis] ?? 1) - 1, Math.max(0, (index[axis] ?? 0) + by));
  }
  choose(store, { name: cell.name, index });
  focus(HERE);
}

/** The terms of a sum that are shown. */
const MOST_TERMS = 12;
interface Summand extends CellRef {
  readonly value: number;
  readonly weight: number;
}
const product = ({ value, weight }: Summand): number => value * weight;

/** Operations whose terms are pairs of factors, and a bias if their number is odd. */
const PAIRED = new Set(["linear", "scaled_dot_product", "weighted_sum"]);

/** What a number is the sum of, the largest first; undefined if it is no sum of products. */
function summandsOf({ op, terms, detail }: TrainingExplanation): readonly Summand[] | undefined {
  const summands = PAIRED.has(op)
    ? terms.flatMap((term, i) =>
        i % 2 > 0 ? [] : [{ ...term, weight: (terms[i + 1]?.value ?? 1) / (Number(detail["divisor"]) || 1) }],
      )
    : terms.flatMap((term) => (term.weight === undefined && op !== "add" ? [] : [{ weight: 1, ...term }]));
  if (summands.length === 0) return undefined;
  // What has no part in the sum is shown only where nothing has, as at a masked score.
  const parts = summands.filter(({ weight }) => weight !== 0);
  return (parts.length > 0 ? parts : summands).sort((a, b) => Math.abs(product(b)) - Math.abs(product(a)));
}

/** Where a number came from: the products that it is the sum of, or else the numbers that it was made from. */
function explanationTemplate(model: WalkModel, answer: TrainingExplanation): TemplateResult {
  const { name, index, value, terms } = answer;
  const { walk } = model.lab;
  const tokens = (cell: CellRef): TemplateResult =>
    html`<small translate="no">${tokensOfCell(model, cell)}</small>`;
  const text = html`<code>${cellName(name, index)} = ${shortNumber(value)}</code> ${tokens({ name, index })}`;
  if (terms.length === 0) return html`<p>${text}</p><p>${walk.noTerms}</p>`;
  const isKnown = (tensor: string): boolean => model.trace.steps.some((step) => step.name === tensor);
  const source = (term: CellRef): TemplateResult => {
    const shown = html`<code>${cellName(term.name, term.index)}</code>`;
    return html`<th scope="row">${isKnown(term.name) ? html`<button @click=${() => follow(model, term)}>${shown}</button>` : shown} ${tokens(term)}</th>`;
  };
  const heads = (...names: readonly string[]): TemplateResult =>
    html`<thead><tr>${names.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>`;
  const summands = summandsOf(answer);
  const said = (sentence: string, count: number): TemplateResult =>
    html`<p>${text}${slope(walk, { name, index, value })}<br />${format(sentence, { count })}</p>`;
  if (!summands)
    return html`${said(walk.made, terms.length)}
    <div class="scroll"><table class="terms">${heads(walk.from, walk.value)}
      <tbody>${terms.slice(0, MOST_TERMS).map((term) => html`<tr>${source(term)}<td>${shortNumber(term.value)}</td></tr>`)}</tbody>
    </table></div>`;
  const rest = summands.slice(MOST_TERMS);
  const last = (head: string, sum: number): TemplateResult =>
    html`<tr><th scope="row">${head}</th><td></td><td></td><td>${shortNumber(sum)}</td></tr>`;
  return html`${said(walk.terms, summands.length)}
    <div class="scroll"><table class="terms">${heads(walk.from, walk.value, walk.weight, walk.product)}
      <tbody>${summands
        .slice(0, MOST_TERMS)
        .map(
          (term) =>
            html`<tr>${source(term)}<td>${shortNumber(term.value)}</td><td>× ${shortNumber(term.weight)}</td><td>${shortNumber(product(term))}</td></tr>`,
        )}
      ${
        rest.length > 0
          ? last(
              format(walk.rest, { count: rest.length }),
              rest.reduce((sum, term) => sum + product(term), 0),
            )
          : nothing
      }</tbody>
      <tfoot>${last(walk.sum, value)}</tfoot>
    </table></div>`;
}

/** Says what a gradient means for its number; empty for a gradient of 0 or NaN. */
function slope(
  walk: LabWords["walk"],
  { name, index, value }: Pick<TrainingExplanation, "name" | "index" | "value">,
): TemplateResult | typeof nothing {
  if (!name.startsWith(GRADIENT) || index.length === 0 || !value) return nothing;
  const sentence = value < 0 ? walk.falls : walk.rises;
  return html`<br />${richText(format(sentence, { of: cellName(name.slice(GRADIENT.length), index) }))}`;
}

const stepOf = ({ steps }: TrainingTrace, name: string): TrainingStep | undefined =>
  steps.find((step) => step.name === name);

const symbolOf = (symbols: readonly string[], id: number): string => shownSymbol(symbols[id] ?? String(id));

/** The name of each place along an axis, in the batch row of the cell `index`; undefined if its places have only numbers. */
export function namesAlong(
  { trace, symbols }: Walked,
  { axes }: Pick<TrainingStep, "axes">,
  axis: number,
  index: readonly number[],
): ((at: number) => string) | undefined {
  const letter = axes.at(axis);
  if (letter === "V") return (id) => symbolOf(symbols, id);
  const ids = stepOf(trace, "ids");
  if (letter !== "L" || axes[0] !== "B" || !ids) return undefined;
  return (at) => symbolOf(symbols, ids.data[offsetOf(ids.shape, [index[0] ?? 0, at])] ?? -1);
}

/** The name of a row or column, after its number, because a token may stand in several places. */
export const headingOf = (name: ((at: number) => string) | undefined, at: number): string =>
  name ? `${at} ${name(at)}` : String(at);

/** The tokens that a cell belongs to: `sings → in`. Empty if there are none. */
export const tokensOfCell = (names: Walked, { name, index }: CellRef): string => {
  const step = stepOf(names.trace, name);
  if (!step) return "";
  return step.axes
    .flatMap((_, axis) => namesAlong(names, step, axis, index)?.(index[axis] ?? 0) ?? [])
    .join(" → ");
};

/**
 * The gradient of the attention weight through which most of an answer leaks: the largest at a cell (t, t + 1) whose target
 * counts. Undefined if all of these weights are 0.
 */
export function leakiestGradient(trace: TrainingTrace): CellRef | undefined {
  const ids = stepOf(trace, "ids");
  let found: CellRef | undefined;
  let most = 0;
  for (const { name, shape, data } of trace.steps.filter((step) => step.name.endsWith(".attention"))) {
    if (name.startsWith(GRADIENT)) continue;
    const [rows = 0, heads = 0, length = 0] = shape;
    for (let b = 0; b < rows; b++)
      for (let h = 0; h < heads; h++)
        for (let t = 0; t < length - 1; t++) {
          const index = [b, h, t, t + 1];
          const weight = data[offsetOf(shape, index)] ?? 0;
          if (weight <= most || ids?.data[offsetOf(ids.shape, [b, t + 1])] === trace.spec.padId) continue;
          most = weight;
          found = { name: `${GRADIENT}${name}`, index };
        }
  }
  return found;
}

const WINDOW = { rows: 8, columns: 8 } as const;

interface Window {
  /** The shape without its last two axes, as one number. */
  readonly matrices: number;
  readonly rows: readonly number[];
  readonly columns: readonly number[];
  /** The numbers of rows and columns outside the window. */
  readonly moreRows: number;
  readonly moreColumns: number;
}

/** The window that contains the cell `index`. */
export function windowAt(shape: readonly number[], index: readonly number[]): Window {
  const [rows, columns] = [shape.at(-2) ?? 1, shape.at(-1) ?? 1];
  const shownRows = around(index.at(-2) ?? 0, rows, WINDOW.rows);
  const shownColumns = around(index.at(-1) ?? 0, columns, WINDOW.columns);
  return {
    matrices: cellCount(shape.slice(0, -2)),
    rows: shownRows,
    columns: shownColumns,
    moreRows: rows - shownRows.length,
    moreColumns: columns - shownColumns.length,
  };
}

function around(at: number, size: number, most: number): number[] {
  const count = Math.min(size, most);
  const first = Math.max(0, Math.min(size - count, at - (at < most ? at : most - 1)));
  return Array.from({ length: count }, (_, i) => first + i);
}

/** The index of a cell in a matrix, row and column; it has as many numbers as the shape. */
export function indexOf(shape: readonly number[], matrix: number, row: number, column: number): number[] {
  const leading = indexAt(shape.slice(0, -2), matrix);
  return [...leading, row, column].slice(-shape.length || shape.length + 2);
}

export const matrixOf = (shape: readonly number[], index: readonly number[]): number =>
  offsetOf(shape.slice(0, -2), index.slice(0, -2));

/** The number of shades between a tensor's largest number and 0. */
export const SHADES = 4;

/** The class of a cell's colour: its sign, and its share of the largest number. */
export function shadeOf(value: number, largest: number): string {
  const shade = Math.ceil((Math.abs(value) / largest) * SHADES);
  return shade > 0 && shade <= SHADES ? `${value < 0 ? "negative" : "positive"} shade-${shade}` : "";
}

/** Three decimals; very small and very large numbers, as gradients often are, with a power of ten. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value) || Number.isInteger(value)) return String(value).replace("-", "−");
  const size = Math.abs(value);
  const text = size < 1e-3 || size >= 1e4 ? value.toExponential(1) : value.toFixed(3);
  return text.replaceAll("-", "−");
}
