/**
 * Why scores are divided by √d_k. A line for each d_k marks sums of d_k products: where d_k is four times as large they spread twice
 * as wide. Below, the softmax of five sums: undivided, ÷ √d_k, ÷ d_k. A dial chooses d_k, which the address contains.
 */
import { css, html, type TemplateResult } from "lit";
import { digits } from "../../draw/scale.js";
import { HEAD_SIZES } from "../../lessons/offers.js";
import { DIVISORS, type Divisor, type ProductSums, productSums } from "../../lessons/product_sums.js";
import { format } from "../../words/number_text.js";
import { richText } from "../../words/rich_text.js";
import { memo } from "../common/memo.js";
import type { SheetModel, SheetView } from "./sheet.js";

/** The dot products reach from −REACH to REACH. */
const REACH = 50;
const [MIDDLE, TOP, HEIGHT] = [14, 3, 28];

const styles = [
  css`
    .spreads { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 2px 12px; align-items: center; margin: 0 0 8px; font: 14px var(--hu-mono); }
    .spreads > * { min-width: 0; }
    .spreads svg { display: block; width: 100%; height: 28px; overflow: visible; }
    .spreads .now { font-weight: 700; color: var(--hu-accent); }
    .axis { stroke: var(--hu-hairline); }
    .ticks { stroke: var(--hu-muted); stroke-opacity: 0.35; }
    .ticks.five { stroke: var(--hu-ink); stroke-opacity: 1; stroke-width: 2; }
    .spread { fill: var(--hu-accent); fill-opacity: 0.16; }
    .now .spread { fill-opacity: 0.45; }
    path, line { vector-effect: non-scaling-stroke; fill: none; }
    .dial { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; margin: 0 0 8px; }
    .dial input { flex: 0 1 320px; min-width: 0; height: 32px; accent-color: var(--hu-accent); }
    .dial output { font: 700 16px var(--hu-mono); min-width: 4ch; }
    .says { font-size: 16px; }
    table { border-collapse: separate; border-spacing: 3px; font-size: 14px; margin: 0 0 10px; width: min(100%, 720px); table-layout: fixed; }
    caption { text-align: start; font-size: 13px; color: var(--hu-muted); padding-bottom: 2px; }
    th { text-align: start; font: 600 14px var(--hu-mono); width: 22%; }
    td { text-align: center; padding: 4px 2px; border: 1px solid var(--hu-hairline); font-variant-numeric: tabular-nums; }
    td span { display: block; font-size: 13px; color: var(--hu-muted); }
    td svg { display: block; width: 100%; height: 10px; background: var(--hu-blank); }
    td rect { fill: var(--hu-accent); }
    td b { font-size: 16px; font-weight: 600; }
    tr.root th { color: var(--hu-accent); }
    .note { color: var(--hu-muted); font-size: 13px; }
  `,
];

const sumsOf = memo(productSums);

export const rootSheet: SheetView = ({ words, sheet, core }: SheetModel, { open }) => {
  const texts = words.root;
  const all = sumsOf(core);
  const at = HEAD_SIZES.findIndex((size) => size === sheet.id);
  const chosen = all[at];
  if (!chosen) return undefined;
  const largest = (divisor: Divisor): string => digits(Math.max(...chosen.divided[divisor].weights));
  const facts = {
    ...{ dK: chosen.dK, root: chosen.root, spread: digits(chosen.spread, 1) },
    ...{ one: largest("one"), byRoot: largest("root"), bySize: largest("size") },
  };
  const turn = (event: Event): void =>
    open({ kind: "root", id: HEAD_SIZES[(event.target as HTMLInputElement).valueAsNumber] ?? sheet.id });
  return {
    title: words.controls.whyRoot,
    styles,
    place: "root",
    first: "input",
    inside: html`<p>${richText(texts.lead)}</p>
      <label class="dial">${texts.dial} <input type="range" min="0" max=${HEAD_SIZES.length - 1} step="1" .value=${String(at)}
        aria-valuetext=${`d_k ${chosen.dK}`} @input=${turn} /><output>${chosen.dK}</output></label>
      <div class="spreads" aria-hidden="true">${all.map((one) => spreadTemplate(one, one === chosen))}</div>
      <p class="says" role="status">${richText(format(chosen.dK === 1 ? texts.one : texts.says, facts))}</p>
      <table><caption>${texts.scores}</caption>${DIVISORS.map((divisor) => rowTemplate(chosen, divisor, texts.undivided))}</table>
      <p class="note">${richText(texts.note)}</p>`,
  };
};

const ticks = (sums: readonly number[], from: number, to: number): string =>
  sums.map((sum) => `M${sum} ${from}V${to}`).join("");

function spreadTemplate({ dK, root, sums, spread, divided }: ProductSums, isNow: boolean): TemplateResult {
  const five = sums.slice(0, divided.one.scores.length);
  const now = isNow ? "now" : "";
  return html`<span class=${now}>d_k ${dK}</span>
    <svg class=${now} viewBox="${-REACH} 0 ${2 * REACH} ${HEIGHT}" preserveAspectRatio="none">
      <rect class="spread" x=${-spread} y="0" width=${2 * spread} height=${HEIGHT} />
      <line class="axis" x1=${-REACH} x2=${REACH} y1=${MIDDLE} y2=${MIDDLE} />
      <path class="ticks" d=${ticks(sums, TOP + 4, HEIGHT - TOP - 4)} />
      <path class="ticks five" d=${isNow ? ticks(five, TOP, HEIGHT - TOP) : ""} />
    </svg>
    <span class=${now}>±${digits(spread, 1)} ≈ √${dK} = ${root}</span>`;
}

function rowTemplate({ dK, divided }: ProductSums, divisor: Divisor, undivided: string): TemplateResult {
  const { scores, weights } = divided[divisor];
  const name = { one: undivided, root: `÷ √${dK}`, size: `÷ ${dK}` }[divisor];
  return html`<tr class=${divisor}><th scope="row">${name}</th>${weights.map(
    (
      weight,
      i,
    ) => html`<td><span>${digits(scores[i] ?? 0)}</span><svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect
      width=${100 * weight} height="10" /></svg><b>${digits(weight)}</b></td>`,
  )}</tr>`;
}
