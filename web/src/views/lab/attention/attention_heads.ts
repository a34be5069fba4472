/**
 * Shows what each head attends to in one row of words, for several models side by side. A word and a head are chosen for all
 * models together, so that their numbers can be compared; until the reader chooses, it is where the answer leaks most.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { ATTENTION, evenShare, headsPicture, weightAt } from "../../../draw/lab/heads.js";
import { paintOn } from "../../../draw/paint/paint.js";
import { cellAt, type Picture } from "../../../draw/picture.js";
import { digits } from "../../../draw/scale.js";
import type { FloatTensor } from "../../../module/training/types.js";
import { fill } from "../../../words/number_text.js";
import { shownSymbol } from "../../../words/prompt_text.js";
import type { LabWords } from "../../../words/words.js";
import { arrowTo } from "../../common/keyboard_focus.js";
import { OnScreenController } from "../../common/on_screen.js";
import { boxOnScreen, pixelRatio, scaleOnScreen } from "../../common/pixel_ratio.js";
import { reactive } from "../../common/reactive.js";
import { base } from "../../common/styles.js";
import { StaggeredParts, separateFrame } from "../in_turn.js";
import { arcsTemplate } from "./arcs_template.js";
import { attentionStyles } from "./attention_styles.js";
import { type HeadAt, leakiest, weightsOf } from "./leaks.js";
import { PageThemeController } from "./page_theme.js";

export interface AttentionRun {
  readonly key: string;
  readonly label: string;
  /** (layers, H, L, L) */
  readonly attention: FloatTensor;
}

export class LabAttentionElement extends LitElement {
  static override properties = reactive<LabAttentionElement>(
    "lab",
    "symbols",
    "tokens",
    "runs",
    "isResting",
    "room",
    "head",
    "chosen",
    "pointed",
  );
  declare lab: LabWords | undefined;
  /** What each id stands for. */
  declare symbols: readonly string[];
  /** The ids of the input row. */
  declare tokens: readonly number[];
  declare runs: readonly AttentionRun[];
  /** Whether the models are not learning at the moment. */
  declare isResting: boolean;
  /** The width of one model's picture; 0 until it is known. */
  declare room: number;
  /** The head that the reader chose. */
  declare head: Pick<HeadAt, "layer" | "head"> | undefined;
  /** The words that the reader chose, and points at. */
  declare chosen: number | undefined;
  declare pointed: number | undefined;
  readonly #theme = new PageThemeController(this);
  #isSeen = false;
  /** The tokens of the last update. */
  #tokens: readonly number[] | undefined;
  #shown: HeadAt = { layer: 0, head: 0, row: 0 };
  /** Cached with `room`, because measuring it between an update and its frame would force another layout. */
  #ratio = 1;
  readonly #sections = new StaggeredParts<TemplateResult>();
  /** Whether all models are drawn in the same frame, because more than their attention has changed. */
  #isAtOnce = true;
  /** The models whose section has been rendered again, but whose picture has not been painted. */
  readonly #unpainted = new Set<string>();
  readonly #pictures = new Map<string, Picture>();
  #observer: ResizeObserver | undefined;

  static override styles = [base, attentionStyles];

