/** Styles of the settings form. */
import { css } from "lit";

export const formStyles = css`
  :host { font-size: 13px; width: min(440px, calc(100vw - 16px)); display: grid; grid-template-columns: 1fr 1fr; gap: 10px 16px; }
  .wide { grid-column: 1 / -1; }
  label { display: block; color: var(--hu-muted); }
  input:not([type="checkbox"], [type="radio"]), textarea, select {
    display: block;
    width: 100%;
    font: 13px/1.6 var(--hu-mono);
    color: var(--hu-ink);
    background: var(--hu-paper);
    border: 1px solid var(--hu-muted);
    border-radius: 3px;
    padding: 4px 8px;
    min-height: 32px;
  }
  textarea { resize: vertical; white-space: pre; overflow-x: auto; }
  [aria-invalid="true"] { border-color: var(--hu-positive) !important; border-width: 2px !important; }
  fieldset {
    border: 0;
    margin: 0;
    padding: 0;
    display: flex;
    flex-wrap: wrap;
    gap: 4px 20px;
    align-items: center;
  }
  legend { color: var(--hu-muted); padding: 0; }
  fieldset label {
    display: inline-flex;
    gap: 8px;
    align-items: center;
    min-height: 32px;
    color: var(--hu-ink);
  }
  input[type="checkbox"], input[type="radio"] { accent-color: var(--hu-accent); width: 18px; height: 18px; margin: 0; }
  .error { color: var(--hu-positive); margin: 2px 0 0; overflow-wrap: anywhere; }
  .hint { color: var(--hu-muted); margin: 2px 0 0; }
  .back { float: right; color: var(--hu-accent); padding: 0; min-height: 24px; min-width: 24px; margin: -2px 0; line-height: 1; }
  .reset { text-decoration: underline; text-underline-offset: 3px; justify-self: start; padding: 0; }
`;
