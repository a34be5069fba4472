/**
 * One query that the reader drags among the keys of its sentence: scores, weights and the mix of the values follow. The tip of
 * the arrow is one tab stop, moved by arrow keys; the address contains its position.
 */
import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { digits } from "../../draw/scale.js";
import type { Focus } from "../../draw/tensor_view.js";
import {
  attend,
  clampToPlane,
  labelsOf,
  type Plane,
  type PlaneAttention,
  type PlaneKey,
  type Point,
  planeOf,
  queryFromText,
} from "../../lessons/query_plane.js";
import { wordsOf } from "../../store/lesson_words.js";
import { fill } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import { isModified } from "../common/keys.js";
import { reactive } from "../common/reactive.js";
import { base } from "../common/styles.js";
import { SheetElement } from "../sheets/sheet_element.js";
import { sheetStyles } from "../sheets/sheet_styles.js";
import {
  arrow,
  type Dot,
  dots,
  placeOf,
  placeOfQuery,
  planeAxes,
  queryAt,
  SIDE,
  zeroLine,
} from "./plane_template.js";
import { queryPlaneStyles } from "./query_plane_styles.js";

/** How far an arrow key moves the query, alone and with Shift. */
const [STEP, LEAP] = [0.1, 0.5];
const MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

const pair = ([x, y]: Point): string => `(${digits(x)}, ${digits(y)})`;

export class QueryPlaneElement extends SheetElement {
  static override properties = reactive<QueryPlaneElement>("focused", "query", "dragged");
  declare focused: Focus;
  /** Where the query is; undefined before the first update. */
  declare query: Point;
  declare dragged: boolean;
  #plane: Plane | undefined;

  static override styles = [base, sheetStyles, queryPlaneStyles];

  override willUpdate(changed: PropertyValues<this>): void {
    const { run, words, focused } = this;
    if (changed.has("run") || changed.has("words") || changed.has("focused"))
      this.#plane = planeOf(run.trace, focused, wordsOf(run, words));
    if (
      this.#plane &&
      !this.dragged &&
      (changed.has("chosen") || changed.has("run") || changed.has("focused"))
    )
      this.query = queryFromText(this.#plane, this.chosen);
  }

  override render(): TemplateResult | typeof nothing {
    const { words, core, query } = this;
    const plane = this.#plane;
    if (!plane) return nothing;
    const isOwn = pair(query) === pair(plane.own);
    const { queryPlane: texts } = words;
    if (!core) return this.sheet(texts.title, html`<p role="status">${words.app.computing}</p>`);
    const attended = attend(core, plane, query);
    const facts = {
      ...plane.names,
      ...{ token: plane.token, at: plane.at, sentence: plane.focus.batch + 1, head: plane.focus.head + 1 },
      dK: plane.dK,
    };
    return this.sheet(
      texts.title,
      html`<p>${richText(fill(texts.lead, facts))}</p>
        <div class="parts">
          ${this.#queryPlane(plane, attended)}${this.#table(plane, attended)}${this.#valuePlane(plane, attended)}
        </div>
        <div class="after">
          <button class="back" aria-disabled=${isOwn ? "true" : nothing}
            @click=${() => isOwn || this.#setAddress("own")}>${texts.back}</button>
          <p>${richText(fill(texts.note, facts))}</p>
        </div>`,
    );
  }

  #queryPlane(plane: Plane, attended: PlaneAttention): TemplateResult {
    const { queryPlane: words } = this.words;
    const [x, y] = placeOfQuery(this.query, plane.reach);
    return html`<figure>
      <figcaption>${words.keys}<code>${plane.names.keys}</code></figcaption>
      <svg class="plane" viewBox="0 0 ${SIDE} ${SIDE}" @pointerdown=${this.#onPress} @pointermove=${this.#onDrag}
        @pointerup=${this.#onRelease} @pointercancel=${this.#onRelease}>
        ${planeAxes(`k ${plane.keyReach} · q ${plane.reach}`, this.query)}${zeroLine(this.query)}
        ${dots(dotsOf(plane.keys, "key", attended.weights), plane.keyReach)}
        ${arrow([x, y])}
        ${svg`<g class="handle ${this.dragged ? "dragged" : ""}" tabindex="0" role="slider" aria-label=${words.handle}
          aria-valuemin=${-plane.reach} aria-valuemax=${plane.reach} aria-valuenow=${this.query[0]}
          aria-valuetext=${this.#spoken(plane, attended)} @keydown=${this.#onKey}>
          <circle class="reach" cx=${x} cy=${y} r="24" /><circle class="tip" cx=${x} cy=${y} r="9" />
        </g>`}
      </svg>
    </figure>`;
  }

  #spoken({ keys }: Plane, { weights, mix }: PlaneAttention): string {
    const top = weights.indexOf(Math.max(...weights));
    const facts = {
      query: pair(this.query),
      mix: pair(mix),
      token: keys[top]?.text ?? "",
      weight: digits(weights[top] ?? 0),
    };
    return fill(this.words.queryPlane.spoken, facts);
  }

