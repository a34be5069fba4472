/** Styles of what the lab's models write. */
import { css } from "lit";

export const writingStyles = css`
  :host { display: block; font-size: 13px; }
  .lead { margin: 0 0 8px; max-width: 78ch; font-size: 16px; }
  .prompt { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; }
  label { color: var(--hu-muted); }
  input { color: var(--hu-ink); background: var(--hu-paper); border: 1px solid var(--hu-muted); border-radius: 3px; }
  #prompt { flex: 1 1 240px; max-width: 640px; min-width: 0; min-height: 44px; padding: 0 10px; font: 16px var(--hu-mono); }
  #prompt[aria-invalid="true"] { border-color: var(--hu-positive); }
  #hint { margin: 4px 0; color: var(--hu-muted); }
  .error, #hint.error { color: var(--hu-positive); overflow-wrap: anywhere; }
  .leave { color: var(--hu-ink); border: 1px solid var(--hu-muted); }
  .symbols { display: flex; flex-wrap: wrap; gap: 4px; max-height: 118px; overflow-y: auto; padding: 2px; }
  .symbols button { border: 1px solid var(--hu-hairline); min-height: 36px; min-width: 36px; font: 13px var(--hu-mono); }
  .settings { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 24px; margin: 12px 0; }
  .settings label { display: flex; align-items: center; gap: 8px; min-height: 44px; }
  .settings input[type="range"] { width: 120px; accent-color: var(--hu-accent); border: 0; }
  .settings input[type="number"] { width: 90px; min-height: 36px; padding: 0 6px; }
  output { min-width: 2em; color: var(--hu-ink); }
  .actions { display: flex; flex-wrap: wrap; gap: 8px; }
  .actions button { min-height: 44px; padding: 0 16px; border: 1px solid var(--hu-muted); }
  .actions button:first-child { border-color: var(--hu-accent); color: var(--hu-accent); font-weight: 600; }
  .actions button[aria-disabled="true"] { color: var(--hu-muted); border-color: var(--hu-muted); opacity: 0.6; cursor: default; background: none; }
  .runs { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr)); gap: 20px 32px; }
  section { min-width: 0; }
  h3 { margin: 0 0 4px; font-size: 16px; }
  .text { margin: 0 0 8px; min-height: 2.8em; font: 18px/1.4 var(--hu-mono); overflow-wrap: anywhere; white-space: pre-wrap; }
  .given { color: var(--hu-muted); }
  .new { color: var(--hu-accent); font-weight: 600; border-bottom: 2px solid var(--hu-accent); }
  .next { color: var(--hu-muted); border-bottom: 2px dashed var(--hu-muted); }
  table { border-collapse: collapse; width: 100%; table-layout: fixed; }
  th { width: 26%; text-align: end; font: 13px/1.7 var(--hu-mono); padding: 0 8px 0 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .number { width: 44px; text-align: end; }
  .bar { padding: 0; }
  .bar svg { display: block; width: 100%; height: 14px; }
  .bar rect { fill: var(--hu-muted); opacity: 0.45; }
  .chosen .bar rect { fill: var(--hu-accent); opacity: 1; }
  .chosen :is(th, .number) { color: var(--hu-accent); font-weight: 600; }
  .others :is(th, td) { color: var(--hu-muted); }
  .others th { font-family: var(--hu-sans); }
  .strip { display: block; width: 100%; margin-top: 10px; }
  .strip rect { fill: var(--hu-blank); stroke: var(--hu-muted); stroke-width: 0.75; }
  .strip text { fill: var(--hu-ink); font: 12px var(--hu-mono); text-anchor: middle; }
  .strip .chosen rect { fill: var(--hu-accent); }
  .strip .chosen text { fill: var(--hu-paper); font-weight: 600; }
  .strip path { fill: var(--hu-ink); }
  .why, .missing { margin: 6px 0 0; text-wrap: pretty; }
  .why { color: var(--hu-muted); }
  .missing { padding-left: 10px; border-left: 3px solid var(--hu-positive); font-size: 16px; }
  @media (forced-colors: active) {
    .bar rect { fill: CanvasText; }
    .strip rect { fill: Canvas; stroke: CanvasText; }
    .chosen .bar rect, .strip .chosen rect { fill: Highlight; }
    .strip .chosen text { fill: HighlightText; }
  }
`;