  constructor() {
    super();
    this.symbols = [];
    this.tokens = [];
    this.runs = [];
    this.isResting = true;
    this.room = 0;
    new OnScreenController(this, (isSeen) => {
      this.#isSeen = isSeen;
      if (isSeen) this.requestUpdate();
    });
  }

  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated) await separateFrame();
    super.scheduleUpdate();
  }

  /** Training is not drawn while the element is out of sight; its text is updated when training stops. */
  override shouldUpdate(): boolean {
    return this.#isSeen || this.isResting || !this.hasUpdated;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (this.tokens !== this.#tokens) this.head = this.chosen = this.pointed = undefined;
    this.#tokens = this.tokens;
    if (changed.size === 0 && this.#sections.isBehind) return;
    const found = leakiest(this.runs, this.#shown, this.head);
    const row = this.pointed ?? this.chosen ?? found.row;
    this.#shown = { ...found, row: Math.min(row, Math.max(0, this.tokens.length - 1)) };
    this.#isAtOnce = [...changed.keys()].some((name) => name !== "runs" && name !== "isResting");
    this.#sections.change(this.runs.length);
  }

  get #words(): string[] {
    return this.tokens.map((id) => shownSymbol(this.symbols[id] ?? String(id)));
  }

  override render(): TemplateResult | typeof nothing {
    const words = this.lab?.attention;
    if (!words || this.tokens.length === 0) return nothing;
    return html`<div class="choosing">${this.#wordButtons()}${this.#headButtons()}</div>
      <div class="runs">${this.#sections.make(this.#isAtOnce, (i) => this.#section(i))}</div>
      <p class="key"><span class="scale">0<i>${[1, 2, 3, 4, 5].map(() => html`<i></i>`)}</i>1</span><span><b class="hidden"></b>${words.answerKey}</span>
        <span><b class="leak"></b>${words.leakKey}</span></p>`;
  }

  #wordButtons(): TemplateResult {
    const words = this.lab?.attention;
    const { row } = this.#shown;
    return html`<div class="group" role="group" aria-label=${words?.word ?? ""} @keydown=${this.#onKey}
        @pointerleave=${() => this.#point(undefined)}>
      <span class="label">${words?.word}</span>${this.#words.map(
        (
          word,
          at,
        ) => html`<button translate="no" tabindex=${at === row ? 0 : -1} aria-pressed=${at === row ? "true" : "false"}
          @pointerenter=${() => this.#point(at)} @click=${() => this.#choose(at)}>${word}</button>`,
      )}</div>`;
  }

  #headButtons(): TemplateResult | typeof nothing {
    const words = this.lab?.attention;
    const [layers = 0, heads = 0] = this.runs[0]?.attention.shape ?? [];
    if (!words || layers * heads < 2) return nothing;
    const positions = Array.from({ length: layers * heads }, (_, i) => ({
      layer: Math.floor(i / heads),
      head: i % heads,
    }));
    const isOn = ({ layer, head }: Pick<HeadAt, "layer" | "head">): boolean =>
      layer === this.#shown.layer && head === this.#shown.head;
    return html`<div class="group" role="group" aria-label=${words.head}><span class="label">${words.head}</span>${positions.map(
      (position) =>
        html`<button aria-pressed=${isOn(position) ? "true" : "false"} @click=${() => {
          this.head = position;
        }}>${this.#titleOf(position.layer, position.head)}</button>`,
    )}</div>`;
  }

  readonly #titleOf = (layer: number, head: number): string => {
    const words = this.lab?.attention;
    const isOne = (this.runs[0]?.attention.shape[0] ?? 1) === 1;
    return fill((isOne ? words?.oneLayerHead : words?.layerHead) ?? "", { layer: layer + 1, head: head + 1 });
  };

  #section(i: number): TemplateResult {
    const run = this.runs[i];
    if (!run) return html``;
    this.#unpainted.add(run.key);
    const sentence = this.#sentence(run);
    return html`<section>
      <h3>${run.label}</h3>
      <div class="heads" data-key=${run.key}><canvas role="img" aria-label="${run.label}: ${sentence}"
        @pointermove=${this.#onPoint} @pointerleave=${() => this.#point(undefined)} @click=${this.#onPress}></canvas></div>
      ${this.room > 0 ? this.#arcs(run) : nothing}
      <p class="sentence">${sentence}</p>
    </section>`;
  }

  #arcs({ attention, label }: AttentionRun): TemplateResult {
    const weights = weightsOf(attention, this.#shown);
    const words = this.#words;
    const { row } = this.#shown;
    const listed = words.map((word, at) => `${word} ${digits(weights[at] ?? 0)}`).join(", ");
    const text = `${label}, ${this.#titleOf(this.#shown.layer, this.#shown.head)}, ${words[row]}: ${listed}`;
    return arcsTemplate({ words, weights, from: row, width: this.room, label: text });
  }

  /** Says how much weight the shown row gives to the word that it has to predict. */
  #sentence({ attention }: AttentionRun): string {
    const texts = this.lab?.attention;
    if (!texts) return "";
    const { layer, head, row } = this.#shown;
    const words = this.#words;
    const answer = words[row + 1];
    const facts = { word: words[row] ?? "", answer: answer ?? "", head: this.#titleOf(layer, head) };
    if (answer === undefined) return fill(texts.last, facts);
    const weight = weightAt(attention, [layer, head, row, row + 1]);
    if (Number.isNaN(weight)) return fill(texts.broken, facts);
    const share = evenShare(attention);
    const sentence = weight === 0 ? texts.masked : weight > share ? texts.leaks : texts.little;
    return fill(sentence, { ...facts, weight: digits(weight), share: digits(share) });
  }

  #point(at: number | undefined): void {
    if (this.pointed !== at) this.pointed = at;
  }

  #choose(at: number): void {
    this.chosen = at;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const row = this.pointed ?? this.chosen ?? this.#shown.row; // a click may not have been shown yet
    const next = arrowTo(event, row, this.tokens.length);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.pointed = undefined;
    this.#choose(next);
    this.performUpdate(); // the next key may come before the frame that an update would wait for
    this.renderRoot.querySelector<HTMLElement>('.group button[tabindex="0"]')?.focus();
  };

  #cellUnder(event: MouseEvent): readonly number[] | undefined {
    const canvas = event.currentTarget as HTMLCanvasElement;
    const picture = this.#pictures.get(canvas.parentElement?.dataset["key"] ?? "");
    const { x, y } = boxOnScreen(canvas);
    const scale = scaleOnScreen(canvas);
    const cell = picture && cellAt(picture, (event.clientX - x) / scale, (event.clientY - y) / scale);
    return cell?.ref?.name === ATTENTION ? cell.ref.index : undefined;
  }

  readonly #onPoint = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") this.#point(this.#cellUnder(event)?.[2]);
  };

  readonly #onPress = (event: MouseEvent): void => {
    const [layer, head, row] = this.#cellUnder(event) ?? [];
    if (layer === undefined || head === undefined || row === undefined) return;
    this.head = { layer, head };
    this.#choose(row);
  };

  override updated(): void {
    this.#observe();
    this.#paint();
    if (this.#sections.isBehind) this.requestUpdate();
  }

  /** Observes the width of the first model's picture; all have the same. */
  #observe(): void {
    const place = this.renderRoot.querySelector<HTMLElement>(".heads");
    if (this.#observer || !place) return;
    const measure = (): void => {
      this.room = Math.floor(place.clientWidth);
      this.#ratio = pixelRatio(this);
    };
    this.#observer = new ResizeObserver(() => setTimeout(measure));
    this.#observer.observe(place);
    measure();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
    this.#observer = undefined;
  }

  #paint(): void {
    if (this.room === 0) return;
    const { palette } = this.#theme;
    for (const place of this.renderRoot.querySelectorAll<HTMLElement>(".heads")) {
      const run = this.runs.find(({ key }) => key === place.dataset["key"]);
      const canvas = place.querySelector("canvas");
      if (!run || !canvas || !this.#unpainted.delete(run.key)) continue;
      const picture = headsPicture({
        ...{ attention: run.attention, words: this.#words, width: this.room, theme: palette },
        ...{ titleOf: this.#titleOf, front: this.#shown, at: this.pointed ?? this.chosen },
      });
      this.#pictures.set(run.key, picture);
      canvas.style.width = `${picture.width}px`;
      canvas.style.height = `${picture.height}px`;
      paintOn(canvas, picture, palette.paper, this.#ratio);
    }
  }
}
