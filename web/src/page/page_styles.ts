/** The page around the instrument: header, alerts, help. */
import { css, unsafeCSS } from "lit";
import { themeCss } from "../elements/theme_css.js";

export const pageStyles = css`
  ${unsafeCSS(themeCss("root"))}
  *, *::before, *::after { box-sizing: border-box; }
  html { background: var(--hu-paper); color: var(--hu-ink); -webkit-text-size-adjust: 100%; }
  body {
    margin: 0; min-height: 100dvh; display: flex; flex-direction: column;
    font: 16px/1.5 var(--hu-sans);
  }
  :lang(ko) { line-height: 1.7; word-break: keep-all; }
  :focus-visible { outline: 2px solid var(--hu-accent); outline-offset: 2px; }
  button {
    font: inherit;
    color: inherit;
    background: none;
    border: 0;
    border-radius: 4px;
    min-height: 32px;
    min-width: 32px;
    padding: 0 8px;
    cursor: pointer;
  }
  button:hover { background: var(--hu-blank); }
  .page-header {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    gap: 0 24px;
    padding: 0 14px;
    min-height: 48px;
    border-bottom: 1px solid var(--hu-hairline);
  }
  .page-header h1 { font-size: 16px; font-weight: 600; margin: 0; white-space: nowrap; }
  .lessons ul { display: flex; flex-wrap: wrap; list-style: none; margin: 0; padding: 0; gap: 0 20px; }
  .lessons a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    color: var(--hu-muted);
    text-decoration: none;
    border-bottom: 3px solid transparent;
    border-top: 3px solid transparent;
  }
  .lessons a:hover { color: var(--hu-ink); }
  .lessons a[aria-current] { color: var(--hu-ink); border-bottom-color: var(--hu-accent); }
  .tools { margin-left: auto; display: flex; align-items: center; gap: 2px; font-size: 13px; }
  .tools [aria-pressed="true"] {
    text-decoration: underline;
    text-decoration-color: var(--hu-accent);
    text-decoration-thickness: 2px;
    text-underline-offset: 5px;
  }
  .tools [aria-pressed="false"] { color: var(--hu-muted); }
  .languages { display: flex; margin-right: 8px; }
  .tools svg { width: 18px; height: 18px; display: block; margin: auto; }
  .problems {
    display: flex;
    gap: 16px;
    align-items: flex-start;
    padding: 8px 14px;
    border-bottom: 1px solid var(--hu-hairline);
    font-size: 13px;
  }
  .problems ul {
    list-style: none;
    margin: 0;
    padding: 0 0 0 12px;
    flex: 1;
    min-width: 0;
    border-left: 3px solid var(--hu-positive);
  }
  .problems li { overflow-wrap: anywhere; }
  .failed { padding: 24px 14px; }
  main { flex: 1; min-height: 0; display: flex; flex-direction: column; }
  heads-up { flex: 1; min-height: 0; }
  .skip { position: absolute; left: -9999px; }
  .skip:focus {
    left: 8px;
    top: 8px;
    z-index: 10;
    background: var(--hu-paper);
    padding: 8px 12px;
    color: var(--hu-ink);
  }
  dialog {
    color: var(--hu-ink);
    background: var(--hu-paper);
    border: 1px solid var(--hu-ink);
    border-radius: 4px;
    padding: 20px 24px 24px;
    max-width: min(560px, calc(100vw - 24px));
  }
  dialog::backdrop { background: rgb(0 0 0 / 40%); }
  dialog h2 { font-size: 20px; margin: 0 0 12px; }
  dialog dl { display: grid; grid-template-columns: auto 1fr; gap: 6px 20px; margin: 0 0 16px; }
  dialog dt { white-space: nowrap; }
  dialog dd { margin: 0; }
  kbd {
    font: 13px var(--hu-mono);
    border: 1px solid var(--hu-muted);
    border-radius: 3px;
    padding: 1px 6px;
  }
  .close { border: 1px solid var(--hu-muted); padding: 0 16px; }
  @media (min-width: 900px) {
    /* The instrument fits the window; only its words scroll. A window too low for that scrolls as a page. */
    body { height: 100dvh; min-height: 600px; }
  }
  @media (max-width: 640px) {
    .page-header { padding: 0 8px; gap: 0 12px; }
    .lessons { order: 3; flex-basis: 100%; font-size: 13px; overflow-x: auto; }
    .lessons ul { flex-wrap: nowrap; }
    .lessons a { min-height: 36px; white-space: nowrap; border-top-width: 0; }
    .languages { margin-right: 0; }
  }
  @media print { .tools, .lessons { display: none; } }
`;
