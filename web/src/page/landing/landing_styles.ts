/** The page of all lessons: a table of contents with plates. */
import { css, unsafeCSS } from "lit";
import { light } from "../../draw/theme.js";

const axes = Object.keys(light.axes)
  .map((letter) => `.landing .axis-${letter} { color: var(--hu-axis-${letter}); }`)
  .join("\n");

export const landingStyles = css`
  ${unsafeCSS(axes)}
  .landing { max-width: 1120px; margin: 0 auto; padding: 0 24px 56px; }
  .landing h1, .landing h2, .landing p, .landing figure { margin: 0; }
  .landing code { font: 0.86em var(--hu-mono); }
  .landing a { color: inherit; text-decoration: none; }
  .landing .go {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    color: var(--hu-accent);
    border-bottom: 0;
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 6px;
  }
  .landing .go:hover { text-decoration-thickness: 2px; }
  .opening { padding: 48px 0 32px 64px; }
  .opening h1 { font-size: 31px; line-height: 1.3; font-weight: 600; letter-spacing: -0.01em; }
  .opening .lead { font-size: 20px; line-height: 1.6; max-width: 46em; margin: 14px 0 10px; text-wrap: pretty; }
  :lang(ko) .opening .lead { line-height: 1.75; }
  .path { list-style: none; margin: 0; padding: 0; }
  .path li {
    display: grid;
    grid-template: auto 1fr / 64px minmax(0, 1fr) minmax(0, 530px);
  }
  .number {
    grid-area: 1 / 1;
    font-size: 25px;
    line-height: 1.3;
    color: var(--hu-muted);
    font-variant-numeric: lining-nums;
    padding-top: 22px;
  }
  .latest .number { color: var(--hu-accent); }
  .walked {
    grid-area: 2 / 1;
    width: 3px;
    height: calc(100% - 8px);
    margin: 8px 0 0 6px;
    border-left: 1px solid var(--hu-hairline);
    overflow: hidden;
    fill: var(--hu-accent);
  }
  .told { grid-area: 1 / 2 / 3 / 3; padding: 22px 40px 20px 0; border-top: 1px solid var(--hu-hairline); }
  .told h2 { font-size: 25px; line-height: 1.3; font-weight: 600; }
  .told h2 a:hover { text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 6px; }
  .told p { margin-top: 10px; text-wrap: pretty; }
  .learn, .facts, .path figcaption, .kept { color: var(--hu-muted); }
  .facts, .path figcaption, .kept { font-size: 13px; }
  .facts { font-variant-numeric: tabular-nums; }
  .told p:last-child { margin-top: 2px; }
  .path figure { grid-area: 1 / 3 / 3 / 4; padding: 18px 0 20px; border-top: 1px solid var(--hu-hairline); }
  .plate { display: block; width: 100%; aspect-ratio: 16 / 9; }
  .path figcaption { text-align: center; margin-top: 4px; }
  heads-up-course-map { display: block; min-height: 690px; }
  .own { margin: 12px 0 0 64px; padding: 22px 0 12px; }
  .guide { padding-left: 64px; }
  .kept { padding: 8px 0 0 64px; min-height: 44px; }
  .kept button { text-decoration: underline; text-underline-offset: 4px; padding: 0 6px; }
  @media (max-width: 899px) {
    .landing { padding: 0 24px 48px; }
    .opening { padding: 36px 0 28px; }
    .path li { grid-template-columns: 44px minmax(0, 1fr); grid-template-rows: auto 1fr auto; }
    .told { padding-right: 0; padding-bottom: 0; }
    .path figure { grid-area: 3 / 2; border: 0; padding-top: 8px; }
    .plate { aspect-ratio: 2; }
    .kept { padding-left: 0; }
    .own { margin-left: 0; }
    .guide { padding-left: 0; }
  }
  @media (max-width: 640px) {
    .landing { padding: 0 16px 40px; }
    .opening h1 { font-size: 25px; }
    .opening .lead { font-size: 16px; }
    .path li { grid-template-columns: 30px minmax(0, 1fr); }
    .told h2, .number { font-size: 20px; }
    .plate { aspect-ratio: 1; }
  }
  @media print {
    .landing .go, .kept { display: none; }
    .path li { break-inside: avoid; }
  }
`;