  #table({ keys }: Plane, { scores, weights }: PlaneAttention): TemplateResult {
    const { queryPlane: words } = this.words;
    const largest = Math.max(...weights);
    const row = ({ text }: PlaneKey, i: number): TemplateResult => {
      const weight = weights[i] ?? 0;
      return html`<tr class=${weight === largest ? "most" : ""}><th scope="row">${text}</th>
        <td>${digits(scores[i] ?? 0)}</td><td>${digits(weight)}</td>
        <td class="bar"><svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true"><rect
          width=${100 * weight} height="12" /></svg></td></tr>`;
    };
    return html`<div class="rows" tabindex="0" role="region" aria-label=${words.table}><table>
      <thead><tr><th scope="col">${words.key}</th><th scope="col" class="number">${words.score}</th>
        <th scope="col" class="weight" colspan="2">${words.weight}</th></tr></thead>
      <tbody>${keys.map(row)}</tbody>
    </table></div>`;
  }

  #valuePlane(plane: Plane, { weights, mix }: PlaneAttention): TemplateResult {
    const { queryPlane: words } = this.words;
    const [x, y] = placeOf(mix, plane.valueReach);
    return html`<figure>
      <figcaption>${words.values}<code>${plane.names.values}</code></figcaption>
      <svg viewBox="0 0 ${SIDE} ${SIDE}" aria-hidden="true">
        ${planeAxes(`v ${plane.valueReach}`)}
        ${dots(dotsOf(plane.keys, "value", weights), plane.valueReach)}
        ${arrow([x, y])}${svg`<circle class="mixed" cx=${x} cy=${y} r="7" />`}
      </svg>
      <p class="mix">${fill(words.mix, { mix: pair(mix) })}</p>
    </figure>`;
  }

  /** Writes the query to the address, once it comes to rest. */
  #setAddress(id: string): void {
    this.ask({ kind: "query", id });
  }

  #moveTo(query: Point, isSettled: boolean): void {
    if (!this.#plane) return;
    this.query = clampToPlane(this.#plane, query);
    if (isSettled) this.#setAddress(this.query.join());
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const [dx, dy] = MOVES[event.key] ?? [0, 0];
    if ((dx === 0 && dy === 0) || isModified(event)) return;
    event.preventDefault();
    const by = event.shiftKey ? LEAP : STEP;
    const [x, y] = this.query;
    this.#moveTo([x + dx * by, y + dy * by], true);
  };

  /** A mouse may press anywhere on the plane; a finger beside the tip scrolls. */
  readonly #onPress = (event: PointerEvent): void => {
    const handle = this.renderRoot.querySelector<SVGElement>(".handle");
    const isOnTip = event.composedPath().includes(handle as EventTarget);
    if (event.button !== 0 || (event.pointerType !== "mouse" && !isOnTip)) return;
    event.preventDefault();
    handle?.focus();
    (event.currentTarget as SVGElement).setPointerCapture(event.pointerId);
    this.dragged = true;
    this.#onDrag(event);
  };

  readonly #onDrag = (event: PointerEvent): void => {
    if (!this.dragged || !this.#plane) return;
    const matrix = (event.currentTarget as SVGSVGElement).getScreenCTM();
    if (!matrix) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    this.#moveTo(queryAt([x, y], this.#plane.reach), false);
  };

  readonly #onRelease = (): void => {
    if (!this.dragged) return;
    this.dragged = false;
    this.#moveTo(this.query, true);
  };
}

/** The labelled points of tokens in the plane of their keys or values; the weight of a point is the sum of its tokens' weights. */
function dotsOf(keys: readonly PlaneKey[], which: "key" | "value", weights: readonly number[]): Dot[] {
  const weightOf = (at: Point): number =>
    keys.reduce((sum, key, i) => (key[which].join() === at.join() ? sum + (weights[i] ?? 0) : sum), 0);
  return labelsOf(keys.map((key) => ({ text: key.text, at: key[which] }))).map((label) => ({
    ...label,
    weight: weightOf(label.at),
  }));
}
