/** Styles of what can be done with a trained model. */
import { css } from "lit";

export const modelFileStyles = css`
  :host { display: block; }
  .rows { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 320px), 1fr)); gap: 12px 32px; align-items: start; }
  fieldset { grid-column: 1 / -1; border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0 20px; }
  legend { float: left; margin-right: 12px; padding: 0; min-height: 44px; align-content: center; color: var(--hu-muted); font-size: 13px; }
  fieldset label { display: flex; align-items: center; gap: 8px; min-height: 44px; cursor: pointer; }
  fieldset input { width: 18px; height: 18px; margin: 0; accent-color: var(--hu-accent); }
  .part { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; }
  .part p { flex: 1 1 100%; margin: 0; font-size: 13px; color: var(--hu-muted); text-wrap: pretty; }
  .part label { display: flex; align-items: center; gap: 8px; font-size: 13px; color: var(--hu-muted); }
  .typed { flex: 1 1 240px; }
  .typed input { flex: 1; min-width: 0; min-height: 44px; padding: 0 10px; font: 16px var(--hu-mono); color: var(--hu-ink); background: var(--hu-paper); border: 1px solid var(--hu-muted); border-radius: 3px; }
  .typed [aria-invalid="true"] { border-color: var(--hu-positive); }
  select { min-height: 44px; color: var(--hu-ink); background: var(--hu-paper); border: 1px solid var(--hu-muted); border-radius: 3px; padding: 0 8px; }
  .part button { min-height: 44px; padding: 0 16px; border: 1px solid var(--hu-muted); }
  .part .main { border-color: var(--hu-accent); color: var(--hu-accent); font-weight: 600; }
  [role="status"] { margin: 8px 0 0; min-height: 1.5em; font-size: 13px; color: var(--hu-muted); }
  .error, .part p.error { margin: 4px 0 0; color: var(--hu-positive); overflow-wrap: anywhere; }
`;
