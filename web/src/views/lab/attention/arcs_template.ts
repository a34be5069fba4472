/** The words of one row, and an arc from one of them to each that it attends to, as thick as the weight. */
import { html, svg, type TemplateResult } from "lit";
import { digits } from "../../../draw/scale.js";
import { monoWidth, shortened } from "../../../draw/text.js";

export interface ArcsSpec {
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

export function arcsTemplate({ words, weights, from, width, label }: ArcsSpec): TemplateResult {
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
