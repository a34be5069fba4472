/** The map's tensors as buttons over its picture, and the path of a token in words. */
import { html, nothing, type TemplateResult } from "lit";
import type { Focus, Picture } from "../../draw/picture.js";
import { type LessonGraph, type Stop, sliceText, type Token } from "../../lessons/map/graph.js";
import type { AxisText, PlacedNode, PlacedTensor, Plan } from "../../lessons/map/plan.js";
import { format } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import type { MapWords, Words } from "../../words/words.js";
import { painted, placed } from "../common/canvas.js";
import { shapeText } from "../common/visible_matrix.js";

/** The number and the title of the step that shows a tensor; undefined if none does. */
export type PlaceOf = (id: string) => { readonly n: number; readonly title: string } | undefined;

export interface GraphModel {
  readonly words: Words;
  readonly texts: MapWords;
  readonly plan: Plan;
  /** The step on the stage. */
  readonly here: string;
  readonly placeOf: PlaceOf;
  /** The tensors on the path of a token; undefined if no token is followed. */
  readonly lit: ReadonlySet<string> | undefined;
  readonly picture: Picture;
  readonly paper: string;
  /** Goes to a step. */
  readonly go: (id: string) => void;
}

export function graphTemplate(model: GraphModel): TemplateResult {
  const { plan, picture, paper } = model;
  const { width, height } = plan;
  return html`<div class="graph ${plan.isVertical ? "tall" : "wide"}" ${placed({ x: 0, y: 0, width, height })}>
    <canvas aria-hidden="true" ${painted(picture, paper)}></canvas>
    <ol>${plan.nodes.map((node) => nodeTemplate(model, node))}</ol>
  </div>`;
}

function nodeTemplate(model: GraphModel, node: PlacedNode): TemplateResult {
  const { heading, parameters } = node;
  const shared = parameters[0]?.id.split(".")[0] ?? "";
  return html`<li>
    ${
      heading
        ? html`<span class="heading" ${placed(heading)} translate="no">${shared}${
            parameters.some(({ id }) => id === model.here)
              ? html`<span class="here" aria-hidden="true">${model.texts.here}</span>`
              : nothing
          }</span>`
        : nothing
    }
    ${parameters.map((parameter) => tensorTemplate(model, parameter, true))}
    ${tensorTemplate(model, node, false)}
  </li>`;
}

function tensorTemplate(model: GraphModel, tensor: PlacedTensor, isParameter: boolean): TemplateResult {
  const { words, texts, here, placeOf, lit, go } = model;
  const { id, step, box, name, shape: axes } = tensor;
  const isHere = id === here;
  const shape = shapeText(words, step);
  const place = placeOf(id);
  const label = format(texts.node, { name: id, shape, n: place?.n ?? "", title: place?.title ?? "" });
  const state = lit === undefined ? "" : lit.has(id) ? "lit" : "back";
  return html`<button class="tensor ${isParameter ? "parameter" : "activation"} ${state}" data-id=${id} ${placed(box)}
    title=${place?.title ?? id} aria-current=${isHere ? "step" : nothing} translate="no" @click=${() => go(id)}>
    <span class="unseen">${label}${isHere ? `. ${texts.here}` : ""}</span>
    <span aria-hidden="true">
      ${name.map((line) => html`<span class="name ${model.plan.nameSize > 11 ? "large" : ""}">${line}</span>`)}
      ${axes.map((line) => html`<span class="shape">${line.map(axisTemplate)}</span>`)}
      ${isHere && !isParameter ? html`<span class="here">${texts.here}</span>` : nothing}
    </span>
  </button>`;
}

const axisTemplate = ({ letter, text }: AxisText): TemplateResult =>
  html`<span class="axis-${letter}">${text}</span> `;

/** The stops of a token, each as the slice that Python would take. */
export function tokenPathTemplate(
  words: MapWords,
  { nodes }: LessonGraph,
  stops: readonly Stop[],
  token: Token,
  name: string,
  focus: Focus,
): TemplateResult {
  const stepOf = new Map(nodes.map(({ id, step }) => [id, step]));
  const last = stops.at(-1);
  const endsInside = last !== undefined && /attention|scores/.test(last.id);
  const facts = { token: name, sentence: focus.batch + 1, n: token.at, count: stops.length };
  return html`<div class="way">
    <p role="status">${format(words.path, facts)}</p>
    <ol translate="no">${stops.map((stop) => {
      const step = stepOf.get(stop.id);
      return step ? html`<li><code>${sliceText(stop, step, focus, token)}</code></li>` : nothing;
    })}</ol>
    <p>${richText(endsInside ? words.ends : words.mixed)}</p>
  </div>`;
}
