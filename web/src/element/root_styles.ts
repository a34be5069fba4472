/**
 * The layout: strip, stage beside words, transport. Whether it is wide or narrow depends on the element's own width.
 */
import { css } from "lit";

export const layout = css`
  :host {
    display: block;
    background: var(--hu-paper);
    container: heads-up / inline-size;
    min-height: 320px;
    text-align: start;
  }
  :host([hidden]) { display: none; }
  .frame {
    display: grid;
    height: 100%;
    grid-template: auto minmax(0, 1fr) auto / minmax(0, 64fr) minmax(0, 36fr);
  }
  heads-up-strip { display: block; grid-column: 1 / -1; min-height: 74px; box-sizing: border-box; border-bottom: 1px solid var(--hu-hairline); }
  .stage { position: relative; min-width: 0; min-height: 0; display: flex; flex-direction: column; }
  /* Sheets are dialogs, which take no place in the grid. */
  heads-up-sheets { display: contents; }
  heads-up-stage { flex: 1; min-height: 360px; }
  .stage[aria-busy="true"] { cursor: progress; }
  .stage[aria-busy="true"] heads-up-stage { opacity: 0.4; }
  .computing { position: absolute; z-index: 3; top: 8px; left: 14px; margin: 0; color: var(--hu-accent); background: var(--hu-paper); }
  .under {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 12px;
    padding: 0 14px;
    min-height: 36px;
    font-size: 13px;
  }
  .onward {
    min-height: 36px;
    color: var(--hu-accent);
    font: inherit;
    background: none;
    border: 0;
    padding: 0;
    text-decoration: underline 1px;
    text-underline-offset: 5px;
    cursor: pointer;
  }
  .onward:hover { text-decoration-thickness: 2px; }
  .basis { margin: 0 0 2px; font-size: 13px; color: var(--hu-muted); }
  .basis .onward { min-height: 24px; }
  .under heads-up-legend { margin-left: auto; }
  .changed { display: flex; flex-wrap: wrap; align-items: center; gap: 0 14px; min-height: 36px; padding: 2px 14px; font-size: 13px; border-bottom: 1px solid var(--hu-hairline); }
  .changed p { margin: 0; flex: 1 1 24em; }
  .changed b { font-weight: 600; }
  .changed button, .off button { font-size: 13px; color: var(--hu-accent); text-decoration: underline 1px; text-underline-offset: 5px; }
  .off { position: relative; font-size: 13px; }
  .off summary { cursor: pointer; min-height: 36px; display: flex; align-items: center; color: var(--hu-accent); text-decoration: underline 1px; text-underline-offset: 5px; }
  .off[open] > div { position: absolute; z-index: 2; bottom: 100%; left: 0; width: max-content; max-width: min(340px, 80vw); padding: 6px 12px; background: var(--hu-paper); border: 1px solid var(--hu-ink); border-radius: 4px; }
  .off fieldset { display: flex; flex-wrap: wrap; gap: 0 14px; margin: 0; padding: 4px 0; border: 0; }
  .off legend { float: left; padding: 0; margin-right: 14px; line-height: 32px; color: var(--hu-muted); }
  .off label { display: flex; align-items: center; gap: 6px; min-height: 32px; }
  .off input { width: 18px; height: 18px; accent-color: var(--hu-accent); }
  .why { min-height: 36px; padding: 0; color: var(--hu-accent); text-decoration: underline 1px; text-underline-offset: 5px; }
  .sheets { margin-right: -8px; }
  .sheets button { font-size: 13px; text-decoration: underline; text-decoration-color: var(--hu-hairline); text-underline-offset: 4px; }
  [slot="end"] { min-height: 44px; margin: 4px 8px 2px 0; padding: 0 16px; border: 1px solid var(--hu-accent); color: var(--hu-accent); font-weight: 600; }
  heads-up-side { border-left: 1px solid var(--hu-hairline); }
  .transport {
    grid-column: 1 / -1;
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 4px 14px;
    border-top: 1px solid var(--hu-hairline);
    background: var(--hu-paper);
    min-width: 0;
    --hu-covered: 0;
  }
  heads-up-transport { flex: 1; min-width: 0; min-height: 44px; }
  .to-question { display: none; }
  .alone { grid-template: minmax(0, 1fr) auto / minmax(0, 1fr); }
  .frame.program { display: block; height: 100%; }
  /* In a lecture this element is enlarged already, and need not fill the window. */
  .program heads-up-notebook { zoom: 1; height: 100%; --hu-notebook-least: 460px; }
  .bare { grid-template: minmax(0, 1fr) auto / minmax(0, 64fr) minmax(0, 36fr); }
  .failed { padding: 24px; max-width: 62ch; }
  .failed p { margin: 0 0 8px; }
  .waiting { padding: 24px; color: var(--hu-muted); }

  /* On a large screen the whole picture grows, its letters with its tables. */
  @supports (zoom: 2) {
    @media (min-height: 840px) { @container heads-up (min-width: 1400px) { .frame:not(.lecture) heads-up-stage { zoom: 1.125; } } }
    @media (min-height: 910px) { @container heads-up (min-width: 1560px) { .frame:not(.lecture) heads-up-stage { zoom: 1.25; } } }
    @media (min-height: 1050px) { @container heads-up (min-width: 1870px) { .frame:not(.lecture) heads-up-stage { zoom: 1.5; } } }
  }
  @container heads-up (max-width: 899px) {
    .frame { display: flex; flex-direction: column; height: auto; }
    heads-up-stage { flex: none; height: min(calc(100cqw * 1.08), var(--hu-stage-most, 70vh), 640px); min-height: 320px; }
    heads-up-side { border-left: 0; border-top: 1px solid var(--hu-hairline); overflow: visible; }
    .transport { position: sticky; bottom: 0; z-index: 3; padding: 4px 8px; }
    .frame { --hu-covered: 60px; }
    /* The switches take the row's width: beside their summary, which may end the row, they would leave the page. */
    .under { position: relative; }
    .off { position: static; }
    .off[open] > div { left: 8px; right: 8px; width: auto; max-width: none; }
    /* Covers the track while the slider is at 0, but not its thumb. */
    .to-question {
      position: absolute;
      z-index: 1;
      inset: 0 0 auto 24px;
      display: flex;
      justify-content: center;
      height: 100%;
      pointer-events: none;
    }
    .to-question button {
      align-self: center;
      min-height: 32px;
      max-width: 100%;
      padding: 0 8px;
      overflow: hidden;
      font-size: 13px;
      white-space: nowrap;
      text-overflow: ellipsis;
      text-decoration: underline;
      text-underline-offset: 4px;
      color: var(--hu-accent);
      background: var(--hu-paper);
      pointer-events: auto;
    }
  }
  @container heads-up (max-width: 599px) {
    heads-up-transport { min-height: 88px; }
    .frame { --hu-covered: 150px; }
    .under { padding: 0 8px; }
  }
  @media (max-height: 520px) {
    /* A phone on its side: the words scroll beside the stage, which stays. */
    @container heads-up (min-width: 640px) {
      .frame:not(.alone) { display: grid; height: auto; grid-template: auto auto auto / minmax(0, 62fr) minmax(0, 38fr); }
      .frame:not(.alone) .stage { position: sticky; top: 0; align-self: start; height: calc(100dvh - 54px); }
      .frame:not(.alone) heads-up-stage { flex: 1; height: auto; min-height: 200px; }
      heads-up-side { border-top: 0; border-left: 1px solid var(--hu-hairline); overflow: visible; }
      .transport { position: sticky; bottom: 0; z-index: 3; }
      .frame { --hu-covered: 60px; }
    }
  }
  @media (max-height: 480px) {
    /* In a window both low and narrow, the transport's rows would hide the rest. */
    @container heads-up (max-width: 639px) {
      .transport { position: static; }
      .frame { --hu-covered: 0; }
    }
  }
  /* The handout is printed; an element without a panel prints its picture. */
  @media print {
    :host { height: auto !important; zoom: 1 !important; overflow: visible !important; }
    .frame { display: block !important; height: auto !important; }
    .frame:has(> heads-up-handout) > :not(heads-up-handout), .transport, .focus { display: none !important; }
    heads-up-stage { height: 104mm !important; }
  }
`;
