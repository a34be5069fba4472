/** A field for sentences, with a hint and what is wrong with them below it. */
import { css } from "lit";

export const sentenceStyles = css`
  :host { display: block; font-size: 13px; }
  label { display: block; color: var(--hu-muted); }
  textarea {
    display: block;
    width: 100%;
    font: 15px/1.6 var(--hu-sans);
    background: var(--hu-paper);
    border: 1px solid var(--hu-muted);
    border-radius: 3px;
    padding: 4px 8px;
    resize: vertical;
  }
  [aria-invalid="true"] { border-color: var(--hu-positive); border-width: 2px; }
  p { color: var(--hu-muted); margin: 2px 0 0; }
  .error { color: var(--hu-positive); overflow-wrap: anywhere; }
`;
