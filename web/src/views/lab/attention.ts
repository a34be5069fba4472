/**
 * Shows what each head attends to in one row of words, for the three models side by side. A word and a head are chosen for all
 * models together, so that their numbers can be compared; until the reader chooses, it is where the answer leaks most.
 */
import { html, nothing, svg, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { ref } from "lit/directives/ref.js";
import { ATTENTION, evenShare, headsPicture, weightAt } from "../../draw/lab/heads.js";
import { monoWidth, shortened } from "../../draw/measure.js";
import { paintOn } from "../../draw/paint/paint.js";
import { cellAt } from "../../draw/picture.js";
import { digits } from "../../draw/scale.js";
import type { Palette } from "../../draw/theme.js";
import { type PerRun, RUN_KEYS, type RunKey } from "../../lab/runs.js";
import type { LabState, View } from "../../lab/state.js";
import type { FloatTensor } from "../../module/training/types.js";
import { format } from "../../words/number_text.js";
import { shownSymbol } from "../../words/prompt_text.js";
import { arrowTo } from "../common/keyboard_focus.js";
import { boxOnScreen, scaleOnScreen } from "../common/pixel_ratio.js";
import type { LabModel } from "./lab_model.js";

/** One row of one head. */
export interface HeadAt {
  readonly layer: number;
  readonly head: number;
  readonly row: number;
}

/** The canvases: their width, 0 until it is known, their device pixels for each pixel, and their colours. */
export interface Canvases {
  readonly room: number;
  readonly ratio: number;
  readonly palette: Palette;
}

interface AttentionModel extends LabModel {
  readonly tokens: readonly string[];
  readonly shown: HeadAt;
  readonly canvases: Canvases;
}

/** `drawn` are the states that the models' pictures show, `leak` is where the answer leaks most. */
export function attentionTemplate(
  model: LabModel,
  drawn: PerRun<LabState>,
  leak: HeadAt,
  canvases: Canvases,
): TemplateResult | typeof nothing {
  const { lab, view, state } = model;
  if (!state.opened || !state.attention) return nothing;
  const { sample, task } = state.opened;
  const tokens = sample.map((id) => shownSymbol(task.symbols[id] ?? String(id)));
  const row = Math.min(view.pointed ?? view.word ?? leak.row, tokens.length - 1);
  const spec: AttentionModel = { ...model, tokens, shown: { ...leak, ...view.head, row }, canvases };
  const { layer, head } = spec.shown;
  return html`<div class="attention">
    <div class="choosing">${wordButtons(spec)}${headButtons(spec, state.attention.masked)}</div>
    <div class="runs">${RUN_KEYS.map((run) => {
      const { attention } = drawn[run];
      const at = view.pointed ?? view.word;
      return guard(
        [attention, layer, head, row, at, canvases.room, canvases.ratio, canvases.palette, lab],
        () => (attention ? section(spec, run, attention[run]) : nothing),
      );
    })}</div>
    <p class="key"><span class="scale">0<i>${[1, 2, 3, 4, 5].map(() => html`<i></i>`)}</i>1</span><span><b class="hidden"></b>${lab.attention.answerKey}</span>
      <span><b class="leak"></b>${lab.attention.leakKey}</span></p></div>`;
}

function wordButtons({ lab, store, tokens, shown, focus }: AttentionModel): TemplateResult {
  const point = (pointed: number | undefined): void => store.show({ pointed });
  const onKey = (event: KeyboardEvent): void => {
    const { pointed, word } = store.state.view; // a click may not have been drawn yet
    const next = arrowTo(event, pointed ?? word ?? shown.row, tokens.length);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    store.show({ word: next, pointed: undefined });
    focus('.choosing button[tabindex="0"]');
  };
  return html`<div class="group" role="group" aria-label=${lab.attention.word} @keydown=${onKey} @pointerleave=${() => point(undefined)}>
    <span class="label">${lab.attention.word}</span>${tokens.map(
      (
        word,
        at,
      ) => html`<button translate="no" tabindex=${at === shown.row ? 0 : -1} aria-pressed=${at === shown.row ? "true" : "false"}
        @pointerenter=${() => point(at)} @click=${() => store.show({ word: at })}>${word}</button>`,
    )}</div>`;
}

function headButtons(spec: AttentionModel, { shape }: FloatTensor): TemplateResult | typeof nothing {
  const { lab, store, shown } = spec;
  const [layers = 0, heads = 0] = shape;
  if (layers * heads < 2) return nothing;
  return html`<div class="group" role="group" aria-label=${lab.attention.head}><span class="label">${lab.attention.head}</span>${Array.from(
    { length: layers * heads },
    (_, i) => {
      const position = { layer: Math.floor(i / heads), head: i % heads };
      const isOn = position.layer === shown.layer && position.head === shown.head;
      return html`<button aria-pressed=${isOn ? "true" : "false"} @click=${() => store.show({ head: position })}>${titleOf(spec, position)}</button>`;
    },
  )}</div>`;
}

const titleOf = (
  { lab: { attention }, state }: AttentionModel,
  { layer, head }: Omit<HeadAt, "row">,
): string =>
  format(state.settings.layers === 1 ? attention.oneLayerHead : attention.layerHead, {
    layer: layer + 1,
    head: head + 1,
  });

function section(spec: AttentionModel, run: RunKey, attention: FloatTensor): TemplateResult {
  const { lab, store, view, tokens, shown, canvases } = spec;
  const { room, ratio, palette } = canvases;
  const sentence = sentenceOf(spec, attention);
  const picture = headsPicture({
    ...{ attention, words: tokens, width: room, theme: palette, front: shown, at: view.pointed ?? view.word },
    titleOf: (layer, head) => titleOf(spec, { layer, head }),
  });
  const paint = (canvas?: Element): void => {
    if (!(canvas instanceof HTMLCanvasElement) || room === 0) return;
    canvas.style.width = `${picture.width}px`;
    canvas.style.height = `${picture.height}px`;
    paintOn(canvas, picture, palette.paper, ratio);
  };
  const indexUnder = (event: MouseEvent): readonly number[] => {
    const canvas = event.currentTarget as HTMLCanvasElement;
    const { x, y } = boxOnScreen(canvas);
    const scale = scaleOnScreen(canvas);
    const cell = cellAt(picture, (event.clientX - x) / scale, (event.clientY - y) / scale);
    return cell?.ref?.name === ATTENTION ? cell.ref.index : [];
  };
  const onPoint = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") store.show({ pointed: indexUnder(event)[2] });
  };
  const onPress = (event: MouseEvent): void => {
    const [layer, head, word] = indexUnder(event);
    if (layer !== undefined && head !== undefined) store.show({ head: { layer, head }, word });
  };
  const listed = tokens.map((word, at) => `${word} ${digits(weightsOf(attention, shown)[at] ?? 0)}`);
  const label = `${lab.runs[run]}, ${titleOf(spec, shown)}, ${tokens[shown.row]}: ${listed.join(", ")}`;
  return html`<section>
    <h3>${lab.runs[run]}</h3>
    <div class="heads"><canvas role="img" aria-label="${lab.runs[run]}: ${sentence}" ${ref(paint)}
      @pointermove=${onPoint} @pointerleave=${() => store.show({ pointed: undefined })} @click=${onPress}></canvas></div>
    ${room > 0 ? arcsTemplate({ words: tokens, weights: weightsOf(attention, shown), from: shown.row, width: room, label }) : nothing}
    <p class="sentence">${sentence}</p>
  </section>`;
}

