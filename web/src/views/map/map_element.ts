/**
 * The map of a lesson: its computation as a graph of small tensors with their real numbers, with the step on the stage marked.
 * A tensor leads to its step; a chosen token highlights its rows in every tensor.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { tokensOf } from "../../draw/names.js";
import { paintOn } from "../../draw/paint/paint.js";
import { paletteOf } from "../../draw/palette.js";
import type { Focus, TokenName } from "../../draw/tensor_view.js";
import { membersOf } from "../../lessons/groups.js";
import { lessons } from "../../lessons/lessons.js";
import {
  graphOf,
  type LessonGraph,
  type Sequence,
  type Stop,
  stopsOf,
  type Token,
} from "../../lessons/map/graph.js";
import { mapPicture } from "../../lessons/map/map_picture.js";
import { type Plan, planOf } from "../../lessons/map/plan.js";
import { tokenTextsOf } from "../../store/lesson_words.js";
import { fill } from "../../words/number_text.js";
import { stepTitle } from "../../words/rich_text.js";
import type { MapWords } from "../../words/words.js";
import { pixelRatio } from "../common/pixel_ratio.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { axisColors } from "../common/theme_css.js";
import { SheetElement } from "../sheets/sheet_element.js";
import { sheetStyles } from "../sheets/sheet_styles.js";
import { mapStyles } from "./map_styles.js";
import { graphTemplate, type PlaceOf, tokenPathTemplate } from "./map_template.js";

/** Room beside the graph for the frames of its outermost tensors, in pixels (map_styles.ts). */
const MARGIN = 2;

export class MapElement extends SheetElement {
  static override properties = reactive<MapElement>("focused", "token", "room");
  declare focused: Focus;
  /** The token that is followed. */
  declare token: Token | undefined;
  /** The width for the map; 0 until it is known. */
  declare room: number;
  #observer: ResizeObserver | undefined;
  #graph: LessonGraph | undefined;
  #plan: Plan | undefined;

  static override styles = [base, axisColors, sheetStyles, mapStyles];

