/** Styles of the attention of the lab's models. */
import { css } from "lit";

export const attentionStyles = css`
  :host { display: block; font-size: 13px; }
  .choosing { display: flex; flex-wrap: wrap; gap: 2px 28px; margin-bottom: 10px; }
  .group { display: flex; flex-wrap: wrap; align-items: center; gap: 2px; }
  .label { margin-right: 6px; color: var(--hu-muted); }
  .group button { min-height: 36px; min-width: 28px; padding: 0 7px; border-bottom: 2px solid transparent; border-radius: 0; }
  .group [aria-pressed="true"] { border-color: var(--hu-accent); color: var(--hu-accent); font-weight: 600; }
  .runs { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 20px 32px; }
  section, .choosing { min-width: 0; contain: layout style; }
  h3 { margin: 0 0 6px; font-size: 16px; }
  .heads { overflow-x: auto; overflow-y: hidden; }
  canvas { display: block; cursor: crosshair; }
  .arcs { display: block; max-width: 100%; margin-top: 10px; }
  .arcs path { fill: none; stroke: var(--hu-accent); stroke-linecap: round; opacity: 0.6; }
  .arcs .leak path { stroke: var(--hu-positive); }
  .arcs text { fill: var(--hu-ink); font-size: 15px; text-anchor: middle; }
  .arcs .query text { fill: var(--hu-accent); font-weight: 600; }
  .arcs .weight { font-size: 11px; fill: var(--hu-muted); }
  .arcs .query .weight { fill: var(--hu-muted); font-weight: 400; }
  .arcs .leak text { fill: var(--hu-positive); font-weight: 600; }
  .arcs rect { fill: none; stroke: var(--hu-muted); stroke-dasharray: 3 3; }
  .arcs .leak rect { stroke: var(--hu-positive); stroke-width: 2; stroke-dasharray: none; }
  .sentence { margin: 4px 0 0; min-height: 3em; font-size: 16px; text-wrap: pretty; }
  .key { display: flex; flex-wrap: wrap; gap: 4px 24px; margin: 14px 0 12px; color: var(--hu-muted); }
  .key span { display: flex; align-items: center; gap: 6px; }
  .key b { flex: none; width: 14px; height: 14px; border: 1px dashed var(--hu-muted); }
  .key .leak { border: 2px solid var(--hu-positive); }
  .scale i { display: inline-flex; }
  .scale i i { width: 12px; height: 12px; background: var(--hu-accent); }
  .scale i i:nth-child(1) { opacity: 0.05; }
  .scale i i:nth-child(2) { opacity: 0.25; }
  .scale i i:nth-child(3) { opacity: 0.5; }
  .scale i i:nth-child(4) { opacity: 0.7; }
  .scale i i:nth-child(5) { opacity: 0.9; }
  @media (forced-colors: active) { .group button { border-color: Canvas; } .group [aria-pressed="true"] { border-color: Highlight; } }
`;
