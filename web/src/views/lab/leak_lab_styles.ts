/** The lab's page: one column of sections, the first in two halves where there is room. */
import { css } from "lit";

export const leakLabStyles = css`
  :host { display: block; scrollbar-color: var(--hu-muted) transparent; }
  article { max-width: 1168px; margin: 0 auto; padding: 0 24px 64px; }
  header { padding: 28px 0 4px; }
  h1 { font-size: 31px; line-height: 1.3; font-weight: 600; letter-spacing: -0.01em; margin: 0; }
  .lead { font-size: 20px; line-height: 1.6; margin: 10px 0 0; max-width: 42em; text-wrap: pretty; }
  /* Contained parts are laid out separately: a curve that grows does not affect the rest of the page. */
  header, section, .transport { contain: layout style; }
  section { padding: 24px 0 0; }
  h2 { font-size: 20px; line-height: 1.4; margin: 0 0 10px; padding-top: 18px; border-top: 1px solid var(--hu-hairline); }
  :is(h1, h2):focus { outline: none; }
  .n { color: var(--hu-muted); font-weight: 400; margin-inline-end: 12px; }
  h3 { font-size: 16px; margin: 0; }
  p { margin: 0 0 10px; max-width: 48em; text-wrap: pretty; }
  small, .hint, .note, .count, .aside { font-size: 13px; color: var(--hu-muted); }
  .loading { padding: 24px; }
  .pair { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 16px 48px; align-items: start; }
  .shift { margin: 0; min-height: 210px; }
  .shift svg { display: block; width: 100%; max-width: 520px; overflow: visible; margin-bottom: 14px; }
  .shift text { font: 16px var(--hu-sans); fill: var(--hu-ink); }
  .shift .token { text-anchor: middle; font-weight: 600; }
  .shift .name { fill: var(--hu-muted); font-size: 13px; }
  .shift rect { fill: none; stroke: var(--hu-hairline); }
  .shift rect.chosen { stroke: var(--hu-positive); stroke-width: 2; }
  .way, .tip { fill: none; stroke: var(--hu-positive); stroke-width: 2; }
  fieldset { border: 0; margin: 0 0 14px; padding: 0; }
  legend { font-weight: 600; padding: 0; margin-bottom: 2px; }
  fieldset label { display: flex; gap: 10px; align-items: center; min-height: 44px; cursor: pointer; }
  fieldset label:hover { background: var(--hu-blank); }
  fieldset input { width: 18px; height: 18px; margin: 0; flex: none; accent-color: var(--hu-accent); }
  .ways { display: flex; flex-wrap: wrap; gap: 8px 16px; margin: 4px 0 6px; }
  #rest { min-height: 1.5em; }
  button { min-height: 44px; }
  .main { background: var(--hu-accent); color: var(--hu-paper); font-weight: 600; padding: 0 20px; }
  .main:hover { background: var(--hu-accent); text-decoration: underline; }
  .main[aria-disabled="true"] { background: var(--hu-blank); color: var(--hu-muted); opacity: 1; text-decoration: none; }
  .plain { text-decoration: underline; text-underline-offset: 5px; text-decoration-thickness: 1px; padding: 0 6px; }
  .transport { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; margin: 10px 0 6px; }
  .transport button { display: inline-flex; align-items: center; gap: 6px; padding: 0 12px; }
  .transport .main { min-width: 104px; justify-content: center; }
  .transport button[aria-disabled="true"]:not(.main) { color: var(--hu-muted); opacity: 0.7; cursor: default; background: none; }
  .transport svg { width: 18px; height: 18px; fill: currentColor; }
  .count { color: var(--hu-ink); min-width: 9ch; text-align: end; }
  .notice:not(:empty) { border-left: 3px solid var(--hu-positive); padding-left: 12px; }
  .notice:empty { margin: 0; }
  summary { cursor: pointer; min-height: 44px; align-content: center; color: var(--hu-muted); font-size: 13px; width: fit-content; }
  .settings summary { color: var(--hu-ink); }
  .scroll { overflow: auto; max-height: 320px; }
  table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
  th, td { padding: 4px 10px; text-align: end; border-bottom: 1px solid var(--hu-hairline); }
  /* The names of the columns stay in sight. */
  .scroll thead { position: sticky; top: 0; background: var(--hu-paper); }
  td[colspan] { text-align: center; font-weight: 700; }
  .numbers { font-size: 16px; margin: 8px 0 14px; }
  .numbers th { font-weight: 400; }
  .numbers th[scope="row"] { text-align: start; padding-left: 0; }
  .numbers small { display: block; padding-left: 36px; }
  .numbers thead { font-size: 13px; color: var(--hu-muted); }
  .numbers .least { font-weight: 700; }
  ul.verdict { list-style: none; padding: 0; margin: 6px 0 8px; }
  .right { color: var(--hu-accent); }
  .wrong { color: var(--hu-positive); }
  section.verdict { min-height: 120px; padding-top: 12px; }
  ul { margin: 0 0 12px; padding-left: 20px; max-width: 48em; }
  li { margin-bottom: 6px; }
  article a { color: var(--hu-accent); text-underline-offset: 4px; }
  .scripts { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; margin: 0 0 16px; }
  .scripts button { border: 1px solid var(--hu-muted); padding: 0 14px; }
  .scripts .hint { flex-basis: 100%; }
  /* Forced colours paint their own background behind text, on which text in the colour of paper could not be read. */
  @media (forced-colors: active) {
    .main { forced-color-adjust: none; background: Highlight; color: HighlightText; }
    .main[aria-disabled="true"] { background: Canvas; color: GrayText; border: 1px solid GrayText; }
  }
  @media (max-width: 820px) {
    article { padding: 0 16px 48px; }
    .pair { grid-template-columns: minmax(0, 1fr); }
    h1 { font-size: 25px; }
    .lead { font-size: 16px; }
    .numbers { font-size: 13px; }
    .numbers th, .numbers td { padding: 4px 6px; }
  }
`;
