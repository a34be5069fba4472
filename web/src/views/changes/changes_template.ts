/** Numbers set by hand: the line above the stage that says what was changed and what followed, and the switches below it. */
import { html, nothing, type TemplateResult } from "lit";
import { comparedSlice, differences, differs, valuesAt } from "../../draw/compare.js";
import { tokensOf, tokensOfCell } from "../../draw/names.js";
import type { CellRef, Focus, StageStep, Tokens } from "../../draw/picture.js";
import { digits } from "../../draw/scale.js";
import { BEFORE } from "../../lessons/offers.js";
import type { Change, Step, Trace } from "../../module/types.js";
import { hasChange, headOff, keyRemoved, withChange, withoutChange } from "../../spec/changes.js";
import type { UserAction } from "../../store/actions.js";
import type { Run } from "../../store/lesson_runner.js";
import { cellName, format, realText } from "../../words/number_text.js";
import { problemText } from "../../words/problem_text.js";
import type { WholeWords } from "../../words/words.js";

/** What the views know. */
export interface ChangesModel {
  readonly words: WholeWords;
  readonly run: Run;
  readonly focus: Focus;
  readonly tokens: Tokens | undefined;
  dispatch(action: UserAction): void;
  /** Focuses the table of numbers: called when the last change is taken back, because its button goes. */
  focusTable(): void;
}

type Model = Omit<ChangesModel, "dispatch" | "focusTable">;

/** Above the stage while something is changed, or does not fit. */
export function changedLine(
  { dispatch, focusTable, ...model }: ChangesModel,
  mayChange: boolean,
): TemplateResult | typeof nothing {
  const { words, run } = model;
  const { changes = [], unfit } = run;
  const [problem] = unfit;
  if (changes.length === 0 && !problem) return nothing;
  const w = words.changes;
  const set = (to: readonly Change[]): void => {
    dispatch({ type: "changes", changes: to });
    if (to.length === 0) focusTable();
  };
  const button = (label: string, act: () => void, sheet?: string): TemplateResult =>
    html`<button data-sheet=${sheet ?? nothing} @click=${act}>${label}</button>`;
  return html`<div class="changed" role="group" aria-label=${w.heading}>
    <p>${changes.length > 0 ? html`<b>${whatText(model)}</b> ${consequence(model)}` : nothing}
      ${problem ? format(w.unfit, { count: unfit.length, why: problemText(words, problem) }) : nothing}</p>
    ${mayChange && changes.length > 0 ? button(w.undo, () => set(changes.slice(0, -1))) : nothing}
    ${
      changes.length > 0
        ? button(
            w.compare,
            () => dispatch({ type: "sheet", sheet: { kind: "compare", id: BEFORE } }),
            "compare",
          )
        : nothing
    }
    ${mayChange && changes.length > 1 ? button(w.original, () => set([])) : nothing}
  </div>`;
}

/** What was changed and what followed, for a screen reader; empty without changes. */
export const spokenChanges = (model: Model): string =>
  model.run.before ? `${whatText(model)} ${consequence(model)}` : "";

function whatText(model: Model): string {
  const { changes = [] } = model.run;
  const [only, ...others] = changes;
  const w = model.words.changes;
  return only && others.length === 0 ? changeText(model, only) : format(w.many, { count: changes.length });
}

/** "Head 2 is off." or "scores[0, 0, 2, 1] = 3." */
function changeText({ words, run: { trace }, tokens }: Model, change: Change): string {
  const w = words.changes;
  const head = headsOff(trace).find((one) => hasChange([change], one));
  if (head) return format(w.headOff, { head: Number(head.index[1]) + 1 });
  const batch = typeof change.index[0] === "number" ? change.index[0] : 0;
  const key = change.index.at(-1);
  if (typeof key === "number" && hasChange([keyRemoved(trace, batch, key)], change)) {
    const name = keysOf(trace, { batch, head: 0 }, tokens)[key]?.text ?? "";
    return format(w.keyOff, { key: name });
  }
  const value = change.value === "-inf" ? "−∞" : digits(change.value);
  return `${change.name}[${change.index.join(", ")}] = ${value}.`;
}

const headsOff = (trace: Trace): Change[] =>
  Array.from({ length: trace.spec.numHeads }, (_, head) => headOff(trace, head)).flatMap((one) => one ?? []);

