/** Styles of the classroom page. The answers must be readable from the last row. */
import { css } from "lit";

export const classroomStyles = css`
  body { min-height: 100dvh; }
  header, main { width: 100%; max-width: 1240px; margin: 0 auto; padding: 16px 20px; }
  header { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; justify-content: space-between; padding-bottom: 0; }
  main { display: block; padding-bottom: 40px; }
  h1 { font-size: 26px; line-height: 1.3; margin: 0; }
  h2 { font-size: 20px; line-height: 1.4; margin: 0 0 12px; }
  h3 { font-size: 18px; line-height: 1.4; margin: 0; }
  h3 code { font: 14px var(--hu-mono); color: var(--hu-muted); overflow-wrap: anywhere; }
  a { color: var(--hu-accent); }
  button, input, select, textarea { font: inherit; color: inherit; }
  button, input:not([type="checkbox"]), select, textarea {
    min-height: 44px;
    padding: 6px 12px;
    background: var(--hu-paper);
    border: 1px solid var(--hu-muted);
    border-radius: 4px;
  }
  header button { min-height: 40px; }
  header button[aria-pressed="true"] { border-color: var(--hu-ink); font-weight: 600; }
  input:not([type="checkbox"]), select, textarea { width: 100%; }
  textarea { font: 13px/1.5 var(--hu-mono); word-break: break-all; resize: vertical; }
  .field [aria-invalid="true"] { border: 2px solid var(--hu-positive); }
  h2:focus { outline: none; } /* focused only for screen readers; controls show their focus */
  .lead { max-width: 70ch; margin: 8px 0 20px; }
  .setup { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 20px; max-width: 900px; }
  .setup .wide { grid-column: 1 / -1; }
  fieldset { border: 1px solid var(--hu-hairline); border-radius: 6px; margin: 0; padding: 4px 16px 16px; min-width: 0; }
  legend { font-weight: 600; padding: 0 6px; margin-left: -6px; }
  .pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0 20px; }
  .field { margin-top: 8px; }
  .field label { display: block; margin-bottom: 4px; }
  .hint { color: var(--hu-muted); font-size: 14px; margin: 4px 0 0; }
  .mistake {
    font-size: 14px;
    margin: 6px 0 0;
    padding-left: 10px;
    border-left: 3px solid var(--hu-positive);
    overflow-wrap: anywhere;
  }
  .keep { display: flex; gap: 10px; align-items: center; min-height: 44px; margin-bottom: 8px; cursor: pointer; }
  .keep input { width: 20px; height: 20px; flex: none; margin: 0; accent-color: var(--hu-accent); }
  .primary, .primary:hover { background: var(--hu-ink); color: var(--hu-paper); border-color: var(--hu-ink); forced-color-adjust: none; padding: 6px 24px; }
  .row { display: flex; flex-wrap: wrap; gap: 4px 14px; align-items: center; }
  .row p { margin: 0; }
  .invitation .row { margin-top: 8px; }
  .invitation .end, .invitation .anew { margin-top: 12px; }
  .board { display: grid; grid-template-columns: minmax(0, 400px) minmax(0, 1fr); gap: 32px; align-items: start; margin-top: 16px; }
  .invitation { position: sticky; top: 16px; }
  .qr { display: block; width: 100%; height: auto; border: 1px solid var(--hu-hairline); border-radius: 6px; }
  article { border-top: 1px solid var(--hu-hairline); padding: 16px 0 20px; }
  article .row { justify-content: space-between; min-height: 44px; }
  [aria-pressed="true"] { background: var(--hu-blank); }
  .bars { list-style: none; margin: 8px 0 0; padding: 0; font-size: 18px; }
  .bars li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 12px; margin-bottom: 12px; }
  .given { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
  .given b { font-size: 15px; }
  .amount { grid-column: 2; grid-row: 1; color: var(--hu-muted); font-variant-numeric: tabular-nums; text-align: right; }
  .bar { grid-column: 1 / -1; width: 100%; height: 16px; background: var(--hu-blank); border-radius: 3px; }
  .bar rect { fill: var(--hu-muted); }
  .right .bar rect { fill: var(--hu-accent); }
  .right b { color: var(--hu-accent); }
  .texts { margin: 8px 0 0; padding-left: 20px; }
  .texts li { margin-bottom: 6px; overflow-wrap: anywhere; white-space: pre-line; }
  @media (max-width: 760px) {
    .setup, .pair, .board { grid-template-columns: minmax(0, 1fr); }
    .invitation { position: static; }
  }
`;
