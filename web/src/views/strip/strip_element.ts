/**
 * The pipeline strip: every step as a small picture of its real numbers, grouped by chapter, the current one underlined.
 * One tab stop; the arrow keys go from step to step as they do everywhere on the page.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { paint } from "../../draw/paint/paint.js";
import type { Picture } from "../../draw/picture.js";
import { RequestStore } from "../../store/request_store.js";
import type { Words } from "../../words/words.js";
import { type IsOver, whenIdle } from "../common/idle.js";
import { keepFocus } from "../common/keys.js";
import { boxOnScreen, pixelRatio, scaleOnScreen } from "../common/pixel_ratio.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { waitToUpdate } from "../common/update_queue.js";
import { followSize, whileConnected } from "../common/while_connected.js";

export interface StripStep {
  readonly id: string;
  readonly chapter: string;
  readonly title: string;
  /** Its number, or those of the steps that it stands for. */
  readonly number: string;
  readonly isFold: boolean;
}

/** Returns the drawing of a step, requested when the step is painted. */
export type DrawThumbnail = (index: number, size: { width: number; height: number }) => Picture;

/**
 * Width limits of a picture. Within them all steps fit side by side if possible; on a small screen they scroll, and are
 * wide enough for a finger.
 */
const WIDTH = { least: 28, touch: 44, most: 60 } as const;
const SMALL_SCREEN = 900;
const HEIGHT = 26;
/** The width of a letter of the names in 11 px, and of a Korean syllable. */
const [LETTER, SYLLABLE] = [6.7, 11] as const;
const widthOf = (name: string): number =>
  [...name].reduce((width, letter) => width + (/\p{Script=Hangul}/u.test(letter) ? SYLLABLE : LETTER), 0);

/** The short name of a step in the reader's language, or that of its tensor, without what its chapter and its neighbours say: masked_scores → masked, demo_scores → scores. */
export function nameOf({ strip }: Pick<Words, "strip">, id: string): string {
  const name = id
    .replace(/^(opening|(demo|warmup|attn|embedding|position|values|norm_.)[_.])/, "")
    .replace(/(masked|nopeak|padding)_.*|(target|conv.)[_.][ew].*/, "$1$2");
  const names: Readonly<Record<string, string>> = strip;
  return names[id] ?? names[name] ?? name;
}
const shortName = (words: Words, { id, number, isFold }: StripStep): string =>
  isFold ? number : nameOf(words, id);
/** How much of the window the arrows scroll by. */
const LEAP = 0.7;
/** Room beside a picture, between chapters, and before the name of a chapter. */
const BESIDE = 6;
const BETWEEN = 15;
const BEFORE_NAME = 4;

export class StripElement extends LitElement {
  @reactive words!: Words;
  @reactive steps!: readonly StripStep[];
  @reactive current!: number;
  /** The current step has not been played yet, so its thumbnail is hidden: it would reveal the result. */
  @reactive waiting!: boolean;
  @reactive drawing!: DrawThumbnail;
  @reactive paper!: string;
  readonly #painting = new RequestStore<void, void>(() => this.#paintAll());
  #width = 0;
  /** The step of the last update. */
  #shown: number | undefined;
  /** The strip's own width; 0 until it is known. */
  #room = 0;
  #isScrolling = false;

  static override styles = [
    base,
    css`
      :host { display: block; position: relative; min-width: 0; }
      nav {
        overflow-x: auto;
        overflow-y: hidden;
        scrollbar-width: thin;
        scrollbar-color: var(--hu-hairline) transparent;
        padding: 0 14px;
      }
      ul, ol { list-style: none; margin: 0; padding: 0; display: flex; }
      .chapter { padding: 4px 7px 0 0; margin-right: 7px; border-right: 1px solid var(--hu-hairline); }
      .chapter:last-child { border: 0; margin: 0; }
      .chapter > span {
        display: block;
        font-size: 13px;
        line-height: 20px;
        color: var(--hu-muted);
        white-space: nowrap;
        padding-left: ${BEFORE_NAME}px;
      }
      .chapter.here > span { color: var(--hu-ink); }
      button {
        display: block;
        padding: 4px 3px 1px;
        min-width: 0;
        min-height: 46px;
        border-radius: 2px;
        border-bottom: 3px solid transparent;
      }
      button[aria-current] { border-bottom-color: var(--hu-accent); background: none; }
      .track { position: relative; width: max-content; min-width: 100%; }
      .picture { display: block; width: var(--thumb, 34px); height: ${HEIGHT}px; margin: auto; }
      .name { display: block; font: 11px/15px var(--hu-mono); min-height: 15px; text-align: center; white-space: nowrap; color: var(--hu-muted); }
      [aria-current] .name { color: var(--hu-ink); }
      /* Shown where more steps follow. */
      .edge {
        display: none;
        position: absolute;
        top: 0;
        bottom: 0;
        width: 28px;
        align-items: center;
        justify-content: center;
        font-size: 20px;
        color: var(--hu-accent);
        background: var(--hu-paper);
        cursor: pointer;
      }
      .edge.before { left: 0; border-right: 1px solid var(--hu-hairline); }
      .edge.after { right: 0; border-left: 1px solid var(--hu-hairline); }
      :host([before]) .edge.before, :host([after]) .edge.after { display: flex; }
      /* Hides the thumbnail on the canvas below. */
      .waiting .picture { position: relative; z-index: 1; background: var(--hu-paper); outline: 1px dashed var(--hu-muted); outline-offset: -1px; }
      /* A fold looks like a stack. */
      .fold .picture { box-shadow: 2px -2px 0 -1px var(--hu-paper), 2px -2px var(--hu-muted), 4px -4px 0 -1px var(--hu-paper), 4px -4px var(--hu-muted); }
      /* One canvas for all pictures: every canvas adds to the cost of every frame. */
      canvas { position: absolute; pointer-events: none; }
      /* Until it has its place. */
      canvas:not([style]) { display: none; }
      button:focus-visible { outline-offset: -2px; }
    `,
  ];

