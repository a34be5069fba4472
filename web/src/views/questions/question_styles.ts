/** How a question looks: like the notes above it, its answers as plain as a printed exercise. */
import { css } from "lit";

export const questionStyles = css`
  :host { display: block; }
  details { border-block: 1px solid var(--hu-hairline); padding: 8px 0; }
  summary { cursor: pointer; min-height: 24px; font-size: 16px; color: var(--hu-accent); font-weight: 600; }
  .count { margin-left: 8px; font-size: 13px; font-weight: 400; color: var(--hu-muted); white-space: nowrap; }
  p { margin: 0 0 8px; max-width: 62ch; }
  .nth { margin-top: 8px; font-size: 13px; color: var(--hu-muted); }
  .nth b { color: var(--hu-accent); }
  .ask code, li code, label code, .right code { font-size: 0.82em; }
  .given { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 12px; font-size: 13px; }
  .given code { color: var(--hu-muted); }
  .given > span { display: flex; flex-wrap: wrap; gap: 2px 12px; font-size: 16px; }
  .given small { font-size: 13px; color: var(--hu-muted); }
  form { margin: 12px 0 0; }
  fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
  .hint { font-size: 13px; color: var(--hu-muted); margin-bottom: 6px; }
  .field { display: flex; align-items: center; gap: 10px; margin-bottom: 6px; }
  .field input {
    flex: 0 1 240px;
    min-width: 0;
    min-height: 40px;
    padding: 4px 10px;
    font-family: var(--hu-mono);
    background: var(--hu-paper);
    border: 1px solid var(--hu-muted);
    border-radius: 4px;
  }
  .choices { display: grid; gap: 2px; margin-bottom: 10px; }
  .choices label { display: flex; align-items: baseline; gap: 10px; padding: 7px 8px; min-height: 36px; border-radius: 4px; cursor: pointer; }
  .choices label:hover { background: var(--hu-blank); }
  input[type="radio"] { accent-color: var(--hu-accent); width: 16px; height: 16px; margin: 0; flex: none; }
  .choices input { translate: 0 2px; }
  .cells { display: flex; flex-wrap: wrap; gap: 6px 4px; margin-bottom: 10px; }
  .cells label {
    display: grid;
    justify-items: center;
    min-width: 50px;
    padding: 3px 6px 5px;
    border: 1px solid var(--hu-hairline);
    border-radius: 4px;
    line-height: 1.45;
    cursor: pointer;
  }
  .cells .place, .cells .value { font-size: 13px; color: var(--hu-muted); }
  .cells input { margin: 3px 0; order: 1; }
  .cells label:has(:checked) { border-color: var(--hu-accent); background: var(--hu-blank); }
  .pictures { display: flex; flex-wrap: wrap; gap: 4px 12px; }
  .pictures label { align-items: center; }
  .mask .attend, .key .attend { background: var(--hu-ink); color: var(--hu-paper); }
  :is(.choices, .cells) .right { outline: 2px solid var(--hu-accent); outline-offset: -1px; }
  fieldset[disabled] label { cursor: default; }
  .mask { overflow-x: auto; padding: 3px; margin: 0 -3px 8px; }
  .mask table { border-collapse: separate; border-spacing: 2px; margin: 0; font-size: 13px; line-height: 1; }
  .mask th { font-weight: 400; color: var(--hu-muted); padding: 0 3px; min-width: 26px; border: 0; }
  .mask thead th { vertical-align: bottom; }
  .mask tbody th { text-align: right; white-space: nowrap; }
  .mask td {
    width: 28px;
    min-width: 26px;
    height: 28px;
    padding: 0;
    text-align: center;
    cursor: pointer;
    border: 1px solid var(--hu-muted);
    touch-action: pan-y pinch-zoom;
    user-select: none;
  }
  /* Beside a mouse the whole question then fits into the panel of a laptop. */
  @media (pointer: fine) { .mask td { height: 24px; } }
  .mask .ignore, .key .ignore {
    color: var(--hu-ink);
    background: repeating-linear-gradient(135deg, var(--hu-blank) 0 4px, var(--hu-hairline) 4px 5px);
  }
  .settled td, .mask .corner { cursor: default; }
  .mask .corner { border-color: transparent; }
  .mask .wrong { outline: 2px solid var(--hu-positive); outline-offset: -1px; font-weight: 700; font-size: 18px; }
  .mask td:focus-visible { outline: 3px solid var(--hu-accent); outline-offset: 1px; }
  .key { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 4px 0 8px; font-size: 13px; color: var(--hu-muted); }
  .key i { display: inline-block; width: 14px; height: 14px; margin-right: 6px; vertical-align: -2px; border: 1px solid var(--hu-muted); }
  @media (forced-colors: active) {
    .mask td, .key i { forced-color-adjust: none; }
  }
  [role="status"]:focus { outline: none; }
  .check {
    min-height: 40px;
    padding: 0 20px;
    border: 1px solid var(--hu-accent);
    color: var(--hu-accent);
    font-weight: 600;
  }
  [role="status"] p { margin: 10px 0 4px; }
  [role="status"] .right b { color: var(--hu-accent); }
  [role="status"] .wrong b { color: var(--hu-positive); }
  .look { color: var(--hu-accent); text-decoration: underline; text-underline-offset: 3px; min-height: 24px; }
  ul { margin: 4px 0; padding-left: 20px; max-width: 62ch; }
  .after { display: flex; flex-wrap: wrap; gap: 4px; margin: 6px 0 0 -8px; }
  .after button { min-height: 40px; color: var(--hu-accent); }
  .after button:empty { display: none; }
  .first { display: inline-flex; align-items: center; gap: 8px; min-height: 32px; font-size: 13px; color: var(--hu-muted); }
  .first input { accent-color: var(--hu-accent); margin: 0; }
  /* In a lecture: the question and its answers, not what helps a single learner. */
  :host([brief]) :is(.count, .nth, .first) { display: none; }
  :host([brief]) form { margin-top: 0; }
  :host([brief]) details { border-top: 0; padding-top: 0; }
`;
