/**
 * Styles that every part of the element shares: type, focus rings, plain buttons, text for screen readers only.
 */
import { css } from "lit";

/** For screen readers only. */
export const unseen = css`
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;

/** Focus rings and plain controls, in the element and on the page around it. */
export const controls = css`
  :focus-visible { outline: 2px solid var(--hu-accent); outline-offset: 2px; }
  button, select, input, textarea { font: inherit; color: inherit; }
  button {
    background: none;
    border: 0;
    border-radius: 4px;
    padding: 0 8px;
    min-height: 32px;
    min-width: 32px;
    cursor: pointer;
  }
  button:hover { background: var(--hu-blank); }
`;

export const base = css`
  :host {
    font-family: var(--hu-sans);
    font-size: 16px;
    line-height: 1.5;
    color: var(--hu-ink);
    font-variant-numeric: tabular-nums;
  }
  :host(:lang(ko)) {
    line-height: 1.7;
    word-break: keep-all;
  }
  /* What is scrolled to, such as the focus, stays above the transport if that is stuck to the bottom edge. */
  *, *::before, *::after { box-sizing: border-box; scroll-margin-bottom: var(--hu-covered); }
  code, pre, kbd {
    font-family: var(--hu-mono);
    font-size: 13px;
  }
  ${controls}
  button:is(:disabled, [aria-disabled="true"]) { color: var(--hu-muted); cursor: default; opacity: 0.6; background: none; }
  ${unseen}
  @media (forced-colors: active) {
    /* Transparent borders only reserve space; forced colours would draw them. */
    :host button, :host .line { border-color: Canvas; }
  }
`;
