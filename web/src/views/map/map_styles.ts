/** Styles of the map: words over one picture, the current step marked, the followed token's tensors in front. */
import { css } from "lit";

export const mapStyles = css`
  @media (min-width: 520px) { dialog { width: min(1320px, calc(100vw - 32px)); } }
  .intro { max-width: none; margin-bottom: 6px; font-size: 13px; color: var(--hu-muted); }
  .tokens { display: flex; align-items: center; gap: 2px; overflow-x: auto; padding: 4px; margin: -2px; font-size: 13px; }
  .tokens .label { flex: none; margin-right: 8px; color: var(--hu-muted); }
  .tokens button { flex: none; padding: 0 6px; border-bottom: 2px solid transparent; border-radius: 0; }
  .tokens .padding { color: var(--hu-muted); }
  .tokens [aria-pressed="true"] { border-color: var(--hu-accent); color: var(--hu-accent); font-weight: 600; }
  .hint { margin: 2px; font-size: 13px; color: var(--hu-muted); }
  @media (min-width: 900px) { .choosing { display: flex; flex-wrap: wrap; align-items: center; gap: 0 24px; } }
  .map { margin-top: 2px; overflow-x: auto; overflow-y: hidden; padding: 18px 2px 12px; }
  .graph { position: relative; }
  .graph canvas { position: absolute; left: 0; top: 0; width: 100%; height: 100%; }
  .graph ol { list-style: none; margin: 0; padding: 0; }
  .graph :is(.heading, .tensor) { position: absolute; }
  .graph .tensor {
    display: block;
    min-width: 0;
    min-height: 0;
    padding: 30px 0 0;
    border-radius: 2px;
    text-align: center;
    font-family: var(--hu-mono);
    overflow: visible;
  }
  .graph .tensor:focus-visible { outline-offset: 0; }
  .graph button.tensor:hover { background: none; box-shadow: 0 0 0 1px var(--hu-muted); }
  .graph .parameter { padding: 0 0 0 26px; text-align: start; }
  .graph span { display: block; }
  .graph .name { font-size: 11px; line-height: 15px; color: var(--hu-ink); white-space: nowrap; }
  .graph .name.large { font-size: 12px; }
  .graph .parameter .name { font-size: 11px; line-height: 13px; }
  .graph .heading { font: 11px/15px var(--hu-mono); color: var(--hu-muted); white-space: nowrap; }
  .graph .shape { font: 11px/14px var(--hu-sans); white-space: nowrap; }
  .graph .parameter .shape { line-height: 12px; }
  .graph .shape span { display: inline; }
  .graph .back .name, .graph .back .shape span { color: var(--hu-muted); }
  .graph .lit .name { color: var(--hu-accent); font-weight: 600; }
  .graph .here {
    position: absolute;
    left: 50%;
    bottom: 100%;
    width: max-content;
    transform: translateX(-50%);
    padding: 0 5px;
    font: 600 11px/15px var(--hu-sans);
    color: var(--hu-paper);
    background: var(--hu-accent);
    forced-color-adjust: none;
    border-radius: 2px;
    z-index: 1;
  }
  /* Below a node that has its weights above it. */
  .parameter ~ .activation .here { top: 100%; bottom: auto; }
  .graph .heading .here { left: 0; transform: none; }
  .graph [aria-current] { box-shadow: 0 0 0 2px var(--hu-accent); }
  .way { margin-top: 6px; font-size: 13px; }
  .way p { margin: 0 0 4px; }
  .way ol { display: flex; flex-wrap: wrap; gap: 2px 14px; list-style: none; margin: 0 0 6px; padding: 0; }
  .way li + li::before { content: "→"; margin-right: 8px; color: var(--hu-muted); }
  h3 { font-size: 13px; }
  .beside { display: flex; flex-wrap: wrap; gap: 4px 8px; list-style: none; margin: 0; padding: 0; font-size: 13px; }
  .beside button { border: 1px solid var(--hu-hairline); min-height: 32px; }
  .beside [aria-current] { border-color: var(--hu-accent); }
  .beside small { font-size: 11px; color: var(--hu-accent); font-weight: 600; }
  @media (forced-colors: active) {
    .tokens button { border-color: Canvas; }
    .graph [aria-current]:not(:focus-visible) { outline: 2px solid Highlight; }
  }
`;
