/**
 * One query that the reader drags among the keys of its sentence: scores, weights and the mix of the values follow. The tip of
 * the arrow is one tab stop, moved by arrow keys; the address contains its position. Undo and redo go through its places.
 */
import { css, html, nothing, svg, type TemplateResult } from "lit";
import { digits } from "../../draw/scale.js";
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
import { tokenTextsOf } from "../../store/lesson_words.js";
import { format } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import { isModified, undoAction } from "../common/keys.js";
import type { SheetActions, SheetModel, SheetView } from "../sheets/sheet.js";
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

/** How far an arrow key moves the query, alone and with Shift. */
const [STEP, LEAP] = [0.1, 0.5];
const MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The planes beside the table: one column on a phone. */
const queryPlaneStyles = css`
  .parts { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 4fr) minmax(0, 3fr); gap: 8px 28px; align-items: start; }
  figure { margin: 0; }
  figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 12px; font-size: 13px; font-weight: 600; }
  figcaption code { color: var(--hu-muted); font-weight: 400; }
  svg { display: block; width: 100%; max-height: 54dvh; overflow: visible; }
  .frame { fill: none; stroke: var(--hu-hairline); }
  .axis { stroke: var(--hu-hairline); }
  .zero { stroke: var(--hu-muted); stroke-dasharray: 3 5; }
  .point { fill: var(--hu-accent); fill-opacity: 0.35; stroke: var(--hu-accent); }
  .mixed { fill: var(--hu-ink); }
  .arrow { stroke: var(--hu-ink); stroke-width: 2.5; fill: none; }
  .tip { fill: var(--hu-paper); stroke: var(--hu-ink); stroke-width: 2.5; }
  .reach { fill: transparent; }
  .handle { cursor: grab; touch-action: none; outline: none; }
  .handle:focus-visible .tip { stroke: var(--hu-accent); stroke-width: 5; }
  .handle.dragged { cursor: grabbing; }
  text { font: 600 13px var(--hu-mono); fill: var(--hu-ink); paint-order: stroke; stroke: var(--hu-paper); stroke-width: 3px; stroke-linejoin: round; }
  text.number { fill: var(--hu-muted); font-weight: 400; font-size: 12px; }
  .rows { max-height: 56dvh; overflow: auto; }
  table { border-collapse: collapse; width: 100%; font-size: 13px; line-height: 1.45; }
  caption { text-align: start; font-weight: 600; }
  th { text-align: start; font-weight: 400; padding: 0; }
  thead th { color: var(--hu-muted); border-bottom: 1px solid var(--hu-hairline); }
  tbody th { font-family: var(--hu-mono); font-weight: 600; }
  th.number, td { text-align: end; padding: 0 0 0 10px; font-variant-numeric: tabular-nums; }
  th.weight { padding-inline-start: 24px; }
  td.bar { width: 45%; }
  .mix { margin: 4px 0 0; font-size: 13px; }
  td.bar svg { height: 12px; }
  td.bar rect { fill: var(--hu-accent); }
  .most > * { background: var(--hu-blank); }
  .most td { font-weight: 600; }
  .after { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; margin-top: 10px; }
  .after p { margin: 0; font-size: 13px; color: var(--hu-muted); flex: 1 1 300px; }
  .back { min-height: 44px; border: 1px solid var(--hu-muted); padding: 0 16px; }
  @media (max-width: 899px) {
    .parts { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
    .rows { max-height: none; }
  }
  @media (max-width: 699px) {
    .parts { grid-template-columns: minmax(0, 1fr); }
    svg { max-height: none; }
    h2 ~ p { font-size: 13px; }
  }
`;

const styles = [queryPlaneStyles];
const pair = ([x, y]: Point): string => `(${digits(x)}, ${digits(y)})`;

interface Moved {
  readonly model: SheetModel;
  readonly plane: Plane;
  readonly query: Point;
  readonly attended: PlaneAttention;
}

export const querySheet: SheetView = (model, actions) => {
  const { words, core, run, focus, drafts, sheet } = model;
  const { queryPlane: texts } = words;
  const plane = planeOf(run.trace, focus, tokenTextsOf(run, words));
  if (!plane) return undefined;
  const query = queryFromText(plane, drafts.dragged ?? sheet.id);
  const moved: Moved = { model, plane, query, attended: attend(core, plane, query) };
  const isOwn = pair(query) === pair(plane.own);
  const facts = {
    ...plane.names,
    ...{ token: plane.token, at: plane.at, sentence: plane.focus.batch + 1, head: plane.focus.head + 1 },
    dK: plane.dK,
  };
  const { move, turn } = moves(model, actions);
  /** Undo and redo as in the lesson; the keys of a sheet do not reach it. */
  const onUndo = (event: KeyboardEvent): void => {
    const way = event.ctrlKey || event.metaKey ? undoAction(event) : undefined;
    if (!way) return;
    event.preventDefault();
    turn(way);
  };
  return {
    title: texts.title,
    styles,
    place: "query",
    inside: html`<div @keydown=${onUndo}><p>${richText(format(texts.lead, facts))}</p>
      <div class="parts">${queryPlane(moved, actions, move)}${table(moved)}${valuePlane(moved)}</div>
      <div class="after">
        <button class="back" aria-disabled=${isOwn ? "true" : nothing}
          @click=${() => isOwn || move("own")}>${texts.back}</button>
        <p>${richText(format(texts.note, facts))}</p>
      </div></div>`,
  };
};

