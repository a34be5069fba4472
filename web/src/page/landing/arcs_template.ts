/**
 * The first picture of the landing page: one word of the first lesson's sentence, and an arc to each word that it looks at, as
 * thick as its attention weight. The weights are numbers of the designed model, written down here so that the picture is there
 * before the module; tests/unit/landing_arcs.test.ts compares them with the trace.
 */
import { html, svg, type TemplateResult } from "lit";
import { designedSentence } from "../../lessons/designed.js";
import { format } from "../../words/number_text.js";
import type { Words } from "../../words/words.js";

/** The lesson and step that are drawn. */
export const ARCS = { lesson: "masked-self-attention", step: "attention" } as const;

/** By language: the weights of the word that looks, from the first word to itself. */
export const WEIGHTS: Readonly<Record<string, readonly number[]>> = {
  en: [0, 0.99, 0, 0, 0],
  ko: [0.02, 0.95, 0.02, 0.02],
};

const [WIDTH, HEIGHT, TOP, BASE, THICKEST] = [840, 345, 14, 240, 22] as const;
/** Numbers below this are drawn as the thinnest line. */
const THINNEST = 1;

/** The picture as numbers: the page draws it with its styles, and the build as a still (scripts/lib/stills). */
export function arcsPicture(lang: string) {
  const words = designedSentence(ARCS.lesson, lang);
  const weights = WEIGHTS[lang] ?? WEIGHTS["en"] ?? [];
  const query = weights.length - 1;
  const column = WIDTH / words.length;
  const middle = (at: number): number => (at + 0.5) * column;
  const largest = Math.max(...weights);
  /** Flatter the nearer the word is; the arc to itself is a small loop. */
  const arc = (weight: number, at: number) => {
    const [from, to] = [middle(query), middle(at)];
    const controlY = at === query ? BASE - 60 : BASE - ((BASE - TOP) * 4 * (query - at)) / (3 * query);
    const [left, right] = at === query ? [to - 26, from + 26] : [to, from];
    const path = `M${from} ${BASE}C${right} ${controlY} ${left} ${controlY} ${to} ${BASE}`;
    return { path, thickness: Math.max(THINNEST, (THICKEST * weight) / largest) };
  };
  return {
    viewBox: `0 -10 ${WIDTH} ${HEIGHT}`,
    query: words[query] ?? "",
    arcs: weights.map(arc),
    tokens: words.map((text, at) => ({
      ...{ text, x: middle(at), y: BASE + 40, weight: weights[at]?.toFixed(2) ?? "0", weightY: BASE + 78 },
      kind: (at === query ? "query" : at < query ? "" : "later") as "query" | "later" | "",
    })),
  };
}

export function arcsTemplate({ landing, language }: Words): TemplateResult {
  const { viewBox, query, arcs, tokens } = arcsPicture(language.code);
  return html`<figure class="arcs">
    <svg viewBox=${viewBox} aria-hidden="true">
      <g class="lines">${arcs.map(({ path, thickness }) => svg`<path d=${path} stroke-width=${thickness} />`)}</g>
      ${tokens.map(
        ({ text, kind, x, y, weight, weightY }) =>
          svg`<text class=${kind} x=${x} y=${y}>${text}</text><text class="weight" x=${x} y=${weightY}>${weight}</text>`,
      )}
    </svg>
    <figcaption>${format(landing.arcs, { token: query })}</figcaption>
  </figure>`;
}
