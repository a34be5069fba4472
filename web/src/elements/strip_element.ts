/**
 * The pipeline strip: every step as a small true picture, grouped by chapter, the current one underlined. One
 * tab stop; the arrow keys go from step to step as they do everywhere on the page.
 */
import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { paint } from "../draw/paint.js";
import type { Picture } from "../draw/picture.js";
import { keepFocus } from "./keys.js";
import { base } from "./styles.js";
import type { Words } from "./words.js";

export interface StripStep {
  readonly id: string;
  readonly chapter: string;
  readonly title: string;
}

/** Paints nothing by itself: the drawing of a step is asked for when its turn comes. */
export type DrawThumbnail = (index: number, size: { width: number; height: number }) => Picture;

/**
 * As wide as lets all steps stand side by side, within these limits; on a small screen they scroll, wide
 * enough for a finger.
 */
const WIDTH = { least: 28, touch: 44, most: 60 } as const;
const SMALL_SCREEN = 900;
const HEIGHT = 34;
/** Room beside a picture, and between chapters. */
const BESIDE = 6;
const BETWEEN = 15;

export class StripElement extends LitElement {
  static override properties = {
    words: { attribute: false },
    steps: { attribute: false },
    current: { attribute: false },
    drawing: { attribute: false },
    paper: { attribute: false },
  };
  declare words: Words;
  declare steps: readonly StripStep[];
  declare current: number;
  declare drawing: DrawThumbnail;
  declare paper: string;
  #painting = 0;
  #width = 0;
  #observer: ResizeObserver | undefined;

  static override styles = [
    base,
    css`
      :host { display: block; min-width: 0; }
      nav {
        overflow-x: auto;
        overflow-y: hidden;
        scrollbar-width: thin;
        scrollbar-color: var(--hu-hairline) transparent;
        padding: 0 14px;
      }
      ul, ol { list-style: none; margin: 0; padding: 0; display: flex; }
      ul { width: max-content; min-width: 100%; }
      .chapter { padding: 4px 7px 0 0; margin-right: 7px; border-right: 1px solid var(--hu-hairline); }
      .chapter:last-child { border: 0; margin: 0; }
      .chapter > span {
        display: block;
        font-size: 13px;
        line-height: 20px;
        color: var(--hu-muted);
        white-space: nowrap;
        padding-left: 4px;
      }
      .chapter.here > span { color: var(--hu-ink); }
      button {
        display: block;
        padding: 4px 3px;
        min-width: 0;
        min-height: 46px;
        border-radius: 2px;
        border-bottom: 3px solid transparent;
      }
      button[aria-current] { border-bottom-color: var(--hu-accent); background: none; }
      canvas { display: block; width: var(--thumb, 34px); height: 34px; }
      button:focus-visible { outline-offset: -2px; }
    `,
  ];

  override render(): TemplateResult {
    const { chapters } = this.words;
    const names: Readonly<Record<string, string>> = chapters;
    const current = this.steps[this.current]?.chapter;
    return html`<nav aria-label=${this.words.app.steps} @mousedown=${keepFocus} @click=${this.#onClick}>
      <ul>
        ${chaptersOf(this.steps).map(
          ({ chapter, from, to }) => html`<li class="chapter ${chapter === current ? "here" : ""}">
            <span id="chapter-${from}">${names[chapter] ?? chapter}</span>
            <ol aria-labelledby="chapter-${from}">${this.steps.slice(from, to).map((step, i) => this.#item(step, from + i))}</ol>
          </li>`,
        )}
      </ul>
    </nav>`;
  }

  #item(step: StripStep, index: number): TemplateResult {
    const here = index === this.current;
    const label = `${index + 1} · ${step.title}`;
    return html`<li>
      <button data-index=${index} title=${label} aria-label=${label} aria-current=${here ? "step" : nothing}
        tabindex=${here ? 0 : -1}>
        <canvas aria-hidden="true"></canvas>
      </button>
    </li>`;
  }

  override updated(changed: PropertyValues<this>): void {
    if (changed.has("steps")) this.#fit();
    if (changed.has("drawing") || changed.has("paper") || changed.has("steps")) this.#paintAll();
    if (changed.has("current")) this.#follow();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer = new ResizeObserver(() => {
      if (this.hasUpdated && this.#fit()) this.#paintAll();
    });
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
    this.#painting += 1;
  }

  /** The width of a picture in this window; true where it has changed. */
  #fit(): boolean {
    const room = this.clientWidth - 2 * 14 - (chaptersOf(this.steps).length - 1) * BETWEEN;
    const each = Math.floor(room / Math.max(1, this.steps.length)) - BESIDE;
    const width = Math.max(
      this.clientWidth < SMALL_SCREEN ? WIDTH.touch : WIDTH.least,
      Math.min(WIDTH.most, each),
    );
    if (width === this.#width) return false;
    this.#width = width;
    this.style.setProperty("--thumb", `${width}px`);
    return true;
  }

  /** Keeps the current step in view, and the focus with it where the strip had it. */
  #follow(): void {
    const button = this.renderRoot.querySelector<HTMLElement>(`[data-index="${this.current}"]`);
    const nav = this.renderRoot.querySelector("nav");
    if (!button || !nav) return;
    const [box, room] = [button.getBoundingClientRect(), nav.getBoundingClientRect()];
    if (box.left < room.left + 40 || box.right > room.right - 40) {
      nav.scrollLeft += box.left + box.width / 2 - room.left - room.width / 2;
    }
    if ((this.renderRoot as ShadowRoot).activeElement) button.focus({ preventScroll: true });
  }

  /** A few pictures at a time, so that the page stays awake while the strip fills. */
  #paintAll(): void {
    const turn = ++this.#painting;
    const canvases = [...this.renderRoot.querySelectorAll("canvas")];
    const next = (index: number): void => {
      if (turn !== this.#painting) return;
      const until = Math.min(index + 3, canvases.length);
      for (let i = index; i < until; i++) this.#paintOne(canvases[i], i);
      if (until < canvases.length) setTimeout(() => next(until));
    };
    setTimeout(() => next(0));
  }

  #paintOne(canvas: HTMLCanvasElement | undefined, index: number): void {
    const ctx = canvas?.getContext("2d");
    if (!canvas || !ctx) return;
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(this.#width * ratio);
    canvas.height = Math.round(HEIGHT * ratio);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    paint(ctx, this.drawing(index, { width: this.#width, height: HEIGHT }), this.paper);
  }

  readonly #onClick = (event: MouseEvent): void => {
    const button = (event.target as HTMLElement).closest<HTMLElement>("[data-index]");
    if (button) this.dispatchEvent(new CustomEvent("step-choose", { detail: Number(button.dataset.index) }));
  };
}

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
