/** Styles of the trail's dialog. */
import { css } from "lit";

export const trailStyles = css`
  .trail[open] { display: flex; flex-direction: column; width: 620px; max-height: calc(100dvh / var(--zoom) - 24px); }
  .trail p { margin: 0 0 8px; }
  .trail .hint, .trail small { color: var(--hu-muted); font-size: 13px; }
  .trail ol { list-style: none; margin: 0 -8px 12px; padding: 2px; overflow: auto; overscroll-behavior: contain; min-height: 0; }
  .trail li { display: flex; align-items: stretch; border-top: 1px solid var(--hu-hairline); }
  .trail li:first-child { border-top: 0; }
  .trail li a {
    flex: 1;
    min-width: 0;
    min-height: 44px;
    padding: 6px 8px;
    color: inherit;
    text-decoration: none;
    overflow-wrap: anywhere;
  }
  .trail li small { display: block; }
  .trail li a:hover { background: var(--hu-blank); }
  .trail li button { flex: none; min-width: 44px; color: var(--hu-muted); }
  .trail li svg { width: 18px; height: 18px; display: block; margin: auto; }
  .trail .news:empty { display: none; }
  .trail .error { padding-left: 12px; border-left: 3px solid var(--hu-positive); overflow-wrap: anywhere; }
  .trail .row { display: flex; flex-wrap: wrap; gap: 8px; margin: 0; }
  .trail .row button, .trail .file {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    padding: 0 16px;
    border: 1px solid var(--hu-muted);
    border-radius: 4px;
    cursor: pointer;
  }
  .trail .row button:disabled { opacity: 0.5; cursor: default; }
  .trail .file:hover { background: var(--hu-blank); }
  .trail .file:focus-within { outline: 2px solid var(--hu-accent); outline-offset: 2px; }
  .trail .close { margin-left: auto; }
`;
