/** Styles of the page's dialogs, adopted with the first of them. */
import { css } from "lit";
import { adopt } from "./adopt.js";

const dialogStyles = css`
  dialog {
    color: var(--hu-ink);
    background: var(--hu-paper);
    border: 1px solid var(--hu-ink);
    border-radius: 4px;
    padding: 20px 24px 24px;
    max-width: min(620px, calc(100vw - 24px));
  }
  dialog::backdrop { background: rgb(0 0 0 / 40%); }
  dialog h2 { font-size: 20px; margin: 0 0 12px; }
  dialog h2:focus { outline: none; } /* it is read from its beginning; its controls show their focus */
  dialog h3 { font-size: 16px; margin: 0 0 8px; }
  dialog dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 6px 20px; margin: 0 0 16px; }
  dialog dd { margin: 0; }
  dialog .letters { display: flex; align-items: center; gap: 8px; min-height: 44px; margin: 0 0 16px; cursor: pointer; }
  dialog .letters input { width: 18px; height: 18px; flex: none; margin: 0; accent-color: var(--hu-accent); }
  dialog .licences { margin: 0 0 16px; }
  dialog .licences > :is(a, summary) { padding: 10px 0; color: inherit; cursor: pointer; }
  dialog .licences > a { display: inline-block; }
  dialog .licences pre { font: 13px/1.5 var(--hu-mono); white-space: pre-wrap; overflow-wrap: anywhere; }
  kbd {
    display: inline-block;
    font: 13px var(--hu-mono);
    border: 1px solid var(--hu-muted);
    border-radius: 3px;
    padding: 1px 6px;
  }
  .close { border: 1px solid var(--hu-muted); padding: 0 16px; min-height: 44px; }
  @media (max-width: 640px) {
    dialog dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
    dialog dd { margin-bottom: 10px; }
  }
`;

adopt(dialogStyles);
