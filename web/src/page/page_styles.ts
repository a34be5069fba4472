/** Styles of the page around <heads-up>: header, alerts, help. */
import { css } from "lit";

export const pageStyles = css`
  :root { --zoom: 1; }
  body { min-height: calc(100dvh / var(--zoom)); }
  .page-header {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    gap: 0 16px;
    padding: 0 14px;
    min-height: 48px;
    border-bottom: 1px solid var(--hu-hairline);
  }
  .name { color: inherit; font-weight: 600; text-decoration: none; white-space: nowrap; padding: 8px 0; }
  .name:hover { text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 5px; }
  .lessons ul { list-style: none; margin: 0; padding: 0; }
  .lessons a, .menu summary { color: var(--hu-muted); text-decoration: none; }
  .lessons a:hover, .lessons [aria-current] { color: var(--hu-ink); }
  /* Titles that do not fit beside each other have two lines each. */
  .lessons .row { display: flex; gap: 0 15px; font-size: 13px; line-height: 1.25; text-wrap: balance; }
  .unbroken { white-space: nowrap; }
  .row :is(a, li > span) {
    display: inline-flex;
    align-items: center;
    min-height: 48px;
    padding: 4px 0;
    box-shadow: inset 0 0 0 var(--hu-accent);
  }
  .row [aria-current] { box-shadow: inset 0 -3px 0 var(--hu-accent); }
  .menu { display: none; position: relative; }
  .menu summary { color: var(--hu-ink); cursor: pointer; min-height: 44px; align-content: center; list-style: none; }
  .menu summary::after { content: " ▾"; color: var(--hu-muted); }
  .menu summary::-webkit-details-marker { display: none; }
  .menu ul {
    position: absolute;
    left: -14px;
    top: 100%;
    z-index: 6;
    width: max-content;
    max-width: calc(100vw - 28px);
    background: var(--hu-paper);
    border: 1px solid var(--hu-ink);
    border-radius: 4px;
    padding: 6px 0;
  }
  .menu a { display: block; padding: 8px 16px; min-height: 44px; border-left: 3px solid var(--hu-paper); }
  .menu a[aria-current] { border-left-color: var(--hu-accent); }
  .more { margin: 0 -14px 0 auto; }
  .tools { margin-left: auto; display: flex; align-items: center; gap: 2px; font-size: 13px; }
  .more + .tools { margin-left: 0; }
  .tools [aria-pressed="true"] {
    text-decoration: underline;
    text-decoration-color: var(--hu-accent);
    text-decoration-thickness: 2px;
    text-underline-offset: 5px;
  }
  .tools [aria-pressed="false"] { color: var(--hu-muted); }
  .tools select { font: inherit; color: inherit; background: var(--hu-paper); border: 0; min-height: 32px; }
  .languages { display: flex; margin-right: 8px; }
  .tools svg { width: 18px; height: 18px; display: block; margin: auto; }
  .pick { position: relative; display: grid; width: 34px; height: 32px; border-radius: 4px; }
  .pick:hover { background: var(--hu-blank); }
  .pick:focus-within { outline: 2px solid var(--hu-accent); }
  .pick select { position: absolute; inset: 0; width: 100%; opacity: 0; cursor: pointer; }
  .pick option { color: var(--hu-ink); background: var(--hu-paper); }
  heads-up { flex: 1; min-height: 0; }
  @media (min-width: 800px) { heads-up-notebook:not([mode="lecture"]) { height: calc(100dvh - 56px); min-height: 460px; } }
  .skip { position: absolute; left: -9999px; }
  .skip:focus {
    left: 8px;
    top: 8px;
    z-index: 10;
    background: var(--hu-paper);
    padding: 8px 12px;
    color: var(--hu-ink);
  }
  @media (min-width: 900px) and (min-height: 521px) {
    /* The instrument fits the window; only its words scroll. A window too low for that scrolls as a page. */
    body:has(heads-up) { height: calc(100dvh / var(--zoom)); min-height: 600px; }
  }
  body:has(heads-up[mode="lecture"]) { height: calc(100dvh / var(--zoom)); min-height: 0; overflow: hidden; }
  body:has([mode="lecture"]) .page-header { display: none; }
  @media (min-width: 1200px) { .page-header { flex-wrap: nowrap; } }
  @media (min-width: 1600px) { .lessons .row { font-size: 16px; gap: 0 24px; } }
  @media (max-width: 1320px) { .page-header { column-gap: 12px; } .lessons .row { column-gap: 10px; } }
  @media (max-width: 1199px) {
    .lessons .row { display: none; }
    .menu { display: block; }
    /* The page of all lessons is that list. */
    .name[aria-current] ~ .lessons { display: none; }
  }
  @media (max-width: 640px) {
    .page-header { padding: 0 8px; gap: 0 4px; }
    .tools:not(.more) { margin-left: auto; }
    .lessons { order: 3; flex: 1 1 60%; }
    .more { order: 4; margin-right: 0; }
    .tools button { padding: 0 6px; }
    .tools .lecture { display: none; }
    .menu ul { left: 0; max-width: calc(100vw - 16px); }
    .languages { margin-right: 0; }
  }
  /* On a wall or a 4K screen everything grows together: type, stage, strokes. */
  @supports (zoom: 2) {
    @media (min-width: 2300px) and (min-height: 1200px) { :root { --zoom: 1.25; } }
    @media (min-width: 2800px) and (min-height: 1500px) { :root { --zoom: 1.5; } }
    @media (min-width: 3500px) and (min-height: 1900px) { :root { --zoom: 2.25; } }
    body { zoom: var(--zoom); }
  }
  @media (forced-colors: active) {
    .row [aria-current] { border-bottom: 3px solid Highlight; }
    .menu a { border-left-color: Canvas; }
    .menu a[aria-current] { border-left-color: Highlight; }
  }
  @media print {
    .page-header, .alerts, dialog { display: none; }
    body, body:has(heads-up), body:has(heads-up[mode="lecture"]) { display: block; height: auto; min-height: 0; overflow: visible; }
    main { display: block; }
  }
`;
