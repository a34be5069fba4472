/** The planes beside the table: one column on a phone. */
import { css } from "lit";

export const queryPlaneStyles = css`
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