/** Says how much weight the shown row gives to the word that it has to predict. */
function sentenceOf(spec: AttentionModel, attention: FloatTensor): string {
  const { shown, tokens } = spec;
  const texts = spec.lab.attention;
  const { layer, head, row } = shown;
  const answer = tokens[row + 1];
  const facts = { word: tokens[row] ?? "", answer: answer ?? "", head: titleOf(spec, shown) };
  if (answer === undefined) return format(texts.last, facts);
  const weight = weightAt(attention, [layer, head, row, row + 1]);
  if (Number.isNaN(weight)) return format(texts.broken, facts);
  const share = evenShare(attention);
  const sentence = weight === 0 ? texts.masked : weight > share ? texts.leaks : texts.little;
  return format(sentence, { ...facts, weight: digits(weight), share: digits(share) });
}

/** The weights of one row of one head. */
export const weightsOf = (attention: FloatTensor, { layer, head, row }: HeadAt): number[] =>
  Array.from({ length: attention.shape[3] ?? 0 }, (_, col) => weightAt(attention, [layer, head, row, col]));

const leakAt = (models: readonly FloatTensor[], { layer, head, row }: HeadAt): number =>
  Math.max(0, ...models.map((attention) => weightAt(attention, [layer, head, row, row + 1]) || 0));

/** How much more another row must leak to replace the shown one, as a share of a row's weight. */
const MARGIN = 0.1;

/**
 * The row whose weight for the next word, which it is to predict, is the greatest of all models, in the given head if there is
 * one. `before` stays until another row leaks clearly more, so that the picture does not jump while the models learn.
 */
