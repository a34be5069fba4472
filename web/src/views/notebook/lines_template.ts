/** The strip: what is open of the program, line by line, with a small true picture of each step; above it the groups that are open. */
import { html, nothing, type TemplateResult } from "lit";
import { thumbnailOf } from "../../draw/program/thumbnail.js";
import type { Palette } from "../../draw/theme.js";
import {
  enteredGroups,
  type Group,
  type Item,
  innermostLoop,
  itemsBetween,
  openRange,
  turnAt,
} from "../../notebook/groups.js";
import { type NotebookState, stopIn } from "../../notebook/state.js";
import { type ProgramRun, wholeStep } from "../../notebook/steps.js";
import { format } from "../../words/number_text.js";
import type { NotebookWords } from "../../words/words.js";
import { paintedLater } from "../common/canvas.js";
import { memo } from "../common/memo.js";
import { groupTitle, titleIn } from "./program_stage.js";

const SMALL = { width: 44, height: 26 };
/** Groups on each side of the current one, and steps in it: a training loop has thousands. */
const MOST_LINES = 40;
const MOST_STEPS = 60;

export interface StripActions {
  step(index: number, level: number): void;
  enter(): void;
  leave(level: number): void;
  turn(level: number, by: number): void;
}

/** Groups of items that the same line has asked for. */
interface Line {
  readonly line: number;
  readonly items: readonly Item[];
}

const lineOf = ({ steps }: ProgramRun, { first, group }: Item): number =>
  (group?.place ?? steps[first]?.source)?.line ?? 0;

/** What is open, line by line. */
const linesOf = memo((run: ProgramRun, level: number, first: number, last: number): readonly Line[] => {
  const lines: { line: number; items: Item[] }[] = [];
  for (const item of itemsBetween(run.paths, level, first, last)) {
    const line = lineOf(run, item);
    const before = lines.at(-1);
    if (before?.line === line) before.items.push(item);
    else lines.push({ line, items: [item] });
  }
  return lines;
});

/** What is open, and the place of what is shown in it. */
export function openItems(state: NotebookState): { readonly count: number; readonly at: number } {
  const { run, level, playback } = state;
  if (!run) return { count: 0, at: 0 };
  const items = linesOf(run, level, ...openRange(run.paths, stopIn(state))).flatMap(({ items }) => items);
  return { count: items.length, at: items.findIndex(({ last }) => last >= playback.index) };
}

export function linesTemplate(
  state: NotebookState,
  words: NotebookWords,
  theme: Palette,
  actions: StripActions,
): TemplateResult | typeof nothing {
  const { run, playback, level } = state;
  if (!run) return nothing;
  const { stage } = words;
  const { index } = playback;
  const lines = linesOf(run, level, ...openRange(run.paths, stopIn(state)));
  const current = lines.findIndex(({ items }) => (items.at(-1)?.last ?? 0) >= index);
  const from = Math.max(0, Math.min(current - MOST_LINES / 2, lines.length - MOST_LINES));
  const button = (item: Item, line: number): TemplateResult | typeof nothing => {
    const { first, last, group } = item;
    const step = group ? wholeStep(run, group) : run.steps[first];
    if (!step) return nothing;
    const isNow = index >= first && index <= last;
    const title = group ? groupTitle(run, group) : titleIn(run, step);
    const facts = { line: String(line), title, count: String(last - first + 1) };
    const label = format(group ? stage.groupLabel : stage.stepLabel, facts);
    return html`<li class=${group ? "group" : ""}><button aria-current=${isNow ? "step" : nothing} aria-label=${label} title=${label}
        aria-expanded=${group ? "false" : nothing} @click=${() => (group && isNow ? actions.enter() : actions.step(last, level))}>
      <canvas aria-hidden="true" ${paintedLater(theme.paper, [step.data, theme], () => thumbnailOf(step, theme, SMALL, run.tensors))}></canvas><span>${title}</span>
    </button></li>`;
  };
  /** The line that is shown is open; of another one there is the last step, which is what it comes to. */
  const lineTemplate = ({ line, items }: Line, isNow: boolean): TemplateResult => {
    const at = items.findIndex(({ last }) => last >= index);
    const start = Math.max(0, Math.min(at - MOST_STEPS / 2, items.length - MOST_STEPS));
    const shown = isNow ? items.slice(start, start + MOST_STEPS) : items.slice(-1);
    const count = items.length > 1 ? ` · ${items.length}` : "";
    return html`<div class="line ${isNow ? "now" : ""}">
      <small>${format(stage.line, { line: String(line) })}${count}</small>
      <ol>${shown.map((item) => button(item, line))}</ol>
    </div>`;
  };
  return html`<div class="strip">
    ${run.paths.some((path) => path.length > 0) ? pathTemplate(state, run, words, actions) : nothing}
    <nav class="lines" aria-label=${stage.lines}>
      ${lines.slice(from, from + MOST_LINES).map((line, i) => lineTemplate(line, from + i === current))}
    </nav>
  </div>`;
}

/** The groups that are entered, each of which leads out to it; a loop with its turn. */
function pathTemplate(
  state: NotebookState,
  run: ProgramRun,
  { stage }: NotebookWords,
  actions: StripActions,
): TemplateResult {
  const entered = enteredGroups(run.paths, stopIn(state));
  const turns = (group: Group, at: number): TemplateResult | typeof nothing => {
    const turn = turnAt(group, state.playback.index);
    if (turn < 0) return nothing;
    const count = group.turns.length;
    const button = (by: -1 | 1, name: string, sign: string, key: string, arrow: string): TemplateResult => {
      const isInner = at === innermostLoop(entered);
      return html`<button aria-label=${name} title=${isInner ? `${name} (Shift+${arrow})` : name} aria-keyshortcuts=${isInner ? `Shift+${key}` : nothing}
        ?disabled=${turn + by < 0 || turn + by === count} @click=${() => actions.turn(at, by)}>${sign}</button>`;
    };
    return html`<span class="turns">
      ${button(-1, stage.turnBefore, "‹", "ArrowLeft", "←")}
      ${format(stage.turn, { turn: String(turn + 1), count: String(count) })}
      ${button(1, stage.turnAfter, "›", "ArrowRight", "→")}
    </span>`;
  };
  const crumb = (title: string, level: number): TemplateResult =>
    level === entered.length
      ? html`<span aria-current="location" title=${title}>${title}</span>`
      : html`<button title=${title} @click=${() => actions.leave(level)}>${title}</button>`;
  return html`<nav aria-label=${stage.path}><ol class="crumbs">
    <li>${crumb(stage.program, 0)}</li>
    ${entered.map((group, i) => html`<li>${crumb(groupTitle(run, group), i + 1)}${turns(group, i)}</li>`)}
  </ol></nav>`;
}