  constructor() {
    super();
    this.room = 0;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const { trace, steps } = this.run;
    if (!this.#graph || changed.has("run")) this.#graph = graphOf(trace, steps);
    if (changed.has("run") || changed.has("room"))
      this.#plan = this.room > 0 ? planOf(this.#graph, lessons[trace.spec.lesson].map, this.room) : undefined;
  }

  override render(): TemplateResult {
    const { words, run } = this;
    const { lessons, app, controls, map: texts } = words;
    const { lesson } = run.trace.spec;
    const title = `${controls.map} · ${words.own?.title ?? lessons[lesson].title}`;
    if (!this.#graph) return this.sheet(title, html`<p role="status">${app.computing}</p>`);
    const stops = this.#stops();
    return this.sheet(
      title,
      html`<p class="intro">${texts.intro}</p>
        ${this.#tokens(texts)}
        <div class="map">
          ${
            this.#plan
              ? graphTemplate({
                  ...{ words, texts, plan: this.#plan, here: this.step.id, placeOf: this.#placeOf },
                  lit: this.token && new Set(stops.map(({ id }) => id)),
                  go: this.#go,
                })
              : nothing
          }
        </div>
        ${this.token ? tokenPathTemplate(texts, this.#graph, stops, this.token, this.#nameOf(this.token), this.focused) : nothing}
        ${this.#beside(texts, this.#graph)}`,
    );
  }

  /** Lists the steps that are not in the graph. */
  #beside(words: MapWords, { beside }: LessonGraph): TemplateResult | typeof nothing {
    if (beside.length === 0) return nothing;
    const item = (id: string): TemplateResult => {
      const isHere = id === this.step.id;
      return html`<li><button aria-current=${isHere ? "step" : nothing} @click=${() => this.#go(id)}>
        ${this.#placeOf(id)?.title ?? id}${isHere ? html` <small>${words.here}</small>` : nothing}</button></li>`;
    };
    return html`<h3>${words.beside}</h3><ul class="beside">${beside.map(({ id }) => item(id))}</ul>`;
  }

  /** A row of buttons for each sentence whose tokens can be followed. */
  #tokens(words: MapWords): TemplateResult {
    const rows = (["ids", "target_ids"] as const).flatMap((sequence) => {
      const names = this.#namesOf(sequence);
      return names && this.#graph?.nodes.some(({ id }) => id === sequence) ? [{ sequence, names }] : [];
    });
    const isCrossed = rows.length > 1;
    return html`<div class="choosing">${rows.map(
      ({ sequence, names }) => html`<div class="tokens" role="group" aria-label=${
        isCrossed ? `${words.tokens}, ${labelOf(words, sequence)}` : words.tokens
      }><span class="label">${isCrossed ? labelOf(words, sequence) : words.tokens}</span>
        ${names.map((name, at) => this.#tokenButton(words, sequence, name, at))}</div>`,
    )}
    ${this.token || rows.length === 0 ? nothing : html`<p class="hint">${words.hint}</p>`}</div>`;
  }

  #tokenButton(
    words: MapWords,
    sequence: Sequence,
    { text, isPadding }: TokenName,
    at: number,
  ): TemplateResult {
    const isChosen = this.token?.sequence === sequence && this.token.at === at;
    return html`<button class=${isPadding ? "padding" : ""} aria-pressed=${isChosen ? "true" : "false"}
      aria-label=${fill(words.token, { n: at + 1, token: text })} translate="no"
      @click=${() => {
        this.token = isChosen ? undefined : { sequence, at };
      }}>${text}</button>`;
  }

  #stops(): readonly Stop[] {
    return this.token && this.#graph ? stopsOf(this.run.trace, this.#graph, this.token) : [];
  }

  /** The tokens of the sentence in focus. */
  #namesOf(sequence: Sequence): readonly TokenName[] | undefined {
    const { run, words, focused: focus } = this;
    const { trace } = run;
    const letter = trace.steps.find(({ name }) => name === sequence)?.axes[1];
    return letter === undefined
      ? undefined
      : tokensOf({ trace, focus, tokens: tokenTextsOf(run, words) }, letter);
  }

  #nameOf({ sequence, at }: Token): string {
    return this.#namesOf(sequence)?.[at]?.text ?? String(at + 1);
  }

  /** The number and the title of the step that shows a tensor. */
  readonly #placeOf: PlaceOf = (id) => {
    const index = this.run.steps.findIndex((step) => membersOf(step).some((member) => member.id === id));
    const step = this.run.steps[index];
    const member = step && membersOf(step).find((candidate) => candidate.id === id);
    return member ? { n: index + 1, title: stepTitle(this.words, member) } : undefined;
  };

  readonly #go = (id: string): void => {
    this.dispatchEvent(new CustomEvent("step-choose", { detail: id }));
  };

  override updated(): void {
    this.#observe();
    this.#paint();
  }

  /** Observes the width of the map's container, which is rendered once the words have loaded. */
  #observe(): void {
    const place = this.renderRoot.querySelector<HTMLElement>(".map");
    if (this.#observer || !place) return;
    // Deferred: changing sizes inside a ResizeObserver callback is an error.
    this.#observer = new ResizeObserver(() =>
      setTimeout(() => {
        this.room = Math.floor(place.clientWidth) - 2 * MARGIN;
      }),
    );
    this.#observer.observe(place);
    this.room = Math.floor(place.clientWidth) - 2 * MARGIN;
  }

  /** An update observes the container again if the element was moved. */
  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
    this.#observer = undefined;
  }

  #paint(): void {
    const canvas = this.renderRoot.querySelector<HTMLCanvasElement>(".graph canvas");
    if (!canvas || !this.#plan) return;
    for (const element of this.renderRoot.querySelectorAll<HTMLElement>("[data-box]")) {
      const [x, y, width, height] = (element.dataset["box"] ?? "").split(" ");
      Object.assign(element.style, {
        left: `${x}px`,
        top: `${y}px`,
        width: `${width}px`,
        height: `${height}px`,
      });
    }
    const picture = mapPicture({
      trace: this.run.trace,
      plan: this.#plan,
      focus: this.focused,
      theme: paletteOf(this.theme),
      token: this.token,
      stops: this.#stops(),
    });
    paintOn(canvas, picture, this.theme.paper, pixelRatio(this.renderRoot.querySelector("dialog") ?? this));
  }
}

const labelOf = (words: MapWords, sequence: Sequence): string =>
  sequence === "ids" ? words.source : words.target;
