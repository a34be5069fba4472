/**
 * <heads-up-code>: the reader's program in CodeMirror, with marks that come from running it: what is on the stage, the shape
 * of each line, the error, hints. A mark is placed in the text of the moment when it is set; from then on it moves with the text.
 */
import { defaultKeymap, history, historyKeymap, isolateHistory, undoDepth } from "@codemirror/commands";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { python } from "@codemirror/legacy-modes/mode/python";
import {
  Annotation,
  EditorState,
  type Extension,
  type Range,
  StateEffect,
  StateField,
  type Text,
  Transaction,
} from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
  type Tooltip,
  type TooltipView,
  tooltips,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { html, LitElement, type PropertyValues, render, type TemplateResult } from "lit";
import type { SourcePlace } from "../../module/python/types.js";
import type { LineShape } from "../../notebook/steps.js";
import { nextTask } from "../../timeline/frames.js";
import { reactive } from "../common/reactive.js";
import { registerElements } from "../common/register.js";
import { controls } from "../common/styles.js";
import { axisColors } from "../common/theme_css.js";
import { followSize, whileConnected } from "../common/while_connected.js";
import { codeStyles } from "./code_editor_styles.js";
import { columnsOf, placeAt, shapePieces, shapeTemplate, spanOf } from "./code_marks.js";

export interface CodeNote {
  readonly line: number;
  readonly text: string;
  readonly id: string;
}
export type Describe = (place: ReturnType<typeof placeAt>, word: string) => TemplateResult | undefined;
export type CodeError = Omit<SourcePlace, "frames"> & { readonly text: string };

/** For this long after the reader has typed or moved the cursor, the lines stay where they are. */
const REST_MS = 400;
/** The space around a shape, and the width of one of its characters, both in characters of the code. */
const SHAPE_GAP = 3.5;
const SHAPE_SIZE = 13 / 14;
/** CodeMirror reads the last syllable from the page after the browser has ended a composition. */
const COMPOSED_MS = 100;

/** What stands between the letters of the program or under a line. Two of the same class and key look the same. */
class Beside extends WidgetType {
  readonly className: string;
  readonly key: string;
  readonly template: TemplateResult;

  constructor(className: "shape" | "shape beside" | "under", key: string, template: TemplateResult) {
    super();
    this.className = className;
    this.key = key;
    this.template = template;
  }
  override eq({ className, key }: Beside): boolean {
    return className === this.className && key === this.key;
  }
  toDOM(): HTMLElement {
    const element = document.createElement("span");
    element.className = this.className;
    render(this.template, element);
    return element;
  }
  /** A click on a shape is for the editor, which puts the cursor at the line's end. */
  override ignoreEvent(): boolean {
    return this.className === "under";
  }
}

/** At the end of its line; where both are longer than the editor is wide, under the line, so that no code is covered or far from its shape. */
function shapeWidget(shapes: readonly LineShape[], line: string, columns: number): Beside {
  const pieces = shapePieces(shapes);
  const text = pieces.map((piece) => piece.text).join("");
  const length = text.length * SHAPE_SIZE;
  const isBeside = columnsOf(line) + SHAPE_GAP + length <= columns;
  const before = isBeside ? "" : `\n${/^\s*/.exec(line)}`;
  return new Beside(
    isBeside ? "shape beside" : "shape",
    before + text,
    html`${before}<span aria-hidden="true">${shapeTemplate(pieces)}</span>`,
  );
}

type Mark = Range<Decoration>;
const LIT_LINE = Decoration.line({ class: "lit-line" });
const LIT = Decoration.mark({ class: "lit" });
const WRONG = Decoration.mark({ class: "wrong" });

const hasLine = (doc: Text, line: number): boolean => line >= 1 && line <= doc.lines;

function litMarks(doc: Text, place: SourcePlace | undefined): Mark[] {
  const span = place && spanOf(doc, place);
  if (!span) return [];
  const [first, last] = [doc.lineAt(span.from).number, doc.lineAt(span.to).number];
  const lines = Array.from({ length: last - first + 1 }, (_, i) => LIT_LINE.range(doc.line(first + i).from));
  return span.to > span.from ? [...lines, LIT.range(span.from, span.to)] : lines;
}