function keysOf(trace: Trace, focus: Focus, tokens: Tokens | undefined) {
  const letter = trace.steps.find(({ name }) => name === "scores")?.axes.at(-1) ?? "";
  return tokensOf({ trace, focus, tokens }, letter) ?? [];
}

/** What followed: whose weight is another one now, or else what is different at the end. */
function consequence({ words, run, focus, tokens }: Model): string {
  const { trace, before } = run;
  const w = words.changes;
  if (!before) return "";
  for (const name of ["attention", trace.steps.at(-1)?.name ?? ""]) {
    const pair = pairOf(before, trace, name);
    const { changed, largest } = pair ? differences(pair, focus) : { changed: 0, largest: undefined };
    if (!pair || changed === 0) continue;
    const asked = name === "attention" ? weightOf(pair, run.changes?.at(-1)) : undefined;
    const cell = asked ?? largest ?? firstDifferent(pair, focus);
    const [was, is] = numbersText(valuesAt(pair, cell.index));
    const [query, key] = name === "attention" ? tokensOfCell(trace, tokens, pair.other, cell.index) : [];
    const numbers = { before: was, after: is };
    if (query && key) return format(w.looks, { ...numbers, query: query.text, key: key.text });
    return format(w.largest, { ...numbers, count: changed, name, cell: cellName(cell.name, cell.index) });
  }
  return w.nothing;
}

/** The weight of a score that was changed last, if it is another one now. */
function weightOf(pair: Pair, last: Change | undefined): CellRef | undefined {
  const { name, shape } = pair.other;
  const index = last?.index.flatMap((place) => (place === ":" ? [] : place)) ?? [];
  if (!last || !SCORES.includes(last.name) || index.length !== shape.length) return undefined;
  const [was, is] = valuesAt(pair, index);
  return differs(was, is) ? { name, index } : undefined;
}

/** Two numbers that differ, with as many decimals as that takes. */
function numbersText([a, b]: readonly [number, number]): readonly [string, string] {
  const texts = [digits(a), digits(b)] as const;
  return texts[0] === texts[1] ? [realText(a), realText(b)] : texts;
}

/** A cell that is NaN or masked in only one of the traces: of these there is no largest difference. */
function firstDifferent(pair: Pair, focus: Focus): CellRef {
  const { rows, cols, ref } = comparedSlice(pair, focus);
  for (let row = 0; row < rows.size; row++)
    for (let col = 0; col < cols.size; col++) {
      const [a, b] = valuesAt(pair, ref(row, col).index);
      if (!Object.is(a, b)) return ref(row, col);
    }
  return ref(0, 0);
}

interface Pair {
  readonly asItIs: Step;
  readonly other: Step;
}

/** A step before the changes, and with them. */
export function pairOf(before: Trace, after: Trace, name: string): Pair | undefined {
  const [asItIs, other] = [before, after].map(({ steps }) => steps.find((step) => step.name === name));
  return asItIs && other && { asItIs, other };
}

const SCORES: readonly string[] = ["scores", "masked_scores", "attention"];
const ATTENTION: readonly string[] = [...SCORES, "values"];
/** With more keys the switches would cover the stage. */
const MOST_KEYS = 24;

/** Below the steps of attention: switches for its heads, and for its keys. */
export function offSwitches(
  { words, run, focus, tokens, dispatch }: Omit<ChangesModel, "focusTable">,
  step: StageStep,
): TemplateResult | typeof nothing {
  const { trace, changes = [] } = run;
  if (!ATTENTION.includes(step.name)) return nothing;
  const w = words.changes;
  const toggle = (change: Change): void => {
    const to = hasChange(changes, change) ? withoutChange(changes, change) : withChange(changes, change);
    dispatch({ type: "changes", changes: to });
  };
  const choice = (label: string, change: Change): TemplateResult => html`<label><input type="checkbox"
    .checked=${!hasChange(changes, change)} @change=${() => toggle(change)}>${label}</label>`;
  const heads = headsOff(trace);
  const keys = keysOf(trace, focus, tokens).slice(0, MOST_KEYS);
  return html`<details class="off"><summary>${w.off}</summary><div>
    ${
      heads.length > 1
        ? html`<fieldset><legend>${w.heads}</legend>${heads.map((change, head) => choice(String(head + 1), change))}</fieldset>`
        : nothing
    }
    <fieldset><legend>${w.keys}</legend>${keys.map(({ text, at }) => choice(text, keyRemoved(trace, focus.batch, at)))}</fieldset>
  </div></details>`;
}