  /** A change of the current step is shown at once; new pictures wait in the queue. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated && this.current === this.#shown) await waitToUpdate("strip");
    this.#shown = this.current;
    super.scheduleUpdate();
  }

  override render(): TemplateResult {
    const { chapters } = this.words;
    const names: Readonly<Record<string, string>> = chapters;
    const current = this.steps[this.current]?.chapter;
    return html`<nav aria-label=${this.words.app.steps} @mousedown=${keepFocus} @click=${this.#onClick} @scroll=${this.#showMore}>
      <div class="track"><ul>
        ${chaptersOf(this.steps).map(
          ({ chapter, from, to }) => html`<li class="chapter ${chapter === current ? "here" : ""}">
            <span id="chapter-${from}">${names[chapter] ?? chapter}</span>
            <ol aria-labelledby="chapter-${from}">${this.steps.slice(from, to).map((step, i) => this.#item(step, from + i))}</ol>
          </li>`,
        )}
      </ul><canvas aria-hidden="true"></canvas></div>
    </nav>${this.#more("before", "‹", -LEAP)}${this.#more("after", "›", LEAP)}`;
  }

  #item(step: StripStep, index: number): TemplateResult {
    const here = index === this.current;
    const name = shortName(this.words, step);
    // Begins with the visible text, which a reader who speaks to the page will say (WCAG 2.5.3).
    const label = `${step.number} · ${step.title}${name && !step.isFold ? ` · ${name}` : ""}`;
    return html`<li>
      <button class="${here && this.waiting ? "waiting" : ""} ${step.isFold ? "fold" : ""}" data-index=${index} title=${label} aria-label=${label} aria-current=${here ? "step" : nothing}
        tabindex=${here ? 0 : -1}>
        <span class="picture"></span><span class="name">${name}</span>
      </button>
    </li>`;
  }

  /** For the pointer alone: the keys go from step to step, and the strip follows them. */
  #more(side: "before" | "after", sign: string, by: number): TemplateResult {
    const scroll = (): void => {
      const nav = this.renderRoot.querySelector("nav");
      nav?.scrollBy({ left: by * nav.clientWidth });
    };
    return html`<span class="edge ${side}" aria-hidden="true" @mousedown=${keepFocus} @click=${scroll}>${sign}</span>`;
  }

  /** Shows at each edge whether the strip continues there. */
  readonly #showMore = (): void => {
    const nav = this.renderRoot.querySelector("nav");
    if (!nav) return;
    const left = this.#isScrolling ? nav.scrollLeft : 0;
    this.toggleAttribute("before", left > 1);
    this.toggleAttribute("after", this.#isScrolling && left + nav.clientWidth < nav.scrollWidth - 1);
  };

  override updated(changed: PropertyValues<this>): void {
    // Measured before the first paint, so that nothing below shifts.
    this.#room ||= this.clientWidth;
    if (changed.has("steps") && this.#room > 0) this.#fit();
    if (changed.has("drawing") || changed.has("paper") || changed.has("steps")) void this.#painting.ask();
    if (changed.has("current")) this.#follow();
  }

  constructor() {
    super();
    // Observed rather than measured: measuring during an update would force another layout.
    followSize(this, ({ width }) => {
      this.#room = width;
      if (width > 0) this.#onResized();
    });
    whileConnected(this, (signal) =>
      signal.addEventListener("abort", () => this.#painting.dispatch({ type: "stop" })),
    );
  }

  #onResized(): void {
    if (!this.hasUpdated) return;
    this.#fit();
    void this.#painting.ask();
    this.#follow();
  }

  /** The width of a picture in this window: the largest at which all fit with the names of steps and chapters. */
  #fit(): void {
    const headings = this.#headingWidths();
    const names = this.steps.map((step) => widthOf(shortName(this.words, step)));
    const chapters = chaptersOf(this.steps).map(({ from, to }, i) => ({
      heading: headings[i] ?? 0,
      names: names.slice(from, to),
    }));
    const room = this.#room - 2 * 14 - (chapters.length - 1) * BETWEEN;
    const rowOf = (names: readonly number[], width: number): number =>
      sumOf(names.map((name) => Math.max(width, name) + BESIDE));
    const fits = (width: number): boolean =>
      sumOf(chapters.map(({ heading, names }) => Math.max(heading, rowOf(names, width)))) <= room;
    let width: number = WIDTH.most;
    while (width >= WIDTH.least && !fits(width)) width -= 1;
    this.#isScrolling = width < (this.#room < SMALL_SCREEN ? WIDTH.touch : WIDTH.least);
    if (this.#isScrolling) width = WIDTH.touch;
    this.#width = width;
    this.style.setProperty("--thumb", `${width}px`);
  }

  /** The widths of the chapters' names, measured as text, which needs no layout. */
  #headingWidths(): readonly number[] {
    const headings = [...this.renderRoot.querySelectorAll<HTMLElement>(".chapter > span")];
    const ctx = this.renderRoot.querySelector("canvas")?.getContext("2d");
    const [first] = headings;
    if (!ctx || !first) return [];
    ctx.font = getComputedStyle(first).font;
    return headings.map(
      ({ textContent }) => BEFORE_NAME + Math.ceil(ctx.measureText(textContent ?? "").width),
    );
  }

  /** Keeps the current step in view, and moves the focus to it if the strip has the focus. */
  #follow(): void {
    const button = this.renderRoot.querySelector<HTMLElement>(`[data-index="${this.current}"]`);
    const nav = this.renderRoot.querySelector("nav");
    if (!button || !nav) return;
    if (this.#isScrolling) {
      const [box, room] = this.#boxes([button, nav]);
      if (!box || !room) return;
      if (box.left < room.left + 40 || box.right > room.right - 40) {
        nav.scrollLeft += box.left + box.width / 2 - room.left - room.width / 2;
      }
    }
    this.#showMore();
    if ((this.renderRoot as ShadowRoot).activeElement) button.focus({ preventScroll: true });
  }

  /** Paints in idle time, so that the page stays responsive; on a busy page it still finishes eventually. */
  async *#paintAll(): AsyncGenerator<void, void> {
    let isOver = await idle();
    yield;
    if (this.#width <= 0) return;
    const places = this.#clear();
    for (const index of places.keys()) {
      if (index > 0 && isOver()) {
        isOver = await idle();
        yield;
      }
      this.#paintOne(index, places);
    }
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const done = await super.getUpdateComplete();
    await this.#painting.idle();
    return done;
  }

  /** Boxes of the strip's parts in its own pixels, independent of zoom. */
  #boxes(parts: readonly Element[]): readonly DOMRect[] {
    const scale = scaleOnScreen(this);
    return parts.map((part) => {
      const { x, y, width, height } = boxOnScreen(part);
      return new DOMRect(x / scale, y / scale, width / scale, height / scale);
    });
  }

  /** Clears the canvas over all pictures and returns the box of each. */
  #clear(): readonly DOMRect[] {
    const canvas = this.renderRoot.querySelector("canvas");
    const places = this.#boxes([...this.renderRoot.querySelectorAll(".picture")]);
    const [first, last] = [places[0], places.at(-1)];
    if (!canvas?.parentElement || !first || !last) return [];
    const [track = first] = this.#boxes([canvas.parentElement]);
    const [ratio, width] = [pixelRatio(this), Math.ceil(last.right - first.left)];
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(HEIGHT * ratio);
    const { style } = canvas;
    [style.width, style.height] = [`${width}px`, `${HEIGHT}px`];
    [style.left, style.top] = [`${first.left - track.left}px`, `${first.top - track.top}px`];
    return places;
  }

  #paintOne(index: number, places: readonly DOMRect[]): void {
    const ctx = this.renderRoot.querySelector("canvas")?.getContext("2d");
    const [first, place] = [places[0], places[index]];
    if (!ctx || !first || !place) return;
    const ratio = pixelRatio(this);
    const [left, size] = [
      Math.round((place.left - first.left) * ratio),
      { width: this.#width, height: HEIGHT },
    ];
    ctx.setTransform(ratio, 0, 0, ratio, left, 0);
    paint(ctx, this.drawing(index, size), this.paper);
  }

  readonly #onClick = (event: MouseEvent): void => {
    const button = (event.target as HTMLElement).closest<HTMLElement>("[data-index]");
    if (button) this.dispatchEvent(new CustomEvent("step-choose", { detail: Number(button.dataset.index) }));
  };
}

const sumOf = (widths: readonly number[]): number => widths.reduce((sum, width) => sum + width, 0);

/** Longest wait for the next picture on a busy page. */
const LONGEST_WAIT_MS = 200;

/** Runs of neighbouring steps of one chapter. */
function chaptersOf(steps: readonly StripStep[]): { chapter: string; from: number; to: number }[] {
  const runs: { chapter: string; from: number; to: number }[] = [];
  steps.forEach(({ chapter }, index) => {
    const last = runs.at(-1);
    if (last?.chapter === chapter) last.to = index + 1;
    else runs.push({ chapter, from: index, to: index + 1 });
  });
  return runs;
}

const idle = (): Promise<IsOver> => new Promise((work) => whenIdle(work, LONGEST_WAIT_MS));
