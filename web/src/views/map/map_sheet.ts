/**
 * The map of a lesson: its computation as a graph of small tensors with their real numbers, with the step on the stage marked.
 * A tensor leads to its step; a chosen token highlights its rows in every tensor.
 */
import { css, html, nothing, type TemplateResult } from "lit";
import { tokensOf } from "../../draw/names.js";
import type { Focus, Picture } from "../../draw/picture.js";
import type { TokenName } from "../../draw/tensor_view.js";
import { paletteOf } from "../../draw/theme.js";
import { membersOf } from "../../lessons/groups.js";
import { lessons } from "../../lessons/lessons.js";
import {
  graphOf,
  type LessonGraph,
  type Sequence,
  type Stop,
  sliceText,
  stopsOf,
  type Token,
} from "../../lessons/map/graph.js";
import { mapPicture } from "../../lessons/map/map_picture.js";
import type { AxisText, PlacedNode, PlacedTensor, Plan } from "../../lessons/map/plan.js";
import { planOf } from "../../lessons/map/plan.js";
import { tokenTextsOf } from "../../store/lesson_words.js";
import { format } from "../../words/number_text.js";
import { richText, stepTitle } from "../../words/rich_text.js";
import type { MapWords, Words } from "../../words/words.js";
import { followWidth, painted, placed } from "../common/canvas.js";
import { memo } from "../common/memo.js";
import { shapeText } from "../common/visible_matrix.js";
import type { SheetActions, SheetModel, SheetView } from "../sheets/sheet.js";

/** Room beside the graph for the frames of its outermost tensors, in pixels. */
const MARGIN = 2;

/** Styles of the map: words over one picture, the current step marked, the followed token's tensors in front. */
const mapStyles = css`
  @media (min-width: 520px) { dialog { width: min(1320px, calc(100vw - 32px)); } }
  .intro { max-width: none; margin-bottom: 6px; font-size: 13px; color: var(--hu-muted); }
  .tokens { display: flex; align-items: center; gap: 2px; overflow-x: auto; padding: 4px; margin: -2px; font-size: 13px; }
  .tokens .label { flex: none; margin-right: 8px; color: var(--hu-muted); }
  .tokens button { flex: none; padding: 0 6px; border-bottom: 2px solid transparent; border-radius: 0; }
  .tokens .padding { color: var(--hu-muted); }
  .tokens [aria-pressed="true"] { border-color: var(--hu-accent); color: var(--hu-accent); font-weight: 600; }
  .hint { margin: 2px; font-size: 13px; color: var(--hu-muted); }
  @media (min-width: 900px) { .choosing { display: flex; flex-wrap: wrap; align-items: center; gap: 0 24px; } }
  .chart { margin-top: 2px; overflow-x: auto; overflow-y: hidden; padding: 18px 2px 12px; }
  .graph { position: relative; }
  .graph canvas { position: absolute; left: 0; top: 0; width: 100%; height: 100%; }
  .graph ol { list-style: none; margin: 0; padding: 0; }
  .graph :is(.heading, .tensor) { position: absolute; }
  .graph .tensor {
    display: block;
    min-width: 0;
    min-height: 0;
    padding: 30px 0 0;
    border-radius: 2px;
    text-align: center;
    font-family: var(--hu-mono);
    overflow: visible;
  }
  .graph .tensor:focus-visible { outline-offset: 0; }
  .graph button.tensor:hover { background: none; box-shadow: 0 0 0 1px var(--hu-muted); }
  .graph .parameter { padding: 0 0 0 26px; text-align: start; }
  .graph span { display: block; }
  .graph .name { font-size: 11px; line-height: 15px; color: var(--hu-ink); white-space: nowrap; }
  .graph .name.large { font-size: 12px; }
  .graph .parameter .name { font-size: 11px; line-height: 13px; }
  .graph .heading { font: 11px/15px var(--hu-mono); color: var(--hu-muted); white-space: nowrap; }
  .graph .shape { font: 11px/14px var(--hu-sans); white-space: nowrap; }
  .graph .parameter .shape { line-height: 12px; }
  .graph .shape span { display: inline; }
  .graph .back .name, .graph .back .shape span { color: var(--hu-muted); }
  .graph .lit .name { color: var(--hu-accent); font-weight: 600; }
  .graph .here {
    position: absolute;
    left: 50%;
    bottom: 100%;
    width: max-content;
    transform: translateX(-50%);
    padding: 0 5px;
    font: 600 11px/15px var(--hu-sans);
    color: var(--hu-paper);
    background: var(--hu-accent);
    forced-color-adjust: none;
    border-radius: 2px;
    z-index: 1;
  }
  /* Below a node that has its weights above it. */
  .parameter ~ .activation .here { top: 100%; bottom: auto; }
  .graph .heading .here { left: 0; transform: none; }
  .graph [aria-current] { box-shadow: 0 0 0 2px var(--hu-accent); }
  .way { margin-top: 6px; font-size: 13px; }
  .way p { margin: 0 0 4px; }
  .way ol { display: flex; flex-wrap: wrap; gap: 2px 14px; list-style: none; margin: 0 0 6px; padding: 0; }
  .way li + li::before { content: "→"; margin-right: 8px; color: var(--hu-muted); }
  h3 { font-size: 13px; }
  .beside { display: flex; flex-wrap: wrap; gap: 4px 8px; list-style: none; margin: 0; padding: 0; font-size: 13px; }
  .beside button { border: 1px solid var(--hu-hairline); min-height: 32px; }
  .beside [aria-current] { border-color: var(--hu-accent); }
  .beside small { font-size: 11px; color: var(--hu-accent); font-weight: 600; }
  @media (forced-colors: active) {
    .tokens button { border-color: Canvas; }
    .graph [aria-current]:not(:focus-visible) { outline: 2px solid Highlight; }
  }
`;

