/** A sheet over the page: nearly as wide as the window up to a limit, and full-screen on a phone. */
import { css } from "lit";

export const sheetStyles = css`
  :host { display: contents; }
  dialog {
    color: var(--hu-ink);
    background: var(--hu-paper);
    border: 1px solid var(--hu-ink);
    border-radius: 4px;
    padding: 16px 24px 20px;
    width: min(1240px, calc(100vw - 32px));
    max-width: none;
    max-height: calc(100dvh - 32px);
    overflow: auto;
    overscroll-behavior: contain;
  }
  dialog::backdrop { background: rgb(0 0 0 / 40%); }
  header { display: flex; align-items: start; gap: 16px; }
  h2 { margin: 0 0 8px; font-size: 20px; line-height: 1.4; font-weight: 600; flex: 1; }
  h3 { margin: 16px 0 4px; font-size: 16px; font-weight: 600; }
  p { margin: 0 0 10px; max-width: 80ch; }
  h2:focus { outline: none; }
  .close { min-height: 44px; border: 1px solid var(--hu-muted); padding: 0 16px; }
  .choices { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 20px; margin: 0 0 10px; font-size: 13px; }
  select { min-height: 32px; background: var(--hu-paper); border: 1px solid var(--hu-muted); border-radius: 4px; max-width: 100%; }
  .choices label { display: inline-flex; align-items: center; gap: 8px; }
  .ways { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; margin-top: 12px; }
  .ways button { border: 1px solid var(--hu-muted); min-height: 44px; padding: 0 16px; }
  @media (max-width: 519px) {
    dialog { width: 100vw; max-height: 100dvh; height: 100dvh; margin: 0; border: 0; border-radius: 0; padding: 12px 14px 20px; }
  }
  @media print { dialog { display: none; } }
`;