const shapeMarks = (doc: Text, shapes: CodeElement["shapes"], columns: number): Mark[] =>
  [...shapes]
    .filter(([line]) => hasLine(doc, line))
    .map(([line, made]) => {
      const { text, to } = doc.line(line);
      return Decoration.widget({ widget: shapeWidget(made, text, columns), side: 1 }).range(to);
    });

const under = (doc: Text, line: number, side: number, widget: Beside): Mark =>
  Decoration.widget({ widget, block: true, side }).range(doc.line(line).to);

function errorMarks(doc: Text, error: CodeError | undefined): Mark[] {
  const span = error && spanOf(doc, error);
  if (!span) return [];
  const widget = new Beside("under", error.text, html`<div class="problem">${error.text}</div>`);
  const text = under(doc, error.line, 1, widget);
  return span.to > span.from ? [WRONG.range(span.from, span.to), text] : [text];
}

function noteMarks(doc: Text, notes: readonly CodeNote[], press: (id: string) => void): Mark[] {
  return notes
    .filter(({ line }) => hasLine(doc, line))
    .map(({ line, text, id }) => {
      const button = html`<button class="note" type="button" @click=${() => press(id)}>${text}</button>`;
      return under(doc, line, 2, new Beside("under", JSON.stringify([id, text]), button));
    });
}

/** Decorations that are set as a whole, and that move with the text until they are set again. */
function layer() {
  const set = StateEffect.define<DecorationSet>();
  const field = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update: (marks, { changes, effects }) =>
      effects.find((effect) => effect.is(set))?.value ?? marks.map(changes),
    provide: (self) => EditorView.decorations.from(self),
  });
  return { set, field };
}

const LAYERS = { lit: layer(), shapes: layer(), error: layer(), notes: layer() };
type LayerName = keyof typeof LAYERS;
const LAYER_NAMES = Object.keys(LAYERS) as LayerName[];
/** The texts under lines, which would come and go with every letter. */
const MOVES_LINES: readonly LayerName[] = ["error", "notes"];

/** RangeSet.eq takes marks of one line for each other where the line is marked, too. */
function areSame(some: DecorationSet, others: DecorationSet): boolean {
  const [a, b] = [some.iter(), others.iter()];
  for (; a.value && b.value; a.next(), b.next())
    if (a.from !== b.from || a.to !== b.to || !(a.value === b.value || a.value.eq(b.value))) return false;
  return a.value === b.value;
}

/** On changes that come from `source` and not from the reader. */
const fromOutside = Annotation.define<true>();

/** Whether the reader has put another program in the place of all there was, such as by pasting. */
function replacesAll(change: Transaction): boolean {
  let isAll = false;
  change.changes.iterChangedRanges((from, to) => {
    isAll ||= from === 0 && to === change.startState.doc.length;
  });
  return isAll && !change.isUserEvent("input.type");
}

/** Colours are classes, so that the theme's variables stay in the stylesheet. */
const highlighting = HighlightStyle.define([
  { tag: tags.keyword, class: "keyword" },
  { tag: [tags.string, tags.special(tags.string)], class: "string" },
  { tag: tags.definition(tags.variableName), class: "definition" },
  { tag: [tags.comment, tags.self, tags.meta], class: "quiet" },
]);

const EXTENSIONS: Extension = [
  lineNumbers(),
  history(),
  StreamLanguage.define(python),
  syntaxHighlighting(highlighting),
  indentUnit.of("    "),
  EditorState.tabSize.of(4),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  // The editor clips what reaches out of it.
  tooltips({ position: "absolute", tooltipSpace: ({ dom }) => dom.getBoundingClientRect() }),
  // Without a binding for Tab, which leaves the editor.
  keymap.of([...defaultKeymap, ...historyKeymap]),
  LAYER_NAMES.map((name) => LAYERS[name].field),
];