const styles = [mapStyles];
const graphFor = memo(graphOf);
const planFor = memo(planOf);

export const mapSheet: SheetView = (model, actions) => {
  const { words, run, rules, drafts, step, focus, theme, width } = model;
  if (!rules.steps) return undefined;
  const { map: texts, controls } = words;
  const { trace } = run;
  const { lesson } = trace.spec;
  const graph = graphFor(trace, run.steps);
  const plan = width > 2 * MARGIN ? planFor(graph, lessons[lesson].map, width - 2 * MARGIN) : undefined;
  const token = isIn(model, drafts.token) ? drafts.token : undefined;
  const stops = token ? stopsOf(trace, graph, token) : [];
  const placeOf = placesIn(model);
  const go = (id: string): void => actions.goTo({ lesson, step: id });
  const picture = (): TemplateResult | typeof nothing =>
    plan
      ? graphTemplate({
          ...{ words, texts, plan, placeOf, go, here: step.id, paper: theme.paper },
          lit: token && new Set(stops.map(({ id }) => id)),
          picture: mapPicture({ trace, plan, focus, theme: paletteOf(theme), token, stops }),
        })
      : nothing;
  return {
    title: `${controls.map} · ${words.own?.title ?? words.lessons[lesson].title}`,
    styles,
    place: "map",
    inside: html`<p class="intro">${texts.intro}</p>
      ${tokens(model, actions, texts, graph, token)}
      <div class="chart" ${followWidth(actions.measured)}>${picture()}</div>
      ${token ? tokenPathTemplate(texts, graph, stops, token, nameOf(model, token), focus) : nothing}
      ${beside(texts, graph, step.id, placeOf, go)}`,
  };
};

/** Lists the steps that are not in the graph. */
function beside(
  texts: MapWords,
  graph: LessonGraph,
  here: string,
  placeOf: PlaceOf,
  go: (id: string) => void,
): TemplateResult | typeof nothing {
  if (graph.beside.length === 0) return nothing;
  const item = (id: string): TemplateResult => {
    const isHere = id === here;
    return html`<li><button aria-current=${isHere ? "step" : nothing} @click=${() => go(id)}>
      ${placeOf(id)?.title ?? id}${isHere ? html` <small>${texts.here}</small>` : nothing}</button></li>`;
  };
  return html`<h3>${texts.beside}</h3><ul class="beside">${graph.beside.map(({ id }) => item(id))}</ul>`;
}

/** A row of buttons for each sentence whose tokens can be followed. */
function tokens(
  model: SheetModel,
  { draft }: SheetActions,
  texts: MapWords,
  graph: LessonGraph,
  token: Token | undefined,
): TemplateResult {
  const rows = (["ids", "target_ids"] as const).flatMap((sequence) => {
    const names = namesOf(model, sequence);
    return names && graph.nodes.some(({ id }) => id === sequence) ? [{ sequence, names }] : [];
  });
  const isCrossed = rows.length > 1;
  const labelOf = (sequence: Sequence): string => (sequence === "ids" ? texts.source : texts.target);
  const button = (sequence: Sequence, { text, isPadding }: TokenName, at: number): TemplateResult => {
    const isChosen = token?.sequence === sequence && token.at === at;
    return html`<button class=${isPadding ? "padding" : ""} aria-pressed=${isChosen ? "true" : "false"}
      aria-label=${format(texts.token, { n: at + 1, token: text })} translate="no"
      @click=${() => draft({ token: isChosen ? undefined : { sequence, at } })}>${text}</button>`;
  };
  return html`<div class="choosing">${rows.map(
    ({ sequence, names }) => html`<div class="tokens" role="group" aria-label=${
      isCrossed ? `${texts.tokens}, ${labelOf(sequence)}` : texts.tokens
    }><span class="label">${isCrossed ? labelOf(sequence) : texts.tokens}</span>
      ${names.map((name, at) => button(sequence, name, at))}</div>`,
  )}
  ${token || rows.length === 0 ? nothing : html`<p class="hint">${texts.hint}</p>`}</div>`;
}

/** The tokens of the sentence in focus. */
function namesOf({ run, words, focus }: SheetModel, sequence: Sequence): readonly TokenName[] | undefined {
  const { trace } = run;
  const letter = trace.steps.find(({ name }) => name === sequence)?.axes[1];
  return letter === undefined
    ? undefined
    : tokensOf({ trace, focus, tokens: tokenTextsOf(run, words) }, letter);
}

/** Whether the lesson on the stage has a token that was chosen before. */
const isIn = (model: SheetModel, token: Token | undefined): boolean =>
  token !== undefined && namesOf(model, token.sequence)?.[token.at] !== undefined;

const nameOf = (model: SheetModel, { sequence, at }: Token): string =>
  namesOf(model, sequence)?.[at]?.text ?? String(at + 1);

/** The number and the title of the step that shows a tensor. */
const placesIn =
  ({ run, words }: SheetModel): PlaceOf =>
  (id) => {
    const index = run.steps.findIndex((step) => membersOf(step).some((member) => member.id === id));
    const step = run.steps[index];
    const member = step && membersOf(step).find((candidate) => candidate.id === id);
    return member ? { n: index + 1, title: stepTitle(words, member) } : undefined;
  };

/** The number and the title of the step that shows a tensor; undefined if none does. */
type PlaceOf = (id: string) => { readonly n: number; readonly title: string } | undefined;

interface GraphModel {
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

function graphTemplate(model: GraphModel): TemplateResult {
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
function tokenPathTemplate(
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
