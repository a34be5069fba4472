/** Styles that all pages share: colours, type, focus, buttons, alerts. */
import { css, unsafeCSS } from "lit";
import { controls, unseen } from "../views/common/styles.js";
import { themeCss } from "../views/common/theme_css.js";

export const commonStyles = css`
  ${unsafeCSS(themeCss("root"))}
  *, *::before, *::after { box-sizing: border-box; }
  html { background: var(--hu-paper); color: var(--hu-ink); -webkit-text-size-adjust: 100%; }
  body { margin: 0; display: flex; flex-direction: column; font: 16px/1.5 var(--hu-sans); }
  main { flex: 1; min-height: 0; display: flex; flex-direction: column; }
  :lang(ko) { line-height: 1.7; word-break: keep-all; }
  ${controls}
  .problems {
    display: flex;
    gap: 16px;
    align-items: flex-start;
    padding: 8px 14px;
    border-bottom: 1px solid var(--hu-hairline);
    font-size: 13px;
  }
  .problems ul {
    list-style: none;
    margin: 0;
    padding: 0 0 0 12px;
    flex: 1;
    min-width: 0;
    border-left: 3px solid var(--hu-positive);
  }
  .problems li { overflow-wrap: anywhere; }
  ${unseen}
  @media print {
    h1.unseen {
      all: revert;
      font-size: 13px;
    }
  }
`;