export class CodeElement extends LitElement {
  /** What the editor has. Another text replaces it, and can be undone. */
  @reactive source = "";
  /** The expression on the stage. */
  @reactive lit: SourcePlace | undefined;
  /** By line, from 1. */
  @reactive shapes: ReadonlyMap<number, readonly LineShape[]> = new Map();
  @reactive error: CodeError | undefined;
  @reactive notes: readonly CodeNote[] = [];
  /** What the tensor of a name is, or of the expression around a place. */
  @reactive describe: Describe | undefined;
  /** The accessible name. */
  @reactive label = "";
  /** Whether the reader may only read. */
  @reactive locked = false;
  #view: EditorView | undefined;
  /** What the editor was when it left the page, with its history. */
  #kept: EditorState | undefined;
  /** The properties that the editor does not show yet. */
  readonly #due = new Set<PropertyKey>();
  #actedMs = Number.NEGATIVE_INFINITY;
  /** How many characters of a line are in view. */
  #columns = 0;
  /** The text that the shapes are of. */
  #shaped: Text | undefined;

  static override styles = [controls, axisColors, codeStyles];

  constructor() {
    super();
    whileConnected(this, (signal) => {
      const root = this.renderRoot as ShadowRoot;
      const view = new EditorView({ state: this.#kept ?? this.#newState(), root, parent: root });
      this.#view = view;
      signal.addEventListener("abort", () => {
        this.#kept = view.state;
        this.#view = undefined;
        view.destroy();
      });
      this.requestUpdate();
    });
    // CodeMirror overlooks a change of size just after one of the text.
    followSize(this, () => {
      this.#view?.requestMeasure();
      if (this.#view) this.#reveal(this.#view);
    });
  }

  #newState(): EditorState {
    return EditorState.create({
      doc: this.source,
      extensions: [
        EXTENSIONS,
        // Editable text has the focus without a tabindex, too; checkers of accessibility look for one.
        EditorView.contentAttributes.of(() => ({
          ...{ "aria-label": this.label, "aria-readonly": String(this.locked), tabindex: "0" },
        })),
        EditorState.changeFilter.of((change) => !this.locked || change.annotation(fromOutside) === true),
        hoverTooltip((view, offset) => this.#tooltip(view.state, offset)),
        EditorView.updateListener.of((update) => this.#onUpdate(update)),
        EditorView.domEventHandlers({
          click: (event, view) => this.#onClick(event, view),
          compositionend: () => void setTimeout(() => this.requestUpdate(), COMPOSED_MS),
        }),
      ],
    });
  }

  #tooltip(state: EditorState, offset: number): Tooltip | null {
    const { doc } = state;
    const word = state.wordAt(offset);
    const text = word && this.describe?.(placeAt(doc, offset), doc.sliceString(word.from, word.to));
    if (!text) return null;
    const create = (): TooltipView => {
      const dom = document.createElement("div");
      render(text, dom);
      return { dom };
    };
    return { pos: word.from, end: word.to, above: true, create };
  }

  override focus(): void {
    this.#view?.focus();
  }

  /** In a task of its own: CodeMirror arranges its lines for every set of marks. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated) await nextTask();
    super.scheduleUpdate();
  }

  override updated(changed: PropertyValues<this>): void {
    for (const name of changed.keys()) this.#due.add(name);
    // Changing the text or its marks during a composition would end it.
    if (!this.#view || this.#view.composing) return;
    if (this.#due.delete("source")) this.#replace(this.#view);
    this.#mark(this.#view);
  }

  #replace(view: EditorView): void {
    const { doc } = view.state;
    const insert = this.source.replace(/\r\n?/g, "\n"); // as CodeMirror has it
    if (insert === doc.toString()) return;
    this.#actedMs = Number.NEGATIVE_INFINITY;
    // Before the first text there is nothing to go back to.
    const undoable = Transaction.addToHistory.of(doc.length > 0 || undoDepth(view.state) > 0);
    view.dispatch({
      changes: { from: 0, to: doc.length, insert },
      selection: { anchor: 0 },
      annotations: [fromOutside.of(true), isolateHistory.of("full"), undoable],
    });
  }

  #mark(view: EditorView): void {
    const { doc } = view.state;
    const marks: Readonly<Record<LayerName, () => Mark[]>> = {
      lit: () => litMarks(doc, this.lit),
      shapes: () => shapeMarks(doc, this.shapes, this.#columns),
      error: () => errorMarks(doc, this.error),
      notes: () => noteMarks(doc, this.notes, (id) => this.#fire("code-note", { id })),
    };
    const restMs = REST_MS - (performance.now() - this.#actedMs);
    const isDue = (name: LayerName): boolean =>
      this.#due.has(name) && (restMs <= 0 || !MOVES_LINES.includes(name));
    const effects = LAYER_NAMES.filter(isDue).flatMap((name) => {
      this.#due.delete(name);
      if (name === "shapes") this.#shaped = doc;
      const { set, field } = LAYERS[name];
      const next = Decoration.set(marks[name](), true);
      return areSame(next, view.state.field(field)) ? [] : [set.of(next)];
    });
    if (this.#due.delete("label") || effects.length > 0) view.dispatch({ effects });
    // What comes under lines above would move the lit one out of view.
    if (effects.length > 0) this.#reveal(view);
    if (MOVES_LINES.some((name) => this.#due.has(name))) setTimeout(() => this.requestUpdate(), restMs);
  }

  /**
   * Scrolls the editor, and nothing around it, just as far as the line on the stage, and in a program that was only opened as far as
   * its error. Where readers act themselves, the lines stay.
   */
  #reveal(view: EditorView, isFirst = true): void {
    const sinceMs = performance.now() - this.#actedMs;
    if (sinceMs < REST_MS) return;
    const places = [this.lit, sinceMs === Number.POSITIVE_INFINITY ? this.error : undefined];
    view.requestMeasure({
      key: this,
      read: () => {
        const { scrollTop, clientHeight } = view.scrollDOM;
        return places.reduce((shown, place) => {
          const span = place && spanOf(view.state.doc, place);
          if (!span) return shown;
          const { top, bottom } = view.lineBlockAt(span.from);
          // CodeMirror measures in pixels of the screen, which in a lecture are smaller than those of the element.
          const [first, last, line] = [
            (top + view.documentPadding.top) / view.scaleY,
            (bottom + view.documentPadding.top) / view.scaleY,
            view.defaultLineHeight / view.scaleY,
          ];
          if (first < shown) return first - line;
          return last > shown + clientHeight ? last - clientHeight + line : shown;
        }, scrollTop);
      },
      write: (scrollTop) => {
        const before = view.scrollDOM.scrollTop;
        if (scrollTop !== before) view.scrollDOM.scrollTop = scrollTop;
        // The heights of lines that come into view were a guess; and CodeMirror stays at the end of a text that was pasted.
        if (isFirst || view.scrollDOM.scrollTop !== before) setTimeout(() => this.#reveal(view, false));
      },
    });
  }

  #onUpdate({ transactions, state, docChanged, selectionSet, view }: ViewUpdate): void {
    const { clientWidth } = view.scrollDOM;
    const columns = ((clientWidth - view.contentDOM.offsetLeft) * view.scaleX) / view.defaultCharacterWidth;
    if (columns !== this.#columns) {
      this.#columns = columns;
      // In a text that has not run, the lines of the shapes are those of the text before.
      if (state.doc === this.#shaped) this.requestUpdate("shapes");
    }
    const acts = transactions.filter((one) => !one.annotation(fromOutside));
    if (docChanged && acts.some((one) => one.docChanged)) {
      const isOther = acts.some(replacesAll);
      this.#actedMs = isOther ? Number.NEGATIVE_INFINITY : performance.now();
      this.source = state.doc.toString();
      this.#fire(isOther ? "code-open" : "code-edit", { source: this.source });
    } else if (selectionSet && acts.some((one) => one.isUserEvent("select"))) {
      this.#actedMs = performance.now();
      // What the pointer does is known at its click.
      if (acts.some((one) => one.isUserEvent("select.pointer")) || !state.selection.main.empty) return;
      this.#fire("code-place", placeAt(state.doc, state.selection.main.head));
    }
  }

  #onClick({ clientX, clientY }: MouseEvent, view: EditorView): void {
    const offset = view.posAtCoords({ x: clientX, y: clientY });
    if (offset === null || !view.state.selection.main.empty) return;
    this.#actedMs = performance.now();
    this.#fire("code-place", placeAt(view.state.doc, offset));
  }

  #fire(type: "code-edit" | "code-open" | "code-place" | "code-note", detail: object): void {
    this.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail }));
  }
}

registerElements([["heads-up-code", CodeElement]]);
