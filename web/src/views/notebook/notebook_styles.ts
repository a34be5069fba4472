/** How a notebook is laid out: the stage at the left, the code at the right; where it is narrow the code under the stage. */
import { css } from "lit";

export const notebookStyles = css`
  :host { display: block; height: 100%; container: notebook / inline-size; }
  .frame {
    display: grid;
    grid-template: "lines lines" minmax(106px, auto) "stage code" minmax(260px, 1fr) "transport code" minmax(49px, auto) / minmax(0, 58fr) minmax(0, 42fr);
    height: 100%;
    min-height: 460px;
  }
  .strip { grid-area: lines; min-width: 0; border-bottom: 1px solid var(--hu-hairline); }
  .crumbs { display: flex; overflow-x: auto; margin: 0; padding: 2px 14px 0; list-style: none; font-size: 13px; scrollbar-width: none; white-space: nowrap; }
  .crumbs li { display: flex; align-items: center; min-height: 28px; }
  .crumbs li + li::before { content: "▸"; color: var(--hu-muted); padding: 0 4px; }
  .crumbs li + li > :is(button, [aria-current]) { font-family: var(--hu-mono); max-width: 26ch; overflow: hidden; text-overflow: ellipsis; }
  .crumbs [aria-current] { font-weight: 600; }
  .crumbs button { min-height: 28px; min-width: 0; padding: 0 4px; color: var(--hu-accent); }
  .turns { margin-left: 6px; color: var(--hu-muted); }
  .turns button { min-width: 28px; }
  .lines { display: flex; gap: 10px; overflow-x: auto; padding: 6px 14px; scrollbar-width: thin; }
  /* Without the code. */
  .frame.alone { grid-template: "stage" minmax(260px, 1fr) "transport" auto / minmax(0, 1fr); min-height: 320px; }
  .line { flex: none; border-left: 1px solid var(--hu-hairline); padding-left: 8px; }
  .line > small { display: block; position: sticky; left: 0; width: max-content; font-size: 12px; line-height: 16px; color: var(--hu-muted); font-family: var(--hu-mono); }
  .line.now > small { color: var(--hu-accent); font-weight: 600; }
  .line ol { display: flex; gap: 2px; margin: 0; padding: 0; list-style: none; }
  .line button { display: block; padding: 2px 3px; min-width: 44px; min-height: 44px; border-radius: 0; border-bottom: 3px solid transparent; }
  .line button[aria-current] { border-bottom-color: var(--hu-accent); }
  .line canvas { display: block; width: 44px; height: 26px; pointer-events: none; }
  .line .group span::before { content: "▸ "; color: var(--hu-accent); }
  .line button span { display: block; max-width: 72px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font: 11px/14px var(--hu-mono); }
  .stage { grid-area: stage; display: flex; flex-direction: column; min-height: 0; }
  heads-up-program-stage { flex: 1 1 0; }
  .theirs { border-top: 1px solid var(--hu-hairline); }
  .head { padding: 8px 14px 0; }
  .head h2 { display: inline; margin: 0 10px 0 0; font: 600 16px/24px var(--hu-mono); overflow-wrap: anywhere; }
  .head .shape { font: 14px/24px var(--hu-mono); white-space: nowrap; }
  .head .enter { min-height: 24px; padding: 0 8px; color: var(--hu-accent); border: 1px solid currentColor; }
  .head p { margin: 0; font-size: 14px; line-height: 20px; min-height: 20px; color: var(--hu-muted); }
  .parts { display: flex; flex-wrap: wrap; gap: 4px 10px; padding: 0 14px; min-height: 30px; font-size: 13px; align-items: center; }
  .parts button { min-height: 28px; min-width: 32px; padding: 0 8px; }
  .empty { margin: auto; padding: 24px; max-width: 36em; color: var(--hu-muted); }
  .head h2:focus { outline: none; }
  [hidden] { display: none; }
  .code:not([hidden]) {
    grid-area: code;
    display: grid;
    grid-template: auto minmax(160px, 1fr) auto / minmax(0, 1fr);
    min-height: 0;
    border-left: 1px solid var(--hu-hairline);
  }
  heads-up-code { min-height: 0; overflow: hidden; }
  heads-up-code:not(:defined) { display: block; overflow: auto; }
  heads-up-code > pre { margin: 0; padding: 8px 8px 8px 48px; font: 14px/22px var(--hu-mono); }
  .below { max-height: min(34vh, 320px); overflow: auto; border-top: 1px solid var(--hu-hairline); padding: 4px 14px 8px; font-size: 14px; }
  .below:empty { display: none; }
  .below h3 { margin: 6px 0 2px; font-size: 13px; color: var(--hu-muted); font-weight: 600; }
  .below pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.45; }
  .compare, .compare ~ p { margin: 6px 0; }
  .compare select { background: var(--hu-paper); border: 1px solid var(--hu-muted); }
  .problem { margin: 4px 0; padding-left: 10px; border-left: 3px solid var(--hu-positive); }
  .problem code { overflow-wrap: anywhere; }
  .problem p { margin: 2px 0; color: var(--hu-ink); }
  .met { border-spacing: 3px; font: 13px var(--hu-mono); }
  .met th { font-weight: 400; text-align: start; }
  .met td { padding: 1px 5px; border: 2px solid transparent; white-space: nowrap; }
  .met .clash { border-color: currentColor; font-weight: 600; }
  .hint { margin: 6px 0; padding-left: 10px; border-left: 3px solid var(--hu-accent); }
  .hint, .problem { font-size: 14px; line-height: 20px; }
  .hint strong { display: block; }
  .hint a { color: var(--hu-ink); white-space: nowrap; }
  .problem button, .wrong button, .answer button, .compare ~ p button { min-height: 28px; min-width: 0; padding: 0 6px; border: 1px solid var(--hu-hairline); margin: 2px 4px 2px 0; }
  .answer { margin: 4px 0; }
  .answer .of { font-family: var(--hu-mono); font-size: 13px; }
  .answer ul { list-style: none; margin: 4px 0; padding: 0; display: flex; flex-wrap: wrap; gap: 2px 6px; font: 13px var(--hu-mono); }
  .transport { grid-area: transport; border-top: 1px solid var(--hu-hairline); padding: 4px 8px; container-type: inline-size; }
  :host([mode="lecture"]) :is(.strip, .bar, .compare, .compare + p) { display: none; }
  :host([mode="lecture"]) .head p { font-size: 16px; line-height: 22px; }
  :host([mode="lecture"]) .transport { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
  :host([mode="lecture"]) heads-up-transport { flex: 1 1 360px; }
  .leave button { font-size: 13px; white-space: nowrap; min-height: 40px; }
  @media (min-width: 800px) { :host([mode="lecture"]) { height: calc(100dvh / var(--hu-lecture) / var(--zoom, 1)); } }
  @container notebook (min-width: 800px) {
    :host([mode="lecture"]) .frame {
      grid-template: "stage code" minmax(0, 1fr) "transport transport" auto / minmax(0, 1fr) auto;
      min-height: var(--hu-notebook-least, 0);
    }
    :host([mode="lecture"]) .code { grid-template-rows: minmax(0, 1fr) auto; width: calc(42vw / var(--hu-lecture) / var(--zoom, 1)); }
  }
  @container notebook (max-width: 799px) {
    .frame { grid-template: "lines" minmax(106px, auto) "stage" auto "transport" auto "code" auto / minmax(0, 1fr); height: auto; }
    .stage { min-height: min(150cqw, var(--hu-stage-most, 62vh), 640px); }
    heads-up-program-stage { flex-basis: min(80cqw, 320px); flex-shrink: 0; }
    .code { border-left: 0; border-top: 1px solid var(--hu-hairline); grid-template-rows: auto minmax(240px, auto) auto; }
    .crumbs li + li > :is(button, [aria-current]) { max-width: 14ch; }
    .transport { position: sticky; bottom: 0; background: var(--hu-paper); z-index: 2; }
    .below { max-height: none; }
  }
  /* As high as two rows of it, before it is there. */
  @container notebook (max-width: 615px) { .transport { min-height: 97px; } }
  @media print {
    .frame { display: block; height: auto; }
    .transport, .strip { display: none; }
    .stage { height: 480px; }
  }
`;