export function leakiest(models: readonly FloatTensor[], before: HeadAt, within?: View["head"]): HeadAt {
  const [layers = 0, heads = 0, length = 0] = models[0]?.shape ?? [];
  const same = { ...before, ...within };
  const fits = same.layer < layers && same.head < heads && same.row < length - 1;
  let best: HeadAt = fits ? same : { layer: 0, head: 0, row: 0, ...within };
  let most = leakAt(models, best) + MARGIN;
  for (let layer = 0; layer < layers; layer++)
    for (let head = 0; head < heads; head++) {
      if (within && (within.layer !== layer || within.head !== head)) continue;
      for (let row = 0; row < length - 1; row++) {
        const leak = leakAt(models, { layer, head, row });
        if (leak > most) [best, most] = [{ layer, head, row }, leak];
      }
    }
  return best;
}

interface ArcsSpec {
  readonly words: readonly string[];
  /** The attention weight that the word at `from` gives to each word. */
  readonly weights: readonly number[];
  readonly from: number;
  readonly width: number;
  /** For screen readers. */
  readonly label: string;
}

const [TOP, BASE, WORD_LINE, WEIGHT_LINE, HEIGHT] = [8, 92, 110, 130, 138] as const;
const [WORD_SIZE, PADDING, THICKEST] = [15, 12, 14] as const;
/** A thinner line cannot be seen. */
const LEAST_SEEN = 0.01;
/** Narrower places have no room for the digits of a weight. */
const LEAST_FOR_DIGITS = 22;
/** Narrower places have no room for the zero of 0.12. */
const WIDE_ENOUGH = 34;

interface Place {
  readonly middle: number;
  readonly width: number;
}

/** Places the words as in a line of text, all of them narrower if the line is too long. */
function placesOf({ words, width }: Pick<ArcsSpec, "words" | "width">): Place[] {
  const widths = words.map((word) => Math.max(LEAST_FOR_DIGITS + 2, monoWidth(word, WORD_SIZE) + PADDING));
  const total = widths.reduce((sum, word) => sum + word, 0);
  const scale = Math.min(1, width / total);
  let left = (width - total * scale) / 2;
  return widths.map((word) => {
    const place = { middle: left + (word * scale) / 2, width: word * scale };
    left += word * scale;
    return place;
  });
}

const weightText = (weight: number, room: number): string => {
  if (weight === 0) return "0";
  return room < WIDE_ENOUGH ? digits(weight).replace(/^0/, "") : digits(weight);
};

/** Higher the farther the word is; the arc to the word itself is a small loop. */
function arc(weight: number, from: Place, to: Place, reach: number): TemplateResult {
  const distance = Math.abs(to.middle - from.middle);
  const controlY =
    distance === 0 ? BASE - 40 : BASE - ((BASE - TOP) * 4 * Math.max(0.35, distance / reach)) / 3;
  const [left, right] = distance === 0 ? [from.middle - 22, from.middle + 22] : [from.middle, to.middle];
  const path = `M${from.middle} ${BASE}C${left} ${controlY} ${right} ${controlY} ${to.middle} ${BASE}`;
  return svg`<path d=${path} stroke-width=${THICKEST * weight} />`;
}

/** The words of one row, and an arc from one of them to each that it attends to, as thick as the weight. */
function arcsTemplate({ words, weights, from, width, label }: ArcsSpec): TemplateResult {
  const places = placesOf({ words, width });
  const query = places[from];
  if (!query) return html``;
  const reach = Math.max(...places.map(({ middle }) => Math.abs(middle - query.middle)), 1);
  const isLeak = (at: number): boolean => at === from + 1 && (weights[at] ?? 0) > 1 / words.length;
  const kindOf = (at: number): string => (at === from ? "query" : at === from + 1 ? "answer" : "");
  return html`<svg class="arcs" viewBox="0 0 ${width} ${HEIGHT}" width=${width} height=${HEIGHT} role="img" aria-label=${label}>
    <g class="lines">${weights.map((weight, at) => {
      const place = places[at];
      return place && weight > LEAST_SEEN
        ? svg`<g class=${isLeak(at) ? "leak" : ""}>${arc(weight, query, place, reach)}</g>`
        : "";
    })}</g>
    ${places.map(({ middle, width: room }, at) => {
      const weight = weights[at] ?? 0;
      return svg`<g class="${kindOf(at)} ${isLeak(at) ? "leak" : ""}">
        ${at === from + 1 ? svg`<rect x=${middle - room / 2 + 1} y=${BASE + 4} width=${room - 2} height="24" rx="3" />` : ""}
        <text x=${middle} y=${WORD_LINE}>${shortened(words[at] ?? "", room - 3, WORD_SIZE) || (words[at] ?? "").slice(0, 1)}</text>
        ${room >= LEAST_FOR_DIGITS ? svg`<text class="weight" x=${middle} y=${WEIGHT_LINE}>${weightText(weight, room)}</text>` : ""}
      </g>`;
    })}
  </svg>`;
}
