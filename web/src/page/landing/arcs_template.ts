/**
 * The first picture of the landing page: one token of a sentence, and an arc to each token that it looks at, as thick as its
 * attention weight. The weights are numbers of the trace, written down here so that the picture is there before the module;
 * tests/unit/landing_arcs.test.ts compares them with the trace.
 */
import { html, svg, type TemplateResult } from "lit";
import { pieces } from "../../../tokenizer/tutorial.json";
import { format } from "../../words/number_text.js";
import type { Words } from "../../words/words.js";

/** The row of the trace that is drawn. */
export const ARCS = {
  lesson: "transformer-block",
  step: "attention",
  index: [1, 1, 4],
  weights: [0.14, 0.6, 0.12, 0.08, 0.07],
} as const;

const [COLUMN, TOP, BASE, THICKEST] = [70, 14, 150, 16] as const;
const sentence = pieces[ARCS.index[0]] ?? [];
const largest = Math.max(...ARCS.weights);
const query = ARCS.index[2];
const middle = (at: number): number => (at + 0.5) * COLUMN;

/** Flatter the nearer the token is; the arc to itself is a small loop. */
function arc(weight: number, at: number): { readonly path: string; readonly thickness: number } {
  const [from, to] = [middle(query), middle(at)];
  const controlY = at === query ? BASE - 50 : BASE - ((BASE - TOP) * 4 * (query - at)) / (3 * query);
  const [left, right] = at === query ? [to - 22, from + 22] : [to, from];
  const path = `M${from} ${BASE}C${right} ${controlY} ${left} ${controlY} ${to} ${BASE}`;
  return { path, thickness: (THICKEST * weight) / largest };
}

/** The picture as numbers: the page draws it with its styles, and the build as a still (scripts/lib/stills). */
export const PICTURE = {
  viewBox: `0 -10 ${sentence.length * COLUMN} 230`,
  arcs: ARCS.weights.map(arc),
  tokens: sentence.map((text, at) => ({
    ...{ text, x: middle(at), y: BASE + 32, weight: ARCS.weights[at]?.toFixed(2) ?? "0", weightY: BASE + 60 },
    kind: (at === query ? "query" : at in ARCS.weights ? "" : "later") as "query" | "later" | "",
  })),
} as const;

export function arcsTemplate({ landing }: Words): TemplateResult {
  const [before, after] = format(landing.arcs, { head: ARCS.index[1] + 1 }).split("{token}");
  return html`<figure class="arcs">
    <svg viewBox=${PICTURE.viewBox} aria-hidden="true">
      <g class="lines">${PICTURE.arcs.map(({ path, thickness }) => svg`<path d=${path} stroke-width=${thickness} />`)}</g>
      ${PICTURE.tokens.map(
        ({ text, kind, x, y, weight, weightY }) =>
          svg`<text class=${kind} x=${x} y=${y}>${text}</text><text class="weight" x=${x} y=${weightY}>${weight}</text>`,
      )}
    </svg>
    <figcaption>${before}<span lang="ko">${sentence[query]}</span>${after}</figcaption>
  </figure>`;
}
