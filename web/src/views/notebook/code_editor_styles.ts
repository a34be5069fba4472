/** How the editor looks. CodeMirror's own rules come first in the root and need two classes to be overruled. */
import { css } from "lit";

export const codeStyles = css`
  :host {
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    container-type: inline-size;
    --gutter: 44px;
    --shade: color-mix(in srgb, var(--hu-accent) 8%, transparent);
  }
  .cm-editor { color: var(--hu-ink); background: var(--hu-paper); }
  .cm-editor.cm-focused { outline: 2px solid var(--hu-accent); outline-offset: -2px; }
  .cm-editor .cm-scroller { font-family: var(--hu-mono); font-size: 14px; line-height: 22px; font-variant-ligatures: none; }
  /* CodeMirror reads from here that lines are broken. */
  :host([wraps]) .cm-editor .cm-content { white-space: break-spaces; overflow-wrap: anywhere; flex-shrink: 1; }
  .cm-editor .cm-content { caret-color: var(--hu-ink); padding: 8px 0; }
  .cm-editor .cm-line { padding: 0 8px 0 4px; }
  .cm-editor .cm-gutters { min-width: var(--gutter); justify-content: end; color: var(--hu-muted); background: var(--hu-paper); border: 0; font-size: 12px; }
  .cm-editor .cm-lineNumbers .cm-gutterElement { padding: 0 10px 0 8px; }
  .cm-editor.cm-focused .cm-matchingBracket,
  .cm-editor.cm-focused .cm-nonmatchingBracket { background: none; outline: 1px solid var(--hu-muted); }
  .cm-editor.cm-focused .cm-nonmatchingBracket { outline-style: dashed; }

  .keyword { color: var(--hu-accent); font-weight: 600; }
  .string { color: var(--hu-accent); }
  .quiet { color: var(--hu-muted); }
  .definition { font-weight: 600; }

  .lit-line { background: var(--shade); }
  .lit { background: var(--shade); border-bottom: 2px solid var(--hu-accent); }
  .wrong {
    text-decoration: underline wavy var(--hu-positive) 1.5px;
    text-decoration-skip-ink: none;
    text-underline-offset: 3px;
  }
  .shape { color: var(--hu-muted); user-select: none; cursor: text; }
  .shape span { font-size: 13px; }
  .shape.beside { padding-left: 16px; }
  .cm-editor .cm-activeLine:not(.lit-line) { background: none; }
  .cm-editor .cm-tooltip { padding: 6px 10px; background: var(--hu-paper); border: 1px solid var(--hu-muted); font-size: 13px; }
  .cm-tooltip .name { font: 600 13px/20px var(--hu-mono); }
  .cm-tooltip .of { font: 13px/20px var(--hu-mono); color: var(--hu-muted); }
  .cm-tooltip canvas { display: block; margin: 4px 0; }
  .cm-tooltip .numbers { font: 12px/18px var(--hu-mono); max-width: 36ch; }
  /* As wide as what is seen, however long the lines are, and in view however far they are scrolled. */
  .under {
    display: block;
    position: sticky;
    left: var(--gutter);
    width: fit-content;
    max-width: calc(100cqi - var(--gutter) - 20px);
    padding: 2px 0 4px 4px;
    font: 13px/20px var(--hu-sans);
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .under:lang(ko) { word-break: keep-all; }
  .problem { padding-left: 8px; border-left: 3px solid var(--hu-positive); }
  .under .note {
    min-height: 24px;
    padding: 1px 8px;
    text-align: start;
    border: 0 solid var(--hu-accent);
    border-left-width: 3px;
    border-radius: 0;
    text-decoration: underline;
    text-decoration-color: var(--hu-hairline);
    text-underline-offset: 3px;
  }
  .under .note:hover { text-decoration-color: currentColor; }
`;