/** How the query comes to rest at another place, as the address has it, and goes back to where it was. */
function moves({ sheet, drafts }: SheetModel, { draft, open }: SheetActions) {
  const { undo, redo } = drafts.queries;
  return {
    move: (id: string): void => {
      draft({
        dragged: undefined,
        queries: id === sheet.id ? drafts.queries : { undo: [...undo, sheet.id], redo: [] },
      });
      open({ kind: "query", id });
    },
    turn: (way: "undo" | "redo"): void => {
      const [from, onto] = way === "undo" ? [undo, redo] : [redo, undo];
      const id = from.at(-1);
      if (id === undefined) return;
      const [rest, more] = [from.slice(0, -1), [...onto, sheet.id]];
      draft({ queries: way === "undo" ? { undo: rest, redo: more } : { undo: more, redo: rest } });
      open({ kind: "query", id });
    },
  };
}

function queryPlane(moved: Moved, { draft }: SheetActions, move: (id: string) => void): TemplateResult {
  const { model, plane, query, attended } = moved;
  const { queryPlane: words } = model.words;
  const { dragged } = model.drafts;
  const [x, y] = placeOfQuery(query, plane.reach);
  const onKey = (event: KeyboardEvent): void => {
    const [dx, dy] = MOVES[event.key] ?? [0, 0];
    if ((dx === 0 && dy === 0) || isModified(event)) return;
    event.preventDefault();
    const by = event.shiftKey ? LEAP : STEP;
    move(clampToPlane(plane, [query[0] + dx * by, query[1] + dy * by]).join());
  };
  const dragTo = (event: PointerEvent): void => {
    const matrix = (event.currentTarget as SVGSVGElement).getScreenCTM();
    if (!matrix) return;
    const { x: left, y: top } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    draft({ dragged: clampToPlane(plane, queryAt([left, top], plane.reach)).join() });
  };
  /** A mouse may press anywhere on the plane; a finger beside the tip scrolls. */
  const onPress = (event: PointerEvent): void => {
    const svgElement = event.currentTarget as SVGSVGElement;
    const handle = svgElement.querySelector<SVGElement>(".handle");
    const isOnTip = handle !== null && event.composedPath().includes(handle);
    if (event.button !== 0 || (event.pointerType !== "mouse" && !isOnTip)) return;
    event.preventDefault();
    handle?.focus();
    svgElement.setPointerCapture(event.pointerId);
    dragTo(event);
  };
  const onDrag = (event: PointerEvent): void => {
    if (dragged !== undefined) dragTo(event);
  };
  const onRelease = (): void => {
    if (dragged !== undefined) move(dragged);
  };
  return html`<figure>
    <figcaption>${words.keys}<code>${plane.names.keys}</code></figcaption>
    <svg class="plane" viewBox="0 0 ${SIDE} ${SIDE}" @pointerdown=${onPress} @pointermove=${onDrag}
      @pointerup=${onRelease} @pointercancel=${onRelease}>
      ${planeAxes(`k ${plane.keyReach} · q ${plane.reach}`, query)}${zeroLine(query)}
      ${dots(dotsOf(plane.keys, "key", attended.weights), plane.keyReach)}
      ${arrow([x, y])}
      ${svg`<g class="handle ${dragged === undefined ? "" : "dragged"}" tabindex="0" role="slider" aria-label=${words.handle}
        aria-valuemin=${-plane.reach} aria-valuemax=${plane.reach} aria-valuenow=${query[0]}
        aria-valuetext=${spoken(moved)} @keydown=${onKey}>
        <circle class="reach" cx=${x} cy=${y} r="24" /><circle class="tip" cx=${x} cy=${y} r="9" />
      </g>`}
    </svg>
  </figure>`;
}

function spoken({ model, plane, query, attended: { weights, mix } }: Moved): string {
  const top = weights.indexOf(Math.max(...weights));
  return format(model.words.queryPlane.spoken, {
    query: pair(query),
    mix: pair(mix),
    token: plane.keys[top]?.text ?? "",
    weight: digits(weights[top] ?? 0),
  });
}

function table({ model, plane, attended: { scores, weights } }: Moved): TemplateResult {
  const { queryPlane: words } = model.words;
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
    <tbody>${plane.keys.map(row)}</tbody>
  </table></div>`;
}

function valuePlane({ model, plane, attended: { weights, mix } }: Moved): TemplateResult {
  const { queryPlane: words } = model.words;
  const [x, y] = placeOf(mix, plane.valueReach);
  return html`<figure>
    <figcaption>${words.values}<code>${plane.names.values}</code></figcaption>
    <svg viewBox="0 0 ${SIDE} ${SIDE}" aria-hidden="true">
      ${planeAxes(`v ${plane.valueReach}`)}
      ${dots(dotsOf(plane.keys, "value", weights), plane.valueReach)}
      ${arrow([x, y])}${svg`<circle class="mixed" cx=${x} cy=${y} r="7" />`}
    </svg>
    <p class="mix">${format(words.mix, { mix: pair(mix) })}</p>
  </figure>`;
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
