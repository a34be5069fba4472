/** The lab's page: one column of sections, the first in two halves where there is room; each part's own styles are nested. */
import { css } from "lit";
import { fileField } from "../common/file_field.js";
import { base } from "../common/styles.js";

const page = css`
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

/** The colour and the dashes of each run: colour-blind readers can tell red from blue, and the dashes do not depend on colour. */
const runs = css`
  .masked { --run: var(--hu-accent); --dashes: none; }
  .unmasked { --run: var(--hu-positive); --dashes: 9 5; }
  .weak { --run: var(--hu-negative); --dashes: 2 4; }
  .masked .line, .unmasked .line, .weak .line { stroke: var(--run); stroke-dasharray: var(--dashes); }
  .masked .raw, .unmasked .raw, .weak .raw { stroke: var(--run); }
  .masked .band, .unmasked .band, .weak .band { fill: var(--run); }
  .label.masked, .label.unmasked, .label.weak { fill: var(--run); }
  .swatch { display: inline-block; vertical-align: middle; width: 28px; height: 10px; margin-inline-end: 8px; }
  .swatch line { stroke: var(--run); stroke-dasharray: var(--dashes); stroke-width: 3; }
`;

const parts = css`
  :is(.attention, .writing, .walk, .model, details.settings) {
    section { padding: 0; }
    p { max-width: none; }
    th, td { border: 0; }
    button { min-height: 32px; }
  }
  .curves {
    display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 20px;
    figure { margin: 0; min-width: 0; contain: layout style; }
    figcaption { min-height: 64px; margin-bottom: 4px; }
    h3 { font-size: 16px; margin: 0; }
    figcaption p { margin: 0; font-size: 13px; color: var(--hu-muted); text-wrap: pretty; }
    svg { display: block; width: 100%; overflow: visible; }
    .grid { stroke: var(--hu-hairline); }
    .guess { stroke: var(--hu-muted); stroke-dasharray: 1 5; stroke-linecap: round; }
    text { font: 13px var(--hu-sans); fill: var(--hu-muted); font-variant-numeric: tabular-nums; }
    .label { font-weight: 600; paint-order: stroke; stroke: var(--hu-paper); stroke-width: 4px; stroke-linejoin: round; }
    .line { fill: none; stroke-width: 2.5; stroke-linejoin: round; }
    .raw { fill: none; stroke-width: 1; opacity: 0.3; stroke-dasharray: none; }
    .band { stroke: none; opacity: 0.2; }
    @media (max-width: 820px) {
      grid-template-columns: minmax(0, 1fr); gap: 16px;
      figcaption { min-height: 0; }
    }
  }
  details.settings {
    form { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 12px 16px; align-items: start; }
    p { margin: 0; }
    .wide { grid-column: 1 / -1; }
    .wide, label, .error { font-size: 13px; }
    label, .wide { color: var(--hu-muted); }
    input, select {
      display: block;
      width: 100%;
      min-height: 44px;
      padding: 4px 8px;
      background: var(--hu-paper);
      border: 1px solid var(--hu-muted);
      border-radius: 3px;
      font-variant-numeric: tabular-nums;
    }
    [aria-invalid="true"] { border: 2px solid var(--hu-positive); }
    .error { color: var(--hu-positive); overflow-wrap: anywhere; }
    .check { grid-column: 1 / -1; display: flex; align-items: center; gap: 8px; min-height: 44px; }
    .check input { width: 24px; min-height: 24px; flex: none; }
    .sent { display: flex; flex-wrap: wrap; gap: 8px 16px; }
    .sent button { min-height: 44px; padding: 0 16px; border: 1px solid var(--hu-muted); }
  }
  .attention {
    font-size: 13px;
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
  }
  .writing {
    font-size: 13px;
    .what { margin: 0 0 8px; max-width: 78ch; font-size: 16px; }
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
    .conditions { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 24px; margin: 12px 0; }
    .conditions label { display: flex; align-items: center; gap: 8px; min-height: 44px; }
    .conditions input[type="range"] { width: 120px; accent-color: var(--hu-accent); border: 0; }
    .conditions input[type="number"] { width: 90px; min-height: 36px; padding: 0 6px; }
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
    td { padding: 1px; }
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
  }
  .walk {
    p { margin: 0 0 8px; }
    small, .facts { font-size: 13px; color: var(--hu-muted); }
    .ways { display: flex; flex-wrap: wrap; align-items: end; gap: 8px 16px; }
    .ways.facts { align-items: center; }
    .ways label { font-size: 13px; color: var(--hu-muted); }
    select { display: block; min-height: 44px; background: var(--hu-paper); border: 1px solid var(--hu-muted); border-radius: 3px; padding: 0 8px; color: var(--hu-ink); }
    .facts select { display: inline-block; min-height: 32px; font-size: 13px; }
    .open { min-height: 44px; padding: 0 16px; border: 1px solid var(--hu-muted); }
    .tensors { display: grid; grid-template-columns: 300px minmax(0, 1fr); gap: 12px 32px; margin-top: 12px; }
    .parts { max-height: 560px; overflow: auto; border-top: 1px solid var(--hu-hairline); }
    details { border-bottom: 1px solid var(--hu-hairline); }
    summary { width: auto; font-size: 16px; color: var(--hu-ink); font-weight: 600; }
    ul { list-style: none; margin: 0 0 8px; padding: 0; }
    li { margin: 0; }
    li button { width: 100%; text-align: start; min-height: 32px; overflow-wrap: anywhere; }
    li button[aria-pressed="true"] { background: var(--hu-blank); box-shadow: inset 3px 0 0 var(--hu-accent); }
    h3 { font-size: 16px; margin: 0 0 4px; }
    .scroll { overflow-x: auto; max-height: none; }
    table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
    th { font-weight: 400; color: var(--hu-muted); padding: 2px 6px; text-align: center; }
    td { padding: 1px; text-align: start; }
    [role="grid"] th { white-space: nowrap; }
    /* Beside a wide table the rows keep their names in sight. */
    [role="grid"] tbody th { position: sticky; inset-inline-start: 0; z-index: 1; background: var(--hu-paper); text-align: end; }
    [role="grid"] td { padding: 0; border: 1px solid var(--hu-hairline); }
    [role="grid"] td:first-child { border: 0; }
    [role="grid"] td button { min-width: 64px; width: 100%; text-align: end; border-radius: 0; padding: 0 6px; scroll-margin-inline-start: 88px; }
    .positive { --value: var(--hu-positive); }
    .negative { --value: var(--hu-negative); }
    .shade-1 { background: color-mix(in srgb, var(--value) 8%, var(--hu-paper)); }
    .shade-2 { background: color-mix(in srgb, var(--value) 18%, var(--hu-paper)); }
    .shade-3 { background: color-mix(in srgb, var(--value) 28%, var(--hu-paper)); }
    .shade-4 { background: color-mix(in srgb, var(--value) 40%, var(--hu-paper)); }
    [aria-selected="true"] { outline: 2px solid var(--hu-accent); outline-offset: -1px; }
    .error { color: var(--hu-positive); overflow-wrap: anywhere; }
    .why { min-height: 140px; margin-top: 14px; }
    .terms th, .terms td { padding: 2px 12px 2px 0; text-align: start; border-bottom: 1px solid var(--hu-hairline); white-space: nowrap; }
    .terms :is(td, thead th:not(:first-child)) { text-align: end; }
    .terms button { padding: 0; min-height: 28px; text-decoration: underline; text-underline-offset: 3px; color: var(--hu-ink); }
    .terms tfoot :is(th, td) { font-weight: 600; color: var(--hu-ink); border: 0; }
    @media (max-width: 820px) {
      .tensors { grid-template-columns: minmax(0, 1fr); }
      .parts { max-height: 320px; }
    }
    /* On a phone the names wrap, so that the products and their sum stay in sight. */
    @media (max-width: 520px) {
      .terms th { white-space: normal; padding-right: 8px; }
      .terms td { padding-right: 4px; }
      .terms code { font-size: 12px; line-height: 1.3; overflow-wrap: anywhere; }
      .terms button { min-width: 0; text-align: start; }
    }
  }
  .model {
    .rows { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); gap: 12px 32px; align-items: start; }
    fieldset { grid-column: 1 / -1; border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0 20px; }
    legend { float: left; margin: 0 12px 0 0; font-weight: 400; padding: 0; min-height: 44px; align-content: center; color: var(--hu-muted); font-size: 13px; }
    fieldset label { display: flex; align-items: center; gap: 8px; min-height: 44px; cursor: pointer; }
    fieldset input { width: 18px; height: 18px; margin: 0; accent-color: var(--hu-accent); }
    .part { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; }
    .part p { flex: 1 1 100%; margin: 0; font-size: 13px; color: var(--hu-muted); text-wrap: pretty; }
    .part label { display: flex; align-items: center; gap: 8px; font-size: 13px; color: var(--hu-muted); }
    .typed { flex: 1 1 240px; }
    .typed input { flex: 1; min-width: 0; min-height: 44px; padding: 0 10px; font: 16px var(--hu-mono); color: var(--hu-ink); background: var(--hu-paper); border: 1px solid var(--hu-muted); border-radius: 3px; }
    .typed [aria-invalid="true"] { border-color: var(--hu-positive); }
    select { min-height: 44px; color: var(--hu-ink); background: var(--hu-paper); border: 1px solid var(--hu-muted); border-radius: 3px; padding: 0 8px; }
    .part button { min-height: 44px; padding: 0 16px; border: 1px solid var(--hu-muted); }
    .part .open { border-color: var(--hu-accent); color: var(--hu-accent); font-weight: 600; }
    [role="status"] { margin: 8px 0 0; min-height: 1.5em; font-size: 13px; color: var(--hu-muted); }
    .error, .part p.error { margin: 4px 0 0; color: var(--hu-positive); overflow-wrap: anywhere; }
  }
`;

export const labStyles = [base, fileField, page, runs, parts];
