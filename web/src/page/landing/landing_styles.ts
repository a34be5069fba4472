/** The page of all lessons: a table of contents with plates. */
import { css, unsafeCSS } from "lit";
import { light } from "../../draw/theme.js";

const axes = Object.keys(light.axes)
  .map((letter) => `.landing .axis-${letter} { color: var(--hu-axis-${letter}); }`)
  .join("\n");

export const landingStyles = css`
  ${unsafeCSS(axes)}
  .landing { max-width: 1680px; margin: 0 auto; padding: 0 24px 56px; }
  .landing h1, .landing h2, .landing p, .landing figure { margin: 0; }
  .landing code { font: 0.86em var(--hu-mono); }
  .landing a { color: inherit; text-decoration: none; }
  .landing :is(.go, .own-code) {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    padding: 8px 0;
    color: var(--hu-accent);
    border-bottom: 0;
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 6px;
  }
  .landing :is(.go, .own-code):hover { text-decoration-thickness: 2px; }
  .opening { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 24px 40px; align-items: center; padding: 36px 0 32px; }
  .opening h1 { font-size: 31px; line-height: 1.3; font-weight: 600; letter-spacing: -0.01em; }
  h1:focus { outline: none; }
  .opening .lead { font-size: 20px; line-height: 1.6; margin: 14px 0 18px; text-wrap: pretty; }
  :lang(ko) .opening .lead { line-height: 1.7; }
  .landing .opening .first { display: flex; flex-wrap: wrap; gap: 8px 24px; }
  /* The only filled button of the page. */
  .landing .opening .first .go { min-height: 48px; padding: 6px 24px; border-radius: 4px; background: var(--hu-accent); color: var(--hu-paper); forced-color-adjust: none; font-weight: 600; text-decoration: none; }
  .landing .opening .first .go:hover { text-decoration: underline; }
  .landing .opening .first .own-code { min-height: 48px; font-weight: 600; }
  /* At the top, where its still has stood (still.ts). */
  .arcs { align-self: start; }
  .arcs svg { display: block; width: 100%; }
  .arcs path { fill: none; stroke: var(--hu-accent); stroke-linecap: round; opacity: 0.55; }
  .arcs text { fill: var(--hu-ink); font-size: 28px; font-weight: 600; text-anchor: middle; }
  .arcs .query { fill: var(--hu-accent); }
  .arcs .later { fill: var(--hu-muted); font-weight: 400; }
  .arcs .weight { fill: var(--hu-muted); font-size: 26px; font-weight: 400; font-variant-numeric: tabular-nums; }
  .arcs figcaption { font-size: 13px; color: var(--hu-muted); text-align: center; text-wrap: pretty; }
  /* A plate narrower than this has digits that cannot be read. */
  .path { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr)); gap: 24px; }
  .path li {
    display: grid;
    grid-template: auto 1fr auto / auto minmax(0, 1fr);
    border: 1px solid var(--hu-hairline);
    border-radius: 4px;
    overflow: hidden;
  }
  .path li:hover { border-color: var(--hu-muted); }
  .number {
    grid-area: 2 / 1;
    font-size: 20px;
    line-height: 1.4;
    color: var(--hu-muted);
    font-variant-numeric: lining-nums;
    padding: 14px 0 0 18px;
  }
  .latest .number { color: var(--hu-accent); }
  .walked { grid-area: 3 / 1 / 4 / 3; display: block; width: 100%; height: 3px; fill: var(--hu-accent); }
  .told { grid-area: 2 / 2; display: flex; flex-direction: column; padding: 14px 18px 8px 12px; }
  .told h2 { font-size: 20px; line-height: 1.4; font-weight: 600; }
  .told h2 a:hover { text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 6px; }
  .told p { margin-top: 8px; text-wrap: pretty; }
  .learn { flex: 1; }
  .learn, .facts, .path figcaption, .kept { color: var(--hu-muted); }
  .facts, .path figcaption, .kept { font-size: 13px; }
  .facts { font-variant-numeric: tabular-nums; }
  .told p:last-child { margin-top: 2px; }
  .path figure { grid-area: 1 / 1 / 2 / 3; padding: 12px 14px 8px; border-bottom: 1px solid var(--hu-hairline); }
  .plate { display: block; width: 100%; aspect-ratio: 1.6; }
  .falling path { fill: none; stroke: var(--hu-accent); stroke-width: 2.5; vector-effect: non-scaling-stroke; }
  .falling path + path { stroke: var(--hu-positive); stroke-dasharray: 6 4; }
  .path figcaption { text-align: center; margin-top: 4px; }
  .carried { margin: 0 0 28px; }
  .carried ul { margin: 8px 0 0; padding: 0; list-style: none; }
  .own { margin: 12px 0 0; padding: 22px 0 12px; }
  .kept { padding: 8px 0 0; min-height: 44px; }
  .kept button { text-decoration: underline; text-underline-offset: 4px; padding: 0 6px; }
  @media (max-width: 899px) {
    .landing { padding: 0 24px 48px; }
    .opening { grid-template-columns: minmax(0, 1fr); }
    .arcs { order: -1; }
    .path .plate { aspect-ratio: 2; }
  }
  @media (max-width: 640px) {
    .landing { padding: 0 16px 40px; }
    .opening { padding: 24px 0; }
    .opening h1 { font-size: 25px; }
    .opening .lead { font-size: 16px; }
    .path .plate { aspect-ratio: 1; }
  }
  @media print {
    .landing :is(.go, .own-code), .kept { display: none; }
    .path li { break-inside: avoid; }
  }
`;
